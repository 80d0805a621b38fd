import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { isBlank } from './choose-windows.ts';
import { detect } from './detect.ts';
import { analyseLuma } from './luma-blocks.ts';
import { isTooSmallToMark, lumaOf, markPixels, type Pixels } from './pixels.ts';

const id = '5eed0fa11c0ffee5';
type Attack = (image: Sharp, picture: Pixels) => Sharp | Promise<Sharp>;

const attacks: Record<string, Attack> = {
  'nothing at all': (image) => image,
  'JPEG at quality 30': async (image) => sharp(await image.jpeg({ quality: 30 }).toBuffer()),
  'WebP at quality 50': async (image) => sharp(await image.webp({ quality: 50 }).toBuffer()),
  'half its size': (image, { width }) => image.resize(Math.round(width / 2)),
  'a third of its size': (image, { width }) => image.resize(Math.round(width / 3)),
  'twice its size': (image, { width }) => image.resize(width * 2),
  'a crop to a quarter of the area': (image, { width, height }) =>
    image.extract({ left: 101, top: 77, width: width >> 1, height: height >> 1 }),
  'a rotation by 2 degrees': (image) => image.rotate(2),
  'a rotation by 30 degrees': (image) => image.rotate(30),
  'a rotation by 107 degrees': (image) => image.rotate(107),
  'a quarter turn': (image) => image.rotate(90),
  'a mirror image': (image) => image.flop(),
  'a fifth more contrast': (image) => image.linear(1.2, -25.6),
  'a fifth less brightness': (image) => image.linear(0.8, 0),
};

async function decode(image: Sharp): Promise<Pixels & { data: Buffer }> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

function read(pixels: Pixels) {
  return detect(new Uint8ClampedArray(lumaOf(pixels)), pixels.width, pixels.height);
}

for (const [name, testPhoto] of [
  ['kodak_01', longTest],
  ['kodak_22', test],
] as const) {
  testPhoto(`the id survives in ${name}`, async (t) => {
    const file = sharedFile(t, `training/eval/${name}.jpg`);
    if (!file) return;
    const original = await decode(sharp(file));
    const marked = { ...original, data: Buffer.from(original.data) };
    markPixels(marked, id);
    for (const [attack, apply] of Object.entries(attacks)) {
      await t.test(`after ${attack}`, async () => {
        const { width, height } = marked;
        const image = sharp(marked.data, { raw: { width, height, channels: 3 } });
        assert.equal(read(await decode(await apply(image, marked)))?.id, id);
      });
    }
    await t.test('the mark costs at most 41 decibels', () => {
      const squares = marked.data.reduce((sum, value, i) => sum + (value - original.data[i]!) ** 2, 0);
      const decibels = 10 * Math.log10(255 ** 2 / (squares / marked.data.length));
      assert.ok(decibels > 41, `${decibels}`);
    });
    await t.test('the mark is not found where it was not added', () => {
      assert.equal(read(original), null);
    });
  });
}

for (const width of [497, 499, 500, 502, 503]) {
  test(`a picture ${width} pixels wide is read at twice and at half its size`, async (t) => {
    const file = sharedFile(t, 'training/eval/kodak_22.jpg');
    if (!file) return;
    const picture = await decode(sharp(file).extract({ left: 0, top: 0, width, height: 384 }));
    markPixels(picture, id);
    for (const factor of [2, 0.5]) {
      const image = sharp(picture.data, { raw: { width, height: 384, channels: 3 } });
      const size = { width: Math.round(width * factor), height: 384 * factor, fit: 'fill' } as const;
      assert.equal(read(await decode(image.resize(size)))?.id, id, `${factor}`);
    }
  });
}

test('a crop of a plain sky behind a few loud lines is read', async () => {
  const [width, height] = [960, 540];
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const line = (x * 0.45 + y) % 190 < 10 || (x * 2.6 - y + 5000) % 570 < 8;
    data.fill(line ? 40 + ((x * 7 + y * 3) % 17) : 120 + (80 * y) / height + (20 * x) / width, i * 3, i * 3 + 3);
  }
  markPixels({ data, width, height, channels: 3 }, id, { amplitude: 2 });
  const crop = sharp(data, { raw: { width, height, channels: 3 } }).extract({
    left: 10,
    top: 6,
    width: 768,
    height: 432,
  });
  assert.equal(read(await decode(sharp(await crop.jpeg({ quality: 40 }).toBuffer())))?.id, id);
});

test('noise that drowns a mark of this strength does not change', () => {
  const noise = Uint8Array.from({ length: 264 * 264 }, (_, i) => Math.imul(i ^ (i >>> 7), 2654435761) >>> 24);
  const pixels: Pixels = { data: noise.slice(), width: 264, height: 264, channels: 1 };
  assert.equal(markPixels(pixels, id, { amplitude: 0.2 }), false);
  assert.deepEqual(pixels.data, noise);
});

test('a flat picture, a blank one and a tiny one carry no mark', () => {
  assert.equal(detect(new Uint8Array(512 * 512).fill(255), 512, 512), null);
  assert.equal(detect(new Uint8Array(300 * 400), 300, 400), null);
  assert.equal(detect(new Uint8Array(16), 4, 4), null);
});

test('a picture is too small to carry a mark below 256 pixels', () => {
  assert.equal(isTooSmallToMark(255, 4000), true);
  assert.equal(isTooSmallToMark(256, 256), false);
});

test('ground of one color does not change', () => {
  const pixels: Pixels = { data: new Uint8Array(512 * 384 * 3).fill(255), width: 512, height: 384, channels: 3 };
  for (let i = 0; i < (pixels.data.length / 3) * 2; i++) pixels.data[i] = 90;
  const before = pixels.data.slice();
  assert.equal(markPixels(pixels, id), false);
  assert.deepEqual(pixels.data, before);
});

test('only areas of one shade are not searched', () => {
  const [width, height] = [600, 400];
  const luma = new Uint8ClampedArray(width * height).fill(90);
  const isLeftOut = () => isBlank(analyseLuma(luma, width, height), 2048, { x: 512, y: 256 });
  assert.ok(isLeftOut());
  luma[399 * width + 3] = 91;
  assert.ok(!isLeftOut());
});
