// Stretches of a sound without its mark: inserted sound is found to half a second, a cut does not
// count as one, silence says nothing, and a sound without the mark or at another speed has no
// result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markAudio } from './dct-audio.ts';
import { localizeSoundChanges } from './localize.ts';

const id = '5eed0fa11c0ffee5';
const rate = 24_000;

/** Notes under noise. */
function makeSound(seconds: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: seconds * rate }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const note = 220 * 2 ** ((((i >> 13) * 5 + seed) % 12) / 12);
    return 0.12 * Math.sin((2 * Math.PI * note * i) / rate) + 0.25 * (state / 2 ** 32 - 0.5);
  });
}

const marked = markAudio([makeSound(30, 1)], rate, id)![0]!;

test('a complete sound has no stretch without the mark', () => {
  assert.deepEqual(localizeSoundChanges([marked], rate, id), { seconds: 30, ranges: [] });
});

test('a replacement of three seconds is found', () => {
  const edited = marked.slice();
  edited.set(makeSound(3, 5), 12 * rate);
  const { ranges } = localizeSoundChanges([edited], rate, id)!;
  assert.equal(ranges.length, 1);
  const [{ start, end, score }] = ranges as [(typeof ranges)[number]];
  assert.ok(Math.abs(start - 12) < 0.5 && Math.abs(end - 15) < 0.5, `${start} to ${end}`);
  assert.ok(score > 0.9 && score <= 1);
});

test('a removed piece leaves two marked pieces, and added sound at the end is found to the end', () => {
  const cut = new Float32Array(marked.length - 5.3 * rate);
  cut.set(marked.subarray(0, 13 * rate));
  cut.set(marked.subarray(18.3 * rate), 13 * rate);
  assert.deepEqual(localizeSoundChanges([cut], rate, id)!.ranges, []);
  const longer = new Float32Array(34 * rate);
  longer.set(marked);
  longer.set(makeSound(4, 6), 30 * rate);
  const { ranges } = localizeSoundChanges([longer], rate, id)!;
  assert.equal(ranges.length, 1);
  assert.ok(Math.abs(ranges[0]!.start - 30) < 0.5 && ranges[0]!.end === 34, JSON.stringify(ranges));
});

test('silence is not reported', () => {
  const silenced = marked.slice().fill(0, 10 * rate, 14 * rate);
  assert.deepEqual(localizeSoundChanges([silenced], rate, id)!.ranges, []);
});

test('a sound without the mark or too short has no result', () => {
  assert.equal(localizeSoundChanges([makeSound(20, 1)], rate, id), null);
  assert.equal(localizeSoundChanges([marked.subarray(0, rate)], rate, id), null);
  assert.equal(localizeSoundChanges([], rate, id), null);
});
