// The two recipes together, with real keys, tokens, marks and hashes: signed content is found again
// by each source in turn, with what happened to it since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { drawPixels, samplesOf } from '../test-support/sample-pictures.ts';
import { type SharedFolder, testWithShared } from '../test-support/shared-folder.ts';
import { BrokenMedia, UnsupportedMedia } from './containers/broken-media.ts';
import { allFormats, detectFormat } from './formats/all-formats.ts';
import { sign } from './sign.ts';
import type { Check } from './verdicts/check-words.ts';
import { verify } from './verify.ts';

const signals = {
  watermark_found: false,
  record_found: false,
  signature_valid: false,
  phash_match: false,
  fingerprint_match: false,
  neural_watermark_found: false,
  text_match: false,
};
const known = { ...signals, record_found: true, signature_valid: true };

/** The same photograph in each format, large enough for a mark. */
async function photographs(shared: SharedFolder): Promise<Map<string, Buffer>> {
  const photo = sharp(shared.bytes('media/photos/Storm.jpg')).resize(1200, 900, { fit: 'cover' });
  return new Map([
    ['jpeg', await photo.clone().jpeg({ quality: 92 }).toBuffer()],
    ['png', await photo.clone().resize(640, 480).png().toBuffer()],
    ['webp', await photo.clone().resize(640, 480).webp({ quality: 92 }).toBuffer()],
  ]);
}

/** Without the token, and otherwise unchanged. */
function strip(bytes: Uint8Array): Buffer {
  return Buffer.concat(detectFormat(bytes)!.removeToken(bytes));
}

function outcomesOf(checks: readonly Check[]): string {
  return checks.map(({ name, passed }) => `${name} ${passed ? 'yes' : 'no'}`).join(', ');
}

testWithShared('a signed picture is authentic with high confidence, by its metadata', async (shared) => {
  for (const [name, photo] of await photographs(shared)) {
    const shelf = new RecordShelf();
    const signed = await shelf.sign(photo);
    assert.deepEqual(signed.notes, [], name);
    assert.equal(signed.mimeType, `image/${name}`);
    assert.match(signed.perceptualHash!, /^[0-9a-f]{16}$/);
    const { verdict, checks, ...result } = await verify(signed.bytes, {}, shelf);
    assert.equal(verdict, 'authentic', name);
    assert.equal(outcomesOf(checks), 'token yes, watermark yes, signature yes, content yes', name);
    assert.deepEqual(result, {
      authentic: true,
      tampered: false,
      confidence: 'high',
      likeness: 'near',
      token_source: 'xmp',
      format: 'image',
      signals: { ...known, watermark_found: true },
      provenance: shelf.records[0]!.provenance,
    });
    assert.deepEqual(shelf.asked, ['token'], name);
  }
});

testWithShared('stripped of its token it is still authentic, by its watermark', async (shared) => {
  for (const [name, photo] of await photographs(shared)) {
    const shelf = new RecordShelf();
    const { bytes } = await shelf.sign(photo);
    const { authentic, confidence, token_source } = await verify(strip(bytes), {}, shelf);
    assert.deepEqual(
      { authentic, confidence, token_source },
      { authentic: true, confidence: 'high', token_source: 'watermark' },
      name,
    );
    assert.deepEqual(shelf.asked, ['watermark'], name);
  }
});

testWithShared('encoded again it is tampered, and still surely identified', async (shared) => {
  for (const [name, photo] of await photographs(shared)) {
    const shelf = new RecordShelf();
    const { bytes } = await shelf.sign(photo);
    const copy = await sharp(bytes).jpeg({ quality: 70 }).toBuffer();
    const { verdict, checks, ...result } = await verify(copy, {}, shelf);
    assert.equal(verdict, 'copy', name);
    assert.equal(outcomesOf(checks), 'token no, watermark yes, signature yes, content no', name);
    assert.deepEqual(
      result,
      {
        authentic: false,
        tampered: true,
        confidence: 'high',
        likeness: 'near',
        reason: 'content_tampered',
        token_source: 'watermark',
        format: 'image',
        signals: { ...known, watermark_found: true },
        provenance: shelf.records[0]!.provenance,
      },
      name,
    );
  }
});

testWithShared('with its watermark destroyed it is only similar', async (shared) => {
  for (const [name, photo] of await photographs(shared)) {
    const shelf = new RecordShelf();
    const { bytes } = await shelf.sign(photo);
    const small = await sharp(bytes).resize(90, 68).png().toBuffer();
    const { verdict, checks, ...result } = await verify(small, {}, shelf);
    assert.equal(verdict, 'resembles', name);
    assert.equal(outcomesOf(checks), 'token no, watermark no, looks yes, signature yes, content no', name);
    assert.deepEqual(
      result,
      {
        authentic: false,
        tampered: false,
        confidence: 'medium',
        likeness: 'near',
        reason: 'phash_false_positive',
        token_source: 'phash',
        format: 'image',
        signals: { ...known, phash_match: true },
        provenance: shelf.records[0]!.provenance,
      },
      name,
    );
    assert.deepEqual(shelf.asked, ['similar'], name);
  }
});

testWithShared(
  'the unsigned original is similar, not tampered, and preferred among similar records',
  async (shared) => {
    const photo = (await photographs(shared)).get('png')!;
    const shelf = new RecordShelf();
    const other = await sharp(photo).modulate({ brightness: 1.05 }).png().toBuffer();
    await shelf.sign(other);
    const { recordId } = await shelf.sign(photo);
    const result = await verify(photo, {}, shelf);
    assert.equal(result.verdict, 'original');
    assert.equal(result.reason, 'phash_false_positive');
    assert.equal(result.tampered, false);
    assert.equal(result.provenance?.record_id, recordId);
  },
);

testWithShared('a picture that breaks off is unreadable', async (shared) => {
  for (const [name, photo] of await photographs(shared)) {
    const { verdict, checks } = await verify(photo.subarray(0, 200), {}, new RecordShelf());
    assert.equal(verdict, 'unreadable_file', name);
    // Nothing was decoded, so nothing was compared.
    assert.doesNotMatch(outcomesOf(checks), /watermark|looks/, name);
  }
});

testWithShared('an unrelated picture has no provenance', async (shared) => {
  const shelf = new RecordShelf();
  await shelf.sign((await photographs(shared)).get('jpeg')!);
  const { verdict, checks, ...result } = await verify(shared.bytes('media/photos/Wood.jpg'), {}, shelf);
  assert.equal(verdict, 'nothing_found');
  assert.equal(outcomesOf(checks), 'token no, watermark no, looks no');
  assert.deepEqual(result, {
    authentic: false,
    tampered: false,
    confidence: 'none',
    likeness: 'unknown',
    reason: 'no_provenance_found',
    token_source: null,
    format: 'image',
    signals,
    provenance: null,
  });
});

testWithShared(
  'a token moved to another picture makes it tampered, and its own mark does not vouch for it',
  async (shared) => {
    const shelf = new RecordShelf();
    const [first, second] = await Promise.all(
      ['jpeg', 'png'].map(async (name) => shelf.sign((await photographs(shared)).get(name)!)),
    );
    const moved = Buffer.concat(detectFormat(first!.bytes)!.writeToken(first!.bytes, second!.token));
    const result = await verify(moved, {}, shelf);
    assert.equal(result.provenance?.record_id, second!.recordId);
    assert.equal(result.reason, 'content_tampered');
    assert.equal(result.confidence, 'medium');
    assert.equal(result.signals.watermark_found, false);
  },
);

testWithShared('signed again, the newer token counts and the older is gone', async (shared) => {
  for (const [name, photo] of await photographs(shared)) {
    const shelf = new RecordShelf();
    const first = await shelf.sign(photo);
    const second = await shelf.sign(first.bytes);
    assert.equal(second.originalHash, first.signedPayload.content_hash, name);
    assert.ok(!Buffer.from(second.bytes).includes(first.token), name);
    const result = await verify(second.bytes, {}, shelf);
    assert.equal(result.authentic, true, name);
    assert.equal(result.provenance?.record_id, second.recordId, name);
  }
});

test('pictures that are too small or animated get the token, and a sentence that says why there is no mark', async () => {
  for (const format of allFormats.filter(({ kind }) => kind === 'image')) {
    for (const [kind, bytes] of await samplesOf(format.name)) {
      const shelf = new RecordShelf();
      const signed = await shelf.sign(bytes);
      assert.equal(signed.notes.length, kind.includes('C2PA') && format.name !== 'webp' ? 2 : 1, kind);
      assert.match(
        signed.notes.at(-1)!,
        kind === 'animated' ? /^An animated image/ : /^An image with a side of less than 256 pixels/,
      );
      assert.equal(signed.signedPayload.content_hash, signed.originalHash, kind);
      const result = await verify(signed.bytes, {}, shelf);
      assert.equal(result.authentic, true, kind);
      assert.equal(result.confidence, 'medium', kind);
      const stripped = await verify(strip(signed.bytes), {}, shelf);
      assert.equal(stripped.authentic, true, kind);
      assert.equal(stripped.token_source, 'phash', kind);
    }
  }
});

test('with a given token, the content is not searched', async () => {
  const shelf = new RecordShelf();
  const [photo] = [...(await samplesOf('png')).values()];
  const { bytes, token } = await shelf.sign(photo!);
  const result = await verify(bytes, { token }, shelf);
  assert.equal(result.token_source, 'provided');
  assert.equal(result.authentic, true);
  assert.equal(result.confidence, 'medium');
  assert.deepEqual(shelf.asked, ['token']);
  const altered = await verify(Buffer.from('something else'), { token, kind: 'text' }, shelf);
  assert.equal(altered.reason, 'content_tampered');
  assert.equal(altered.format, 'text');
  for (const wrong of ['', 'svc_', `${token}x`, `${token.slice(0, -2)}${token.endsWith('A') ? 'BB' : 'AA'}`]) {
    const refused = await verify(bytes, { token: wrong }, shelf);
    assert.equal(refused.reason, 'invalid_token', wrong);
    assert.equal(refused.token_source, 'provided');
    assert.equal(refused.provenance, null);
  }
  shelf.records = [];
  const missing = await verify(bytes, { token }, shelf);
  assert.deepEqual([missing.reason, missing.confidence], ['record_not_found', 'low']);
});

testWithShared('a token in the metadata that leads nowhere does not end the search', async (shared) => {
  const photo = (await photographs(shared)).get('png')!;
  const shelf = new RecordShelf();
  const { bytes, token } = await shelf.sign(photo);
  const format = detectFormat(bytes)!;
  const forged = Buffer.concat(format.writeToken(bytes, `${token.slice(0, -2)}${token.endsWith('A') ? 'BB' : 'AA'}`));
  const found = await verify(forged, {}, shelf);
  // The content is the signed one, but no delivery has that token.
  assert.deepEqual(
    [found.authentic, found.reason, found.token_source, found.confidence],
    [false, 'content_tampered', 'watermark', 'high'],
  );
  shelf.records = [];
  const invalid = await verify(forged, {}, shelf);
  assert.deepEqual([invalid.reason, invalid.token_source, invalid.confidence], ['invalid_token', 'xmp', 'low']);
  const missing = await verify(strip(bytes), {}, shelf);
  assert.deepEqual(
    [missing.reason, missing.token_source, missing.confidence],
    ['record_not_found', 'watermark', 'low'],
  );
});

test('a revoked generator or a wrong signature makes the signature invalid for any content', async () => {
  const [photo] = [...(await samplesOf('jpeg')).values()];
  for (const altered of [
    { generatorStatus: 'revoked' } as const,
    { signature: new Uint8Array(3309) },
    { signature: new Uint8Array(3) },
  ]) {
    const shelf = new RecordShelf();
    const { bytes } = await shelf.sign(photo!);
    shelf.change(altered);
    const result = await verify(bytes, {}, shelf);
    assert.equal(result.reason, 'signature_invalid');
    assert.equal(result.signals.signature_valid, false);
    assert.equal(result.signals.record_found, true);
    assert.deepEqual([result.authentic, result.tampered, result.confidence], [false, false, 'low']);
  }
});

test('bytes of unknown format have a verdict, and cannot be signed', async () => {
  const shelf = new RecordShelf();
  for (const bytes of [Buffer.alloc(0), Buffer.from('\x01\x02\x03'), Buffer.from('RIFF\x04\0\0\0AVI ', 'latin1')]) {
    const result = await verify(bytes, {}, shelf);
    assert.equal(result.reason, 'no_provenance_found');
    assert.equal(result.format, null);
    await assert.rejects(shelf.sign(bytes), UnsupportedMedia);
  }
  const png = (await samplesOf('png')).get('plain')!;
  const request = { generatorId: 'g', model: 'm', watermarkId: '0'.repeat(16), token: `svc_${'A'.repeat(47)}` };
  const signer = { sign: async () => new Uint8Array() };
  await assert.rejects(sign(png, { ...request, kind: 'audio' }, signer), /has the format image, not audio/);
  await assert.rejects(sign(png.subarray(0, 60), request, signer), BrokenMedia);
  assert.equal((await verify(png.subarray(0, 60), {}, shelf)).format, 'image');
});

test('more than 100 megapixels are refused before decoding, and have a verdict', async () => {
  const shelf = new RecordShelf();
  const small = await sharp(drawPixels(300, 300, 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
  const huge = Buffer.from(small);
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  await assert.rejects(shelf.sign(huge), /more than 100 megapixels/);
  assert.equal((await verify(huge, {}, shelf)).reason, 'no_provenance_found');
});
