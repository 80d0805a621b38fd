// Triples and packed landmarks: both sides of a search derive equal hashes, and packing loses
// nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../test-support/random-bytes.ts';
import { composeTunes, makeFamily, playTune } from '../../../test-support/tunes.ts';
import { soughtLandmarks, storedLandmarks } from './landmarks.ts';
import { packLandmarks, unpackLandmarks } from './packed-landmarks.ts';
import { MOST_TRIPLES_SOUGHT, soughtTriples, storedTriples } from './triples.ts';

const rate = 8_000;
const random = new Random(7);
const [tune, other] = composeTunes(random, makeFamily(random, 'melody'), 2, 24).map((each) => playTune(each, 24, rate));

test('an excerpt shares many triples with its own sound at one offset, and few with another', () => {
  const start = 9;
  const [excerpt] = soughtLandmarks([tune!.slice(start * rate, (start + 6) * rate)], rate);
  const sought = soughtTriples(excerpt!);
  const agreeing = (sound: Float32Array) =>
    storedTriples(storedLandmarks([sound], rate)).filter(({ hash, time }) =>
      sought.get(hash)?.some((at) => Math.abs(time - at - (start * rate) / 256) < 2),
    ).length;
  assert.ok(agreeing(tune!) >= 10, `${agreeing(tune!)}`);
  assert.ok(agreeing(other!) <= 2, `${agreeing(other!)}`);
  assert.ok(sought.size <= MOST_TRIPLES_SOUGHT);
});

test('a stored sound has each hash once, and hashes fit in 31 bits', () => {
  const stored = storedTriples(storedLandmarks([tune!], rate));
  assert.ok(stored.length > 100);
  assert.equal(new Set(stored.map(({ hash }) => hash)).size, stored.length);
  for (const { hash } of stored) assert.ok(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 31);
});

test('packed landmarks come back in order of time, in about four bytes each', () => {
  const landmarks = storedLandmarks([tune!], rate);
  const packed = packLandmarks(landmarks);
  const unpacked = unpackLandmarks(packed);
  const pairs = ({ hashes, times }: typeof landmarks) =>
    Array.from(hashes, (hash, place) => times[place]! * 2 ** 24 + hash);
  assert.deepEqual(
    pairs(unpacked),
    pairs(landmarks).sort((left, right) => left - right),
  );
  assert.ok(packed.length <= 4.1 * landmarks.hashes.length);
});

test('gaps of any length survive packing, and so does a sound without landmarks', () => {
  const times = Uint32Array.of(0, 127, 255, 256, 300_000, 300_000, 2 ** 31);
  const hashes = Uint32Array.from(times, (_, place) => 2 ** 24 - 1 - 7 * (times.length - place));
  assert.deepEqual(unpackLandmarks(packLandmarks({ hashes, times })), { hashes, times });
  const none = { hashes: new Uint32Array(0), times: new Uint32Array(0) };
  assert.deepEqual(unpackLandmarks(packLandmarks(none)), none);
});
