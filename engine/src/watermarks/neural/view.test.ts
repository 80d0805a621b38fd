import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { planesOf } from './small-picture.ts';
import { planesOfView, resample, viewOf } from './view.ts';

const side = 512;
const picture = { pixels: new Uint8Array(drawPixels(side, side, 3)), side, orientation: 1 };

test('a view at another side matches the output of sharp', async () => {
  const raw = { raw: { width: side, height: side, channels: 3 } } as const;
  for (const other of [256, 128, 320]) {
    const { luma } = resample(viewOf(picture), other);
    const resized = sharp(picture.pixels, raw).resize(other, other, { fit: 'fill', kernel: 'linear' });
    const theirs = viewOf({ pixels: await resized.raw().toBuffer(), side: other, orientation: 1 });
    const differences = luma.map((value, i) => Math.abs(value - theirs.luma[i]!)).sort();
    const most = differences[Math.floor(differences.length * 0.99)]!;
    assert.ok(most <= 2, `${other}: ${most} levels`);
  }
});

test('an even view stays even', () => {
  const even = { luma: new Float32Array(side * side).fill(77), side };
  assert.ok(resample(even, 192).luma.every((value) => Math.abs(value - 77) < 0.001));
});

test('a view turns with its picture', () => {
  const small = { pixels: new Uint8Array(drawPixels(64, 64, 3)), side: 64, orientation: 1 };
  for (let orientation = 1; orientation <= 8; orientation++) {
    const [red, green, blue] = [0, 1, 2].map((c) =>
      planesOf(small, orientation).subarray(c * 64 * 64, (c + 1) * 64 * 64),
    );
    const planes = planesOfView(viewOf(small), orientation);
    for (const at of [0, 63, 1000, 4095]) {
      const wanted = 0.299 * red![at]! + 0.587 * green![at]! + 0.114 * blue![at]!;
      for (let c = 0; c < 3; c++) assert.ok(Math.abs(planes[c * 64 * 64 + at]! - wanted) < 1e-5);
    }
  }
});
