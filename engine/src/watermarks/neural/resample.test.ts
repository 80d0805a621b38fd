import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPixels } from '../../../test-support/sample-pictures.ts';
import { resample } from './resample.ts';

const side = 640;
const pixels = new Uint8Array(drawPixels(side, side, 3));

test('a picture at another side is what sharp makes of it, within the rounding of two passes', async () => {
  const raw = { raw: { width: side, height: side, channels: 3 } } as const;
  for (const other of [256, 128, 320]) {
    const mine = resample({ pixels, side, orientation: 1 }, other);
    assert.deepEqual([mine.side, mine.pixels.length], [other, other * other * 3]);
    const theirs = await sharp(pixels, raw).resize(other, other, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
    const differences = theirs.map((value, i) => Math.abs(value - mine.pixels[i]!)).sort();
    const most = differences[Math.floor(differences.length * 0.99)]!;
    assert.ok(most <= 2, `${other}: ${most} levels`);
  }
});

test('at its own side a picture is itself; an even one stays even', () => {
  const even = { pixels: new Uint8Array(side * side * 3).fill(77), side, orientation: 1 };
  assert.equal(resample(even, side), even);
  assert.ok(resample(even, 192).pixels.every((value) => value === 77));
});
