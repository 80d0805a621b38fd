import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addFrame, FRAME_BINS, FRAME_SIZE, toCosines } from './frames.ts';
import { resample } from './resample.ts';

const scatter = (seed: number) => (_: unknown, i: number) => Math.sin((i + seed) ** 2 % 1000);

test('a coefficient is the sum that defines the modified discrete cosine transform', () => {
  const sound = Float32Array.from({ length: FRAME_SIZE }, scatter(1));
  const [left, right] = [new Float32Array(FRAME_BINS), new Float32Array(FRAME_BINS)];
  toCosines(sound, undefined, 0, left, right);
  const k = 37;
  const expected = sound.reduce((sum, value, n) => {
    const window = Math.sin((Math.PI * (n + 0.5)) / FRAME_SIZE);
    return sum + window * value * Math.cos((Math.PI / FRAME_BINS) * (n + 0.5 + FRAME_BINS / 2) * (k + 0.5));
  }, 0);
  assert.ok(Math.abs(left[k]! - expected * Math.sqrt(2 / FRAME_BINS)) < 1e-4);
  assert.ok(right.every((value) => Math.abs(value) < 1e-4));
});

test('frames give two channels back, and hold their energy', () => {
  const length = FRAME_SIZE * 4;
  const sounds = [Float32Array.from({ length }, scatter(1)), Float32Array.from({ length }, scatter(99))] as const;
  const back = [new Float32Array(length), new Float32Array(length)] as const;
  const [a, b] = [new Float32Array(FRAME_BINS), new Float32Array(FRAME_BINS)];
  for (let start = 0; start + FRAME_SIZE <= length; start += FRAME_BINS) {
    toCosines(sounds[0], sounds[1], start, a, b);
    addFrame(a, b, back[0], back[1], start);
  }
  for (const [c, sound] of sounds.entries()) {
    for (let i = FRAME_BINS; i < length - FRAME_BINS; i++) assert.ok(Math.abs(sound[i]! - back[c]![i]!) < 1e-4);
  }
});

test('a tone keeps height, phase and loudness from one rate to another and back', () => {
  const tone = (rate: number) =>
    Float32Array.from({ length: rate / 2 }, (_, i) => Math.sin((2 * Math.PI * 1000 * i) / rate));
  for (const rate of [8000, 11_025, 44_100, 192_000]) {
    const common = resample(tone(rate), rate, 24_000, 12_000);
    const again = resample(common, 24_000, rate, rate / 2);
    const [wanted, original] = [tone(24_000), tone(rate)];
    for (let i = 1000; i < 11_000; i++) assert.ok(Math.abs(common[i]! - wanted[i]!) < 2e-3, `${rate} Hz, sample ${i}`);
    for (let i = rate / 10; i < rate / 3; i++)
      assert.ok(Math.abs(again[Math.floor(i)]! - original[Math.floor(i)]!) < 4e-3);
  }
});
