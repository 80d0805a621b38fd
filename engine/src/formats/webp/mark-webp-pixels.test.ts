import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { markedBytes } from '../../../test-support/marked-bytes.ts';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { detect } from '../../watermarks/dct-image/detect.ts';
import { lumaOf } from '../../watermarks/dct-image/pixels.ts';
import { markWebpPixels } from './mark-webp-pixels.ts';
import { estimateQuality } from './vp8-quality.ts';

const id = 'feedface00000002';

async function pixels(file: Uint8Array) {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

function decibels(a: Uint8Array, b: Uint8Array): number {
  const squares = a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

function chunkNames(file: Uint8Array): string {
  return Buffer.from(file).toString('latin1');
}

for (const quality of [50, 80, 95]) {
  test(`a lossy WebP of quality ${quality} carries the mark at about its size`, async (t) => {
    const source = sharedFile(t, 'training/eval/kodak_11.jpg');
    if (!source) return;
    const file = await sharp(source).webp({ quality }).toBuffer();
    const marked = markedBytes(await markWebpPixels(file, id));
    const after = await pixels(marked);
    assert.equal(detect(new Uint8ClampedArray(lumaOf(after)), after.width, after.height)?.id, id);
    assert.ok(marked.length < 1.25 * file.length, `${marked.length} for ${file.length}`);
  });
  test(`quality ${quality} is estimated from the file within eight points`, async (t) => {
    const source = sharedFile(t, 'training/eval/kodak_11.jpg');
    if (!source) return;
    const file = await sharp(source).webp({ quality }).toBuffer();
    const at = file.indexOf('VP8 ');
    const estimate = estimateQuality(file.subarray(at + 8))!;
    assert.ok(Math.abs(estimate - quality) <= 8, `${estimate}`);
  });
}

test('a lossless WebP stays lossless, with exact alpha even if it is transparent', async (t) => {
  const source = sharedFile(t, 'training/eval/kodak_11.jpg');
  if (!source) return;
  const file = await sharp(source).ensureAlpha(0.3).webp({ lossless: true, exact: true }).toBuffer();
  const marked = markedBytes(await markWebpPixels(file, id));
  assert.ok(chunkNames(marked).includes('VP8L'));
  const before = await pixels(file);
  const after = await pixels(marked);
  assert.ok(before.data.every((value, i) => i % 4 !== 3 || after.data[i] === value));
  assert.ok(decibels(before.data, after.data) > 41);
});
