// A PNG that cannot contain the pixels that it claims, and one that just can.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { BrokenMedia } from '../../containers/broken-media.ts';
import { pngFormat } from './png-format.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#345' } })
    .png({ compressionLevel: 9 })
    .toBuffer();

test('a few bytes that claim megapixels are not decoded', async () => {
  const file = await blank(128, 96);
  file.writeUInt32BE(131_136, 20);
  for (const look of [
    pngFormat.perceptualHash!(file),
    pngFormat.watermark!.read(file),
    pngFormat.watermark!.readInPlace!(file),
  ])
    await assert.rejects(look, BrokenMedia);
});

test('a picture of one shade, which compresses best, is examined', async () => {
  const file = await blank(1_000, 750);
  assert.ok(file.length < 8_000);
  assert.match((await pngFormat.perceptualHash!(file)) ?? '', /^[0-9a-f]{16}$/);
  assert.equal(await pngFormat.watermark!.read(file), null);
});
