import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { perceptualHash } from './perceptual-hash.ts';

async function hashOf(image: Sharp): Promise<string> {
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
  return perceptualHash(data, info.width);
}

function distance(a: string, b: string): number {
  const difference = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  return difference.toString(2).replaceAll('0', '').length;
}

const photos = ['kodak_01', 'kodak_05', 'kodak_09', 'kodak_22', 'hr_004420'];

for (const name of photos) {
  test(`${name} keeps its hash within distance 8 when scaled, compressed or brightened`, async (t) => {
    const file = sharedFile(t, `training/eval/${name}.jpg`);
    if (!file) return;
    const hash = await hashOf(sharp(file));
    assert.match(hash, /^[0-9a-f]{16}$/);
    for (const changed of [
      sharp(file).resize(300),
      sharp(await sharp(file).jpeg({ quality: 30 }).toBuffer()),
      sharp(file).linear(0.9, 12),
    ]) {
      assert.ok(distance(hash, await hashOf(changed)) <= 8);
    }
  });
}

test('different photos are far apart', async (t) => {
  const files = photos.map((name) => sharedFile(t, `training/eval/${name}.jpg`));
  if (files.some((file) => !file)) return;
  const hashes = await Promise.all(files.map((file) => hashOf(sharp(file!))));
  for (const a of hashes) for (const b of hashes) if (a !== b) assert.ok(distance(a, b) > 16, `${a} ${b}`);
});

test('means of 8×8 blocks give the hash of their pixels, at any size', () => {
  const width = 517;
  const height = 389;
  const pixel = (x: number, y: number) =>
    128 + 90 * Math.sin(x / 37) * Math.cos(y / 53) + 20 * Math.sin((x * y) / 4000);
  const pixels = Float32Array.from({ length: width * height }, (_, i) => pixel(i % width, Math.floor(i / width)));
  const columns = Math.ceil(width / 8);
  const rows = Math.ceil(height / 8);
  const means = Float32Array.from({ length: columns * rows }, (_, i) => {
    const left = (i % columns) * 8;
    const top = Math.floor(i / columns) * 8;
    let sum = 0;
    let count = 0;
    for (let y = top; y < Math.min(top + 8, height); y++) {
      for (let x = left; x < Math.min(left + 8, width); x++, count++) sum += pixels[y * width + x]!;
    }
    return sum / count;
  });
  const apart = distance(perceptualHash(pixels, width), perceptualHash(means, columns, width / 8, height / 8));
  assert.ok(apart <= 2, `${apart}`);
});

test('blank pictures and pictures smaller than the hash have a hash too', () => {
  assert.match(perceptualHash(new Uint8Array(5 * 3).fill(7), 5), /^[0-9a-f]{16}$/);
  assert.match(perceptualHash(new Uint8Array(1), 1), /^[0-9a-f]{16}$/);
});
