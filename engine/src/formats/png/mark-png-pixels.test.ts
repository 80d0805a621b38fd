import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { markedBytes } from '../../../test-support/marked-bytes.ts';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { detect } from '../../watermarks/dct-image/detect.ts';
import { lumaOf } from '../../watermarks/dct-image/pixels.ts';
import { markPngPixels } from './mark-png-pixels.ts';

const id = 'feedface00000001';

async function readBack(file: Uint8Array): Promise<string | undefined> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luma = new Uint8ClampedArray(lumaOf({ data, width: info.width, height: info.height, channels: info.channels }));
  return detect(luma, info.width, info.height)?.id;
}

const kinds: Record<string, (image: Sharp) => Sharp> = {
  truecolour: (image) => image.png(),
  greyscale: (image) => image.greyscale().png(),
  palette: (image) => image.png({ palette: true, colours: 64 }),
  '16-bit truecolour': (image) => image.toColourspace('rgb16').png(),
  '16-bit greyscale': (image) => image.toColourspace('grey16').png(),
  'with alpha': (image) => image.ensureAlpha(0.5).png(),
};

for (const [kind, encode] of Object.entries(kinds)) {
  test(`a ${kind} PNG carries the mark and keeps its depth`, async (t) => {
    const source = sharedFile(t, 'training/eval/kodak_22.jpg');
    if (!source) return;
    const file = await encode(sharp(source)).toBuffer();
    const marked = markedBytes(await markPngPixels(file, id));
    assert.equal(await readBack(marked), id);
    const before = await sharp(file).metadata();
    const after = await sharp(marked).metadata();
    for (const key of ['width', 'height', 'depth', 'hasAlpha', 'channels'] as const) {
      if (kind !== 'palette' || key !== 'channels') assert.equal(after[key], before[key], key);
    }
    assert.equal(marked[24], file[24], 'bit depth in the header');
  });
}

test('16-bit shades between the 8-bit ones survive, and alpha too', async () => {
  const [width, height] = [256, 256];
  const samples = Uint16Array.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? (i * 37) % 65536 : 20000 + ((i * 13) % 20011),
  );
  const file = await sharp(samples, { raw: { width, height, channels: 4 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
  const marked = markedBytes(await markPngPixels(file, id));
  const raw = await sharp(marked).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer();
  const after = new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2);
  assert.ok(
    samples.every((value, i) => i % 4 !== 3 || after[i] === value),
    'alpha is untouched',
  );
  const fine = after.filter((value, i) => i % 4 !== 3 && value % 257 !== 0).length;
  assert.ok(fine > samples.length / 2);
});
