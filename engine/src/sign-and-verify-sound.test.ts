// The two recipes on real sounds: found by metadata, by watermark and by fingerprint, each in turn.
import assert from 'node:assert/strict';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { type SharedFolder, testWithShared } from '../test-support/shared-folder.ts';
import { detectFormat } from './formats/all-formats.ts';
import { unmarkedSound } from './formats/media-format.ts';
import { readWav } from './formats/wav/wav-file.ts';
import { readSamples } from './formats/wav/wav-samples.ts';
import { unseen } from './specimen.ts';
import { verify } from './verify.ts';

const jingle = (shared: SharedFolder) => shared.bytes('media/audio/debian.wav');

/** Without the token, and otherwise unchanged. */
function strip(bytes: Uint8Array): Buffer {
  return Buffer.concat(detectFormat(bytes)!.removeToken(bytes));
}

/** The sound reduced to its strongest bits, so that no mark survives. */
function coarsen(bytes: Uint8Array): Buffer {
  const coarse = Buffer.from(bytes);
  const step = 1400;
  for (let at = 44; at + 1 < coarse.length; at += 2) {
    coarse.writeInt16LE(Math.trunc(Math.round(coarse.readInt16LE(at) / step) * step * 0.98), at);
  }
  return coarse;
}

testWithShared('a signed WAV is authentic by its metadata, and by its watermark without them', async (shared) => {
  const shelf = new RecordShelf();
  const signed = await shelf.sign(jingle(shared));
  assert.deepEqual([signed.notes, signed.kind, signed.mimeType], [[], 'audio', 'audio/wav']);
  assert.ok(signed.landmarks!.hashes.length > 50);
  const whole = await verify(signed.bytes, {}, shelf);
  assert.deepEqual(
    [whole.authentic, whole.confidence, whole.token_source, whole.format],
    [true, 'high', 'xmp', 'audio'],
  );
  const bare = await verify(strip(signed.bytes), {}, shelf);
  assert.deepEqual([bare.authentic, bare.confidence, bare.token_source], [true, 'high', 'watermark']);
});

testWithShared('a copy without metadata and mark is found by its fingerprint, and is tampered', async (shared) => {
  const shelf = new RecordShelf();
  const { bytes } = await shelf.sign(jingle(shared));
  const result = await verify(coarsen(strip(bytes)), {}, shelf);
  assert.deepEqual(
    [result.authentic, result.tampered, result.confidence, result.token_source, result.reason],
    [false, true, 'medium', 'fingerprint', 'content_tampered'],
  );
  assert.deepEqual([result.signals.fingerprint_match, result.signals.phash_match], [true, false]);
});

testWithShared('the unsigned original is found by its fingerprint and proves nothing', async (shared) => {
  const shelf = new RecordShelf();
  await shelf.sign(jingle(shared));
  const result = await verify(jingle(shared), {}, shelf);
  assert.deepEqual(
    [result.authentic, result.tampered, result.token_source, result.reason],
    [false, false, 'fingerprint', 'fingerprint_match_only'],
  );
});

testWithShared('FLAC and MP3 carry the token alone, and their untouched originals are authentic', async (shared) => {
  for (const [name, mimeType] of [
    ['loop_garzul.flac', 'audio/flac'],
    ['debian.mp3', 'audio/mpeg'],
  ] as const) {
    const shelf = new RecordShelf();
    const original = shared.bytes(`media/audio/${name}`);
    const signed = await shelf.sign(original);
    assert.deepEqual([signed.notes, signed.mimeType], [[unmarkedSound.compressed.omitted], mimeType]);
    assert.equal(signed.signedPayload.content_hash, signed.originalHash);
    const result = await verify(signed.bytes, {}, shelf);
    assert.deepEqual([result.authentic, result.confidence, result.token_source], [true, 'medium', 'xmp'], name);
    const untouched = await verify(original, { token: signed.token }, shelf);
    assert.deepEqual([untouched.authentic, untouched.token_source], [true, 'provided'], name);
  }
});

testWithShared('sound that could not be searched is said to be so', async (shared) => {
  const shelf = new RecordShelf();
  const adpcm = Buffer.from(jingle(shared));
  adpcm.writeUInt16LE(2, adpcm.indexOf('fmt ') + 8);
  for (const [bytes, notes] of [
    [shared.bytes('media/audio/debian.mp3'), [unseen.compressed]],
    [shared.bytes('media/audio/loop_garzul.flac'), [unseen.compressed]],
    [adpcm, [unseen.coding]],
    [jingle(shared), undefined],
    [(await shelf.sign(shared.bytes('media/audio/debian.mp3'))).bytes, undefined],
  ] as const) {
    assert.deepEqual((await verify(bytes, {}, shelf)).notes, notes);
  }
});

testWithShared('a mark changes samples alone, and none that is silent', async (shared) => {
  const sound = jingle(shared);
  const silent = Buffer.from(sound);
  silent.fill(0, 60_000, 80_000);
  const { bytes } = await new RecordShelf().sign(silent);
  const [before, after] = [readWav(silent), readWav(strip(bytes))];
  assert.deepEqual(after.layout, before.layout);
  assert.deepEqual(
    after.chunks.map(({ id, bytes }) => [id, bytes.length]),
    before.chunks.map(({ id, bytes }) => [id, bytes.length]),
  );
  const [[old], [marked]] = [readSamples(before)!, readSamples(after)!];
  assert.ok(marked!.some((value, i) => value !== old![i]));
  assert.ok(marked!.subarray(30_000, 39_900).every((value) => value === 0));
});
