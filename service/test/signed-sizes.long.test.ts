// Signed files can be verified (settled point 37): files of exactly the largest size are signed,
// verified alone and in a batch, and can carry a manifest. A file that signing would make too large
// to verify is refused, and nothing is stored or counted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { readPhoto, readVideo, withSharedFiles } from '../test-support/shared-photos.ts';
import { encodeForm, type SpawnedSigner, spawnSigner } from '../test-support/spawned-signer.ts';

const mebibyte = 1024 * 1024;
const largestUpload = 50 * mebibyte;
const largestSigned = 51 * mebibyte;

let signer: SpawnedSigner;
before(async () => {
  signer = await spawnSigner({ NEURAL_WATERMARK: 'false' });
});
after(() => signer.stop());

async function verifyAlone(content: Uint8Array) {
  const { status, bytes } = await signer.verify(content);
  assert.equal(status, 200, bytes.toString());
  return JSON.parse(bytes.toString());
}

async function verifyInBatch(content: Buffer) {
  const response = await fetch(`${signer.service.liveUrl}/v1/verify/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ content: content.toString('base64') }] }),
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { authentic: boolean }[])[0]!;
}

async function embed(content: Buffer, recordId: string): Promise<Buffer> {
  const { body, contentType } = encodeForm({ content });
  const response = await fetch(`${signer.service.liveUrl}/v1/records/${recordId}/c2pa/embed`, {
    method: 'POST',
    headers: { 'content-type': contentType, authorization: `Bearer ${signer.key}` },
    body,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, bytes.subarray(0, 500).toString());
  return bytes;
}

withSharedFiles(() => {
  const files = {
    'WAV, marked': () => sounding(largestUpload),
    'JPEG with a film behind its picture': async () => {
      const picture = await sharp(readPhoto('Dune.jpg')).resize({ width: 200 }).jpeg().toBuffer();
      return Buffer.concat([picture, Buffer.alloc(largestUpload - picture.length, 7)]);
    },
    MP4: () => {
      const clip = readVideo('birds.mp4');
      const box = Buffer.alloc(largestUpload - clip.length);
      box.writeUInt32BE(box.length, 0);
      box.write('free', 4);
      return Buffer.concat([clip, box]);
    },
  };

  for (const [name, make] of Object.entries(files)) {
    test(`${name}: exactly 50 MB are signed and verified`, async () => {
      const upload = await make();
      assert.equal(upload.length, largestUpload);
      const { status, headers, bytes } = await signer.sign(upload);
      assert.equal(status, 200, bytes.subarray(0, 500).toString());
      assert.ok(bytes.length > largestUpload && bytes.length <= largestSigned);
      assert.equal((await verifyAlone(bytes)).authentic, true);
      assert.equal((await verifyInBatch(bytes)).authentic, true);
      if (!name.startsWith('JPEG')) return;
      const embedded = await embed(bytes, headers.get('x-service-record-id')!);
      assert.equal((await verifyAlone(embedded)).authentic, true);
    });
  }
});

test('one byte too many gets 413: above 50 MB to sign, above 51 MB to verify', async () => {
  assert.equal((await signer.sign(Buffer.alloc(largestUpload + 1, 'a'))).status, 413);
  const answer = await signer.verify(Buffer.alloc(largestSigned + 1, 'a'));
  assert.equal(answer.status, 413);
  assert.match(JSON.parse(answer.bytes.toString()).message, /51 MB/);
  await verifyAlone(Buffer.alloc(largestSigned, 'a'));
});

test('a file that signing would make too large is refused with a sentence, and not counted', async () => {
  const paragraph = `${'Words of a text. '.repeat(24)}\n\n`;
  const text = Buffer.from(paragraph.repeat(110_000));
  assert.ok(text.length < largestUpload);
  const before = await used();
  const { status, bytes } = await signer.sign(text);
  const { error, message } = JSON.parse(bytes.subarray(0, 1_000).toString());
  assert.deepEqual([status, error], [400, 'unsupported_media']);
  assert.match(message, /would have \d+ MB.* 51 MB/);
  assert.equal(await used(), before);
});

async function used(): Promise<number> {
  const headers = { authorization: `Bearer ${signer.key}` };
  const response = await fetch(`${signer.service.liveUrl}/v1/billing/usage`, { headers });
  return ((await response.json()) as { signatures_used: number }).signatures_used;
}

/** 16 bits, stereo, 48 kHz: two tones and noise. */
function sounding(length: number): Buffer {
  const wav = Buffer.alloc(length);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(length - 8, 4);
  wav.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 48_000],
    [28, 192_000],
  ] as const)
    wav.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.write('data', 36);
  wav.writeUInt32LE(length - 44, 40);
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, (length - 44) >> 1);
  let noise = 1;
  for (let place = 0; place < samples.length; place += 1) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
    samples[place] = 8_000 * Math.sin(place / 17) + 5_000 * Math.sin(place / 61) + (noise >>> 19) - 4_096;
  }
  return wav;
}
