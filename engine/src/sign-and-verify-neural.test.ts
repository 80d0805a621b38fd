// The neural watermark through the recipes of signing and verifying, next to the other one: each
// leads to the record if the other is gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { sharedFile } from '../test-support/shared-media.ts';
import { longTest } from '../test-support/test-run.ts';
import { verify } from './verify.ts';
import { type ImageNetworks, openNetworks } from './watermarks/neural/networks.ts';

/** The real networks, and how often they were called. */
function countedNetworks() {
  const networks = openNetworks();
  const asked = { encoder: 0, decoder: 0 };
  const counted: ImageNetworks = {
    encode(picture, bits) {
      asked.encoder++;
      return networks.encode(picture, bits);
    },
    decode(picture) {
      asked.decoder++;
      return networks.decode(picture);
    },
  };
  return { networks: counted, asked };
}

const { networks, asked } = countedNetworks();
const photo = 'training/eval/kodak_22.jpg';

for (const kind of ['jpeg', 'png', 'webp'] as const) {
  const testKind = kind === 'jpeg' ? test : longTest;
  testKind(`${kind}: one mark is read where the other is destroyed, and none where there is nothing`, async (t) => {
    const original = sharedFile(t, photo);
    if (!original) return;
    const upload = await sharp(original)[kind]({ quality: 90 }).toBuffer();
    const shelf = new RecordShelf(networks);
    const signed = await shelf.sign(upload, { neural: true });
    assert.deepEqual(signed.notes, []);

    asked.decoder = 0;
    const intact = await verify(signed.bytes, {}, shelf);
    assert.deepEqual([intact.authentic, intact.confidence, intact.token_source], [true, 'high', 'xmp']);
    assert.equal(asked.decoder, 0, 'the decoder is not asked where token and watermark agree');

    const tiny = await sharp(signed.bytes).resize(192).png().toBuffer();
    const shrunk = await verify(tiny, {}, shelf);
    assert.deepEqual(
      [shrunk.token_source, shrunk.tampered, shrunk.reason, shrunk.confidence],
      ['neural_watermark', true, 'content_tampered', 'high'],
    );
    assert.deepEqual([shrunk.signals.watermark_found, shrunk.signals.neural_watermark_found], [false, true]);
    assert.equal(shrunk.provenance?.record_id, signed.recordId);

    asked.decoder = 0;
    const { width, height } = await sharp(signed.bytes).metadata();
    const part = { left: width >> 2, top: height >> 2, width: width >> 1, height: height >> 1 };
    const cropped = await verify(await sharp(signed.bytes).extract(part).png().toBuffer(), {}, shelf);
    assert.deepEqual([cropped.token_source, cropped.confidence], ['watermark', 'high']);
    assert.equal(asked.decoder, 0, 'the decoder is not asked where the watermark told');
  });
}

test('a turned picture is read as displayed and as stored', async (t) => {
  const original = sharedFile(t, photo);
  if (!original) return;
  const upload = await sharp(original).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer();
  const shelf = new RecordShelf(networks);
  const signed = await shelf.sign(upload, { neural: true });
  const small = { width: 192, height: 192, fit: 'inside' } as const;
  for (const image of [sharp(signed.bytes).autoOrient(), sharp(signed.bytes)]) {
    const { token_source } = await verify(await image.resize(small).png().toBuffer(), {}, shelf);
    assert.equal(token_source, 'neural_watermark');
  }
});

test('the neural mark is left out if it is not wanted, and a note says if it is not possible', async (t) => {
  const original = sharedFile(t, photo);
  if (!original) return;
  const shelf = new RecordShelf(networks);
  asked.encoder = 0;
  const without = await shelf.sign(original, { neural: false });
  assert.deepEqual([asked.encoder, without.notes], [0, []]);
  const tiny = await sharp(without.bytes).resize(192).png().toBuffer();
  const { token_source, signals } = await verify(tiny, {}, shelf);
  assert.deepEqual([token_source, signals.neural_watermark_found], ['phash', false]);
  const text = await shelf.sign(Buffer.from('Words, and no picture.\n'.repeat(20)), { neural: true });
  assert.match(text.notes.join(), /Only images, audio and video can carry/);
  assert.match((await new RecordShelf().sign(original, { neural: true })).notes.join(), /turned off/);
});

test('with the token present and the other mark gone, the neural mark makes the result certain', async (t) => {
  const original = sharedFile(t, photo);
  if (!original) return;
  const shelf = new RecordShelf(networks);
  const signed = await shelf.sign(original, { neural: true });
  const altered = await sharp(signed.bytes)
    .resize(192)
    .withXmp(String(await xmpOf(signed.bytes)))
    .jpeg({ quality: 97 })
    .toBuffer();
  const { token_source, confidence, signals } = await verify(altered, {}, shelf);
  assert.deepEqual([token_source, confidence], ['xmp', 'high']);
  assert.deepEqual([signals.watermark_found, signals.neural_watermark_found], [false, true]);
});

async function xmpOf(file: Uint8Array): Promise<string | undefined> {
  return (await sharp(file).metadata()).xmpAsString;
}
