import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { decodeCoefficients } from '../../formats/jpeg/coefficients.ts';
import { markCoefficients } from '../../formats/jpeg/mark-coefficients.ts';
import { enlargeInStrips } from './residual.ts';
import { SIDE } from './small-picture.ts';

// Waves of about ten pixels, two levels high: like a residual, and known at every place.
const values = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
  const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
  return 2 * Math.sin(x / 3) * Math.cos(y / 4) + Math.sin((x + y) / 7);
});
const residual = { values, power: values.reduce((sum, value) => sum + value * value, 0) / values.length };

function plainly(width: number, height: number, x: number, y: number): number {
  const clamp = (value: number) => Math.min(Math.max(value, 0), SIDE - 1);
  const [sx, sy] = [clamp(((x + 0.5) * SIDE) / width - 0.5), clamp(((y + 0.5) * SIDE) / height - 0.5)];
  const [left, top] = [Math.floor(sx), Math.floor(sy)];
  const at = (column: number, row: number) => values[clamp(row) * SIDE + clamp(column)]!;
  const across = (row: number) => at(left, row) + (sx - left) * (at(left + 1, row) - at(left, row));
  return across(top) + (sy - top) * (across(top + 1) - across(top));
}

test('the residual is enlarged bilinearly, pixel centers on pixel centers, and keeps its power', () => {
  for (const [width, height] of [
    [256, 256],
    [403, 311],
    [1280, 999],
  ] as const) {
    const luma = new Float32Array(width * height);
    enlargeInStrips(residual, width, height).addTo(luma);
    const gain = luma[5 * width + 7]! / plainly(width, height, 7, 5);
    for (let at = 0; at < luma.length; at += 101) {
      const wanted = gain * plainly(width, height, at % width, Math.floor(at / width));
      assert.ok(Math.abs(luma[at]! - wanted) < 0.01, `${width}×${height} at ${at}: ${luma[at]} for ${wanted}`);
    }
    const power = luma.reduce((sum, value) => sum + value * value, 0) / luma.length;
    assert.ok(Math.abs(power / residual.power - 1) < 0.05, `${power} for ${residual.power}`);
  }
});

for (const quality of [92, 60]) {
  test(`a JPEG of quality ${quality} takes the residual with its power, equally in all its codings`, async () => {
    const [width, height] = [523, 390];
    const image = sharp(drawPixels(width, height, 3), { raw: { width, height, channels: 3 } });
    const luma = new Float32Array(width * height);
    enlargeInStrips(residual, width, height).addTo(luma);
    const pictures = [];
    for (const progressive of [false, true]) {
      const file = await image.clone().jpeg({ quality, progressive }).toBuffer();
      const before = await sharp(file).greyscale().raw().toBuffer();
      const marked = markCoefficients(decodeCoefficients(file), '0123456789abcdef', { residual })!;
      assert.equal(marked.resilient, true);
      const after = await sharp(marked.bytes, { failOn: 'warning' }).greyscale().raw().toBuffer();
      pictures.push(after);
      const changes = Float32Array.from(after, (value, i) => value - before[i]!);
      const product = changes.reduce((sum, value, i) => sum + value * luma[i]!, 0);
      // How much of the residual the picture has. Coarse steps take some of it, and the other mark
      // adds its own.
      const share = product / luma.reduce((sum, value) => sum + value * value, 0);
      assert.ok(share > (quality > 90 ? 0.9 : 0.6) && share < 1.1, `${share}`);
    }
    assert.ok(pictures[0]!.equals(pictures[1]!), 'sequential and progressive differ');
  });
}
