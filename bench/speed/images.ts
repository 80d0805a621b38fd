// The recipes for signing and verifying a JPEG, compared with sharp's plain decode + encode of the
// same file in the same run, and the blind search per megapixel. Figures are medians. Compare
// ratios across machines, not milliseconds. Usage: npm run bench -- speed/images [rounds, default
// 7]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { verify } from '../../engine/src/verify.ts';
import { detect } from '../../engine/src/watermarks/dct-image/detect.ts';
import { lumaBytesOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { RecordShelf } from '../../engine/test-support/record-shelf.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { pixelsOf } from '../robustness/image-attacks.ts';

sharp.concurrency(1);
const photos = join(import.meta.dirname, '../../../shared/media/photos');
const rounds = Number(process.argv[2] ?? 7);
const header = ['photo', 'megapixels', 'measure', 'sharp ms', 'sign ×', 'verify ×', 'blind ms/MP'];
const rows: string[][] = [];

// Twelve megapixels first; then the others by size.
for (const name of ['IMG_20200608_111614.jpg', 'Dragonfly_by_Bolly.jpg', 'Storm.jpg', 'IMG_1054.JPG']) {
  const file = readFileSync(join(photos, name));
  const shelf = new RecordShelf();
  const signed = await shelf.sign(file);
  const { data, width, height } = await pixelsOf(sharp(file));
  const luma = lumaBytesOf({ data, width, height, channels: 3 });
  const kinds: Record<string, () => unknown> = {
    plain: async () =>
      sharp(await sharp(file).raw().toBuffer(), { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 90 })
        .toBuffer(),
    sign: () => shelf.sign(file),
    verify: () => verify(signed.bytes, {}, shelf),
    blind: () => detect(luma, width, height),
  };
  const times: Record<string, { wall: number; processor: number }[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const [kind, work] of Object.entries(kinds)) {
      times[kind] ??= [];
      times[kind].push(await timesOf(work));
    }
  }
  // Processor time of all threads is the fairer measure on a busy machine, because sharp works next
  // to the main thread.
  for (const measure of ['wall', 'processor'] as const) {
    const of = (kind: string) => median(times[kind]!.map((each) => each[measure]));
    const megapixels = (width * height) / 1e6;
    rows.push([
      name,
      megapixels.toFixed(1),
      measure,
      of('plain').toFixed(0),
      (of('sign') / of('plain')).toFixed(2),
      (of('verify') / of('plain')).toFixed(2),
      (of('blind') / megapixels).toFixed(0),
    ]);
  }
}
console.log(formatTable([header, ...rows]));
console.log(
  '\nBars, at 12 megapixels: sign 1.5, verify 1.0; blind search of a picture without a mark 300 ms a megapixel.',
);
console.log(keepFigures('speed-images', { rounds, header, rows }));

async function timesOf(work: () => unknown): Promise<{ wall: number; processor: number }> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, processor: (user + system) / 1000 };
}
