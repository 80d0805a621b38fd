import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPixels } from '../../test-support/sample-pictures.ts';
import { shrinkPicture } from './decode-picture.ts';
import { StillPicture } from './still-picture.ts';

const [width, height] = [320, 288];

test('colors under transparent parts do not affect what the networks see', async () => {
  const pixels = drawPixels(width, height, 4).map((value, i) => (i % 4 < 3 ? value : i % 3 === 0 ? 0 : 255));
  const file = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const picture = new StillPicture(file);
  assert.deepEqual(await picture.shrink(64), await shrinkPicture(file, 64));
});
