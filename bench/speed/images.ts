// Signing and verifying a JPEG against sharp's plain decode + encode of the same file in the same run, the blind search per
// megapixel, and the hash search. Figures are medians; ratios hold across machines, milliseconds do not.
// Usage: node bench/speed/images.ts [--hashes=10000000]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { HashIndex } from '../../engine/src/fingerprints/perceptual-hash/hash-index.ts';
import { decodeCoefficients } from '../../engine/src/formats/jpeg/coefficients.ts';
import { hashCoefficients } from '../../engine/src/formats/jpeg/hash-coefficients.ts';
import { markCoefficients, readCoefficientMark } from '../../engine/src/formats/jpeg/mark-coefficients.ts';
import { detect } from '../../engine/src/watermarks/dct-image/detect.ts';
import { lumaOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { pixelsOf } from '../robustness/image-attacks.ts';

sharp.concurrency(1);
const shared = join(import.meta.dirname, '../../../shared');
const rounds = 5;
const id = '0123456789abcdef';
const rows: Record<string, string | number>[] = [];

for (const name of ['IMG_20200608_111614.jpg', 'Dragonfly_by_Bolly.jpg', 'Storm.jpg', 'IMG_1054.JPG']) {
  const file = readFileSync(join(shared, 'media/photos', name));
  const signed = sign(file);
  const picture = await pixelsOf(sharp(file));
  const luma = new Uint8ClampedArray(lumaOf({ ...picture, channels: 3 }));
  const kinds: Record<string, () => unknown> = {
    plain: async () =>
      sharp(await sharp(file).raw().toBuffer(), raw(picture))
        .jpeg({ quality: 90 })
        .toBuffer(),
    sign: () => sign(file),
    verify: () => readCoefficientMark(decodeCoefficients(signed)),
    blind: () => detect(luma, picture.width, picture.height),
  };
  const megapixels = (picture.width * picture.height) / 1e6;
  for (const [measure, clock] of Object.entries({ wall: time, processor: processorTime })) {
    const times: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round++) {
      for (const [kind, work] of Object.entries(kinds)) {
        times[kind] ??= [];
        times[kind].push(await clock(work));
      }
    }
    const of = (kind: string) => median(times[kind]!);
    rows.push({
      photo: name,
      megapixels: megapixels.toFixed(1),
      measure,
      'sharp ms': Math.round(of('plain')),
      'sign ×': (of('sign') / of('plain')).toFixed(2),
      'verify ×': (of('verify') / of('plain')).toFixed(2),
      'blind, nothing there, ms/MP': Math.round(of('blind') / megapixels),
    });
  }
}
console.table(rows);
const searches = await hashSearches(
  Number(process.argv.find((each) => each.startsWith('--hashes='))?.slice(9) ?? 1_000_000),
);
console.table(searches);
const folder = join(import.meta.dirname, '../results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'speed-images.json'), JSON.stringify({ rows, searches }, null, 2));

function sign(file: Uint8Array): Uint8Array {
  const image = decodeCoefficients(file);
  hashCoefficients(image);
  return markCoefficients(image, id)!;
}

function raw({ width, height }: { width: number; height: number }) {
  return { raw: { width, height, channels: 3 as const } };
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

// Processor milliseconds of all threads: on a busy machine the fairer measure, since sharp works beside the main thread.
async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

// Scattered hashes, and clustered ones: a thousand variants around each picture, as near-duplicates are in life.
async function hashSearches(count: number) {
  const table: Record<string, string | number>[] = [];
  for (const kind of ['scattered', 'clustered']) {
    const index = new HashIndex();
    const centres = Array.from({ length: Math.ceil(count / 1000) }, randomHash);
    const sought: string[] = [];
    const hashes = function* () {
      for (let i = 0; i < count; i++) {
        const centre = centres[Math.floor(Math.random() * centres.length)]!;
        const hash = kind === 'scattered' ? randomHash() : flip(centre, Math.random() * 12);
        if (i % Math.ceil(count / 300) === 0) sought.push(flip(hash, 6));
        yield hash;
      }
    };
    await index.addAll(hashes());
    const milliseconds: number[] = [];
    for (const hash of sought) milliseconds.push(await time(() => index.search(hash)));
    milliseconds.sort((a, b) => a - b);
    const at = (share: number) => milliseconds[Math.floor(share * milliseconds.length)]!.toFixed(3);
    table.push({ hashes: count, kind, 'median ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) });
  }
  return table;
}

function randomHash(): string {
  const half = () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return half() + half();
}

function flip(hash: string, bits: number): string {
  let high = Number.parseInt(hash.slice(0, 8), 16);
  let low = Number.parseInt(hash.slice(8), 16);
  for (let i = 0; i < Math.floor(bits); i++) {
    const place = Math.floor(Math.random() * 64);
    if (place < 32) low ^= 1 << place;
    else high ^= 1 << (place - 32);
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
