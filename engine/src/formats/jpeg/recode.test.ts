import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { decodeCoefficients, type JpegCoefficients } from './coefficients.ts';
import { markCoefficients, readCoefficientMark } from './mark-coefficients.ts';
import { recode } from './recode.ts';
import { MARKER } from './segments.ts';

const id = '00c0ffee00c0ffee';
const mark = (file: Uint8Array, id: string) => markCoefficients(decodeCoefficients(file), id)?.bytes ?? null;
const photos = ['Dune.jpg', 'IMG_1054.JPG', 'Wood.jpg', 'picosdeeuropa_by_Aitzol_Berasategi.jpg'];

for (const name of photos) {
  test(`${name} is encoded again byte for byte if nothing changed`, (t) => {
    const file = sharedFile(t, `media/photos/${name}`);
    if (!file) return;
    const again = Buffer.from(recode(decodeCoefficients(file), [0], 6, 9));
    // A progressive file gets tables made to measure, in their own segments. Its scans must still
    // be the same size.
    if (decodeCoefficients(file).frame.progressive) assert.deepEqual(planes(again), planes(file));
    else assert.ok(again.equals(file));
  });
}

const variants: Record<string, (image: Sharp) => Sharp> = {
  'baseline 4:2:0': (image) => image.jpeg({ quality: 75 }),
  'baseline 4:4:4': (image) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  'optimised tables': (image) => image.jpeg({ quality: 80, optimiseCoding: true }),
  progressive: (image) => image.jpeg({ quality: 85, progressive: true }),
  'progressive by mozjpeg': (image) => image.jpeg({ quality: 70, mozjpeg: true }),
  greyscale: (image) => image.greyscale().jpeg({ quality: 85 }),
  'progressive greyscale': (image) => image.greyscale().jpeg({ quality: 85, progressive: true }),
  CMYK: (image) => image.toColourspace('cmyk').jpeg({ quality: 85 }),
  'low quality': (image) => image.jpeg({ quality: 40 }),
};

for (const [name, encode] of Object.entries(variants)) {
  test(`a ${name} file carries the mark and changes nowhere else`, async (t) => {
    const source = sharedFile(t, 'training/eval/kodak_22.jpg');
    if (!source) return;
    const file = await encode(sharp(source).resize(517, 389, { fit: 'fill' })).toBuffer();
    const marked = mark(file, id);
    assert.ok(marked);
    assert.equal(readCoefficientMark(decodeCoefficients(marked))?.id, id);
    assert.equal(readCoefficientMark(decodeCoefficients(file)), null);
    assert.deepEqual(otherSegments(marked), otherSegments(file));
    assertOnlyMarkedPositionsDiffer(decodeCoefficients(file), decodeCoefficients(marked));
    const pixels = await sharp(marked, { failOn: 'warning' }).raw().toBuffer();
    assert.equal(pixels.length, (await sharp(file).raw().toBuffer()).length);
  });
}

test('restart intervals are read and written at the same places', async (t) => {
  const source = sharedFile(t, 'training/eval/kodak_09.jpg');
  if (!source) return;
  const plain = decodeCoefficients(await sharp(source).jpeg({ quality: 80 }).toBuffer());
  const file = withRestarts(plain, 7);
  const count = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\xff[\xd0-\xd7]/g)?.length ?? 0;
  assert.ok(count(file) > 100);
  assert.deepEqual(planes(file), planes(plain.file));
  const marked = mark(file, id)!;
  assert.equal(count(marked), count(file));
  assert.equal(readCoefficientMark(decodeCoefficients(marked))?.id, id);
  await sharp(marked, { failOn: 'warning' }).raw().toBuffer();
});

test('bytes after the end of the picture are kept', (t) => {
  const file = sharedFile(t, 'training/eval/kodak_02.jpg');
  if (!file) return;
  const marked = mark(Buffer.concat([file, Buffer.from('a second picture')]), id)!;
  assert.equal(Buffer.from(marked).subarray(-16).toString(), 'a second picture');
});

test('a file that is marked twice carries the second id', (t) => {
  const file = sharedFile(t, 'training/eval/kodak_22.jpg');
  if (!file) return;
  const twice = mark(mark(file, '1111222233334444')!, id)!;
  assert.equal(readCoefficientMark(decodeCoefficients(twice))?.id, id);
});

function planes(file: Uint8Array): Buffer[] {
  const { workspace, frame, planes } = decodeCoefficients(file);
  return frame.components.map(({ storedColumns, storedRows }, i) =>
    Buffer.from(workspace.bytes(planes[i]!, storedColumns * storedRows * 128)),
  );
}

function otherSegments(file: Uint8Array): string[] {
  const { list } = decodeCoefficients(file);
  return list.segments
    .filter(({ marker }) => marker !== MARKER.DHT)
    .map(({ start, headerEnd }) => Buffer.from(file.subarray(start, headerEnd)).toString('hex'));
}

function assertOnlyMarkedPositionsDiffer(before: JpegCoefficients, after: JpegCoefficients): void {
  const separate = before.frame.components.length === 4 && before.adobeTransform === 0;
  before.frame.components.forEach(({ storedColumns, storedRows }, i) => {
    const count = storedColumns * storedRows * 64;
    const a = before.workspace.shorts(before.planes[i]!, count);
    const b = after.workspace.shorts(after.planes[i]!, count);
    let changed = 0;
    for (let k = 0; k < count; k++) {
      if (a[k] === b[k]) continue;
      changed++;
      assert.ok((k & 63) >= 6 && (k & 63) <= 9 && (i === 0 || (separate && i < 3)), `component ${i}, zigzag ${k & 63}`);
    }
    if (i === 0) assert.ok(changed > 0);
  });
}

// The same picture with a DRI segment: the encoder uses the interval of its scans.
function withRestarts(image: JpegCoefficients, interval: number): Buffer {
  for (const scan of image.scans) scan.restartInterval = interval;
  const file = Buffer.from(recode(image, [0], 0, 63));
  const at = image.scans[0]!.segment.start;
  return Buffer.concat([file.subarray(0, at), Buffer.from([0xff, 0xdd, 0, 4, 0, interval]), file.subarray(at)]);
}

test('a file that is too coarse for a readable mark does not change', async (t) => {
  const source = sharedFile(t, 'training/eval/kodak_22.jpg');
  if (!source) return;
  assert.equal(mark(await sharp(source).jpeg({ quality: 5 }).toBuffer(), id), null);
});

test('a structure that cannot carry a mark is not an error', () => {
  const image = { frame: { components: [{}, {}] }, adobeTransform: null } as unknown as JpegCoefficients;
  assert.equal(markCoefficients(image, id), null);
});
