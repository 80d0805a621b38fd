import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPixels } from '../../test-support/sample-pictures.ts';
import { hashPicture, shrinkPicture } from './decode-picture.ts';
import { StillPicture } from './still-picture.ts';

const [width, height] = [320, 288];
const opaque = sharp(drawPixels(width, height, 3), { raw: { width, height, channels: 3 } });

test('the hash of a picture that is decoded already is that of its file, however it is turned', async () => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const file = await opaque.clone().withMetadata({ orientation }).png().toBuffer();
    const picture = new StillPicture(file);
    await picture.readMarkInPlace();
    const away = distance(await picture.hash(), await hashPicture(file));
    assert.ok(away <= 2, `orientation ${orientation}: ${away} bits`);
  }
});

test('colours beneath what is transparent have no part in what the networks and the hash see', async () => {
  const pixels = drawPixels(width, height, 4).map((value, i) => (i % 4 < 3 ? value : i % 3 === 0 ? 0 : 255));
  const file = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  const picture = new StillPicture(file);
  assert.deepEqual(await picture.shrink(64), await shrinkPicture(file, 64));
  assert.equal(await picture.hash(), await hashPicture(file));
});

function distance(left: string, right: string): number {
  const differing = BigInt(`0x${left}`) ^ BigInt(`0x${right}`);
  return differing.toString(2).replaceAll('0', '').length;
}
