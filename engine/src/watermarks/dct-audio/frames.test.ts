import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Workspace } from '../../kernels/workspace.ts';
import { BLOCK_SAMPLES, BlockSpectra } from './block-spectra.ts';
import { FRAME_BINS, FRAME_SIZE, FrameTransform, LANES } from './frames.ts';
import { resample } from './resample.ts';

const tones = (length: number, hertz: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * hertz * i) / 24_000));
const scatter = (seed: number) => (_: unknown, i: number) => Math.sin((i + seed) ** 2 % 1000);

test('a coefficient is the sum that defines the modified discrete cosine transform', () => {
  const workspace = new Workspace();
  const frames = new FrameTransform(workspace);
  const sound = Float32Array.from({ length: FRAME_SIZE + 3 * FRAME_BINS }, scatter(1));
  const [left, right] = [workspace.keep(sound), workspace.keep(new Float32Array(sound.length))];
  const [ofLeft, ofRight] = [workspace.reserve(4 * LANES * FRAME_BINS), workspace.reserve(4 * LANES * FRAME_BINS)];
  frames.analyse(left, right, ofLeft, ofRight);
  const [k, lane] = [37, 2];
  const expected = sound.subarray(lane * FRAME_BINS, lane * FRAME_BINS + FRAME_SIZE).reduce((sum, value, n) => {
    const window = Math.sin((Math.PI * (n + 0.5)) / FRAME_SIZE);
    return sum + window * value * Math.cos((Math.PI / FRAME_BINS) * (n + 0.5 + FRAME_BINS / 2) * (k + 0.5));
  }, 0);
  const found = workspace.floats(ofLeft, LANES * FRAME_BINS)[k * LANES + lane]!;
  assert.ok(Math.abs(found - expected * Math.sqrt(2 / FRAME_BINS)) < 1e-4);
  assert.ok(workspace.floats(ofRight, LANES * FRAME_BINS).every((value) => Math.abs(value) < 1e-4));
});

test('a block whose cells change by all of themselves is the sound within the bands, with its energy', () => {
  const sounds = [tones(BLOCK_SAMPLES, 1000), tones(BLOCK_SAMPLES, 3000), tones(BLOCK_SAMPLES, 5000)];
  const spectra = new BlockSpectra(sounds.length);
  const { powers, energy } = spectra.analyse(sounds, 0);
  const back = sounds.map((sound) => new Float32Array(sound.length));
  spectra.addChanges(
    powers.map(() => 1),
    back,
    0,
  );
  for (const [c, sound] of sounds.entries()) {
    for (let i = FRAME_BINS; i < sound.length - FRAME_SIZE; i++) assert.ok(Math.abs(sound[i]! - back[c]![i]!) < 5e-3);
  }
  const held = powers.reduce((sum, power) => sum + power, 0);
  const signal = sounds.flatMap((sound) => [...sound]).reduce((sum, value) => sum + value * value, 0);
  assert.ok(Math.abs(held / signal - 1) < 0.01 && Math.abs(energy / signal - 1) < 0.01);
});

test('a tone keeps pitch, phase and loudness from one rate to another and back', () => {
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
