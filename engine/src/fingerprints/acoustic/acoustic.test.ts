// The acoustic fingerprint on real sounds: excerpts are found at any rate, cut and noise. Other
// sounds are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { wavFormat } from '../../formats/wav/wav-format.ts';
import { type Landmarks, soughtLandmarks, storedLandmarks } from './landmarks.ts';
import { mixDown, SOUND_RATE } from './mono-sound.ts';
import { type FoundLandmark, findMatches } from './rank-tracks.ts';

const speech = 'media/audio/demo-instruct.wav';
const jingle = 'media/audio/debian.wav';

/** An index of whole sounds by number. */
function findIn(tracks: readonly Landmarks[], excerpt: Landmarks): number[] {
  const all: FoundLandmark[] = tracks.flatMap(({ hashes, times }, track) =>
    Array.from(hashes, (hash, place) => ({ hash, track, time: times[place]! })),
  );
  return findMatches(excerpt, all).map(({ track }) => track);
}

function excerptOf(sound: Float32Array, start: number, length = 5 * SOUND_RATE): Float32Array {
  return sound.slice(start, start + length);
}

test('five seconds are found from any sample, even with noise at 10 dB', (t) => {
  const files = [sharedFile(t, speech), sharedFile(t, jingle)];
  if (files.some((file) => !file)) return;
  const sounds = files.map((file) => wavFormat.readSound!(file!)!);
  const tracks = sounds.map(({ channels, sampleRate }) => storedLandmarks(channels, sampleRate));
  const whole = mixDown(sounds[0]!.channels, sounds[0]!.sampleRate);
  for (const start of [0, 77_777, 123_457, 250_001, 400_003]) {
    const excerpt = excerptOf(whole, start);
    const power = excerpt.reduce((sum, value) => sum + value * value, 0) / excerpt.length;
    // Evenly spread noise of a tenth of the power.
    const noisy = excerpt.map(
      (value, i) => value + Math.sqrt(0.3 * power) * (((i * 7919 + i * i * 104_729) % 2001) / 1000 - 1),
    );
    for (const sound of [excerpt, noisy]) {
      assert.deepEqual(findIn(tracks, [...soughtLandmarks([sound], SOUND_RATE)][0]!), [0], `from sample ${start}`);
    }
  }
});

test('the same sound at other rates and with more channels has nearly all the same landmarks', (t) => {
  const file = sharedFile(t, jingle);
  if (!file) return;
  const { channels, sampleRate } = wavFormat.readSound!(file)!;
  const stored = storedLandmarks(channels, sampleRate);
  assert.ok(stored.hashes.length > 100);
  const doubled = channels[0]!;
  const slower = Float32Array.from({ length: doubled.length * 2 }, (_, i) => doubled[i >> 1]!);
  for (const [other, rate] of [
    [[doubled, doubled, doubled], sampleRate],
    [[slower], sampleRate * 2],
  ] as const) {
    const excerpt = [...soughtLandmarks(other, rate)][0]!;
    assert.deepEqual(findIn([stored], excerpt), [0]);
  }
});

test('silence, a steady tone and a few samples have no landmarks that match anything', () => {
  const tone = Float32Array.from({ length: 10 * SOUND_RATE }, (_, i) => 0.5 * Math.sin(i / 7));
  const sounds = [new Float32Array(80_000), tone, Float32Array.of(0.1, -0.1)];
  const tracks = sounds.map((sound) => storedLandmarks([sound], SOUND_RATE));
  assert.deepEqual(tracks[0]!.hashes.length, 0);
  for (const sound of sounds) {
    for (const excerpt of soughtLandmarks([sound], SOUND_RATE)) assert.deepEqual(findIn(tracks, excerpt), []);
  }
});

test('the search for a long sound uses a few excerpts, including the first and the last', () => {
  const long = Float32Array.from({ length: 300 * SOUND_RATE }, (_, i) => Math.sin(i * (1 + ((i >> 13) % 7))) * 0.3);
  assert.ok([...soughtLandmarks([long], SOUND_RATE)].length <= 6);
});
