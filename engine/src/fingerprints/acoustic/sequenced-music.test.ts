// Sequenced music, in which unrelated tunes share tempo, scale, instruments and beat: no tune is
// taken for another, and a piece of one is still found among the others. A beat alone is not a
// match, even with itself. bench/robustness/fingerprint-pairs.ts does the same with real
// instruments and many more pairs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../test-support/random-bytes.ts';
import { composeTunes, makeFamily, playTune, type Style, styles } from '../../../test-support/tunes.ts';
import { type Landmarks, soughtLandmarks, storedLandmarks } from './landmarks.ts';
import { SOUND_RATE } from './mono-sound.ts';
import { findMatches } from './rank-tracks.ts';

const seconds = 20;
const tunesOfFamily = 5;

function playFamily(style: Style, seed: number): Float32Array[] {
  const random = new Random(seed);
  const family = makeFamily(random, style);
  return composeTunes(random, family, tunesOfFamily, seconds).map((tune) => playTune(tune, seconds, SOUND_RATE));
}

function findIn(tracks: readonly Landmarks[], excerpt: Landmarks): number[] {
  const all = tracks.flatMap(({ hashes, times }, track) =>
    Array.from(hashes, (hash, place) => ({ hash, track, time: times[place]! })),
  );
  return findMatches(excerpt, all).map(({ track }) => track);
}

for (const style of styles) {
  test(`unrelated tunes of one family do not match: ${style}`, () => {
    const sounds = playFamily(style, 4);
    const tracks = sounds.map((sound) => storedLandmarks([sound], SOUND_RATE));
    for (const [own, sound] of sounds.entries()) {
      const others = tracks.map((track, place) => (place === own ? storedLandmarks([], SOUND_RATE) : track));
      for (const excerpt of soughtLandmarks([sound], SOUND_RATE)) assert.deepEqual(findIn(others, excerpt), []);
    }
  });
}

test('five seconds of a melody are found in it, and in no other tune of its family', () => {
  const sounds = playFamily('melody', 4);
  const tracks = sounds.map((sound) => storedLandmarks([sound], SOUND_RATE));
  for (const [own, sound] of sounds.entries()) {
    const piece = sound.slice(7.3 * SOUND_RATE, 12.3 * SOUND_RATE);
    for (const excerpt of soughtLandmarks([piece], SOUND_RATE)) assert.deepEqual(findIn(tracks, excerpt), [own]);
  }
});

test('a repeating beat does not identify a tune', () => {
  const [loop] = playFamily('drums', 4);
  const track = storedLandmarks([loop!], SOUND_RATE);
  for (const excerpt of soughtLandmarks([loop!], SOUND_RATE)) assert.deepEqual(findIn([track], excerpt), []);
});
