import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MODEL_RATE } from './sound-cells.ts';
import { hideUnder } from './sound-masking.ts';

const length = 2 * MODEL_RATE + 300;
const tone = (hertz: number, amplitude: number) =>
  Float32Array.from({ length }, (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / MODEL_RATE));
const energy = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0);

test('a change that the sound masks stays', () => {
  const change = tone(1_000, 0.01);
  const hidden = hideUnder(tone(1_010, 0.5), change);
  assert.equal(hidden.length, length);
  // The first frame has nothing before it and carries little. The last one is cut off.
  for (let i = MODEL_RATE / 4; i < length - 1_024; i++)
    assert.ok(Math.abs(hidden[i]! - change[i]!) < 2e-3, `sample ${i}`);
});

test('a change where the sound is quiet is lowered', () => {
  assert.ok(energy(hideUnder(tone(500, 0.5), tone(5_000, 0.01))) < 0.01 * energy(tone(5_000, 0.01)));
  assert.ok(energy(hideUnder(new Float32Array(length), tone(1_000, 0.1))) < 1e-9);
});

test('a change before a loud beginning is lowered', () => {
  const half = length >> 1;
  const sound = tone(1_010, 0.5).fill(0, 0, half);
  const hidden = hideUnder(sound, tone(1_000, 0.01));
  assert.ok(energy(hidden.subarray(0, half)) < 0.02 * energy(tone(1_000, 0.01).subarray(0, half)));
  assert.ok(energy(hidden.subarray(half)) > 0.7 * energy(tone(1_000, 0.01).subarray(half)));
});
