// What both marks of a picture cost at default settings: Butteraugli at screen size and at full size, SSIM and PSNR of luma, and
// the size of the file. Three sets that took no part in tuning: photographs, drawn pictures, screens of text.
// Usage: npm run bench -- robustness/visibility. SET=tuning measures other pictures, for choosing strengths; PICTURES=6 the first
// six of each set; ONLY=drawn one set; OUT_FOLDER=… writes the worst pictures beside their originals; VISIBILITY_FOLDER=… keeps
// the downloads. Needs Debian's apt-get, butteraugli and pdftoppm.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { sign } from '../../engine/src/sign.ts';
import { generateSigningSeed, signMessage } from '../../engine/src/signatures/ml-dsa.ts';
import { lumaOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { butteraugli, expectButteraugli } from './butteraugli.ts';
import { open, type Picture, pixelsOf } from './image-attacks.ts';
import { decibels, structuralSimilarity } from './picture-likeness.ts';
import {
  CACHE,
  download,
  formatsOf,
  listSources,
  nameOf,
  SETS,
  type SetName,
  type Source,
} from './visibility-pictures.ts';

const SCREEN_SIDE = 1000;
const CROP_SIDE = 600;
const BARS = { screen: { mean: 2, worst: 3 }, full: { mean: 3.5, worst: 6 } };
/** Top left, centre, right middle: shares of the room that a crop leaves. */
const CROPS = [
  [0, 0],
  [0.5, 0.5],
  [1, 0.5],
] as const;
const SIZE_BARS: Record<SetName, Record<string, number>> = {
  photographs: { JPEG: 0.08, WebP: 0.25, PNG: 0.15 },
  drawn: { JPEG: 0.4, WebP: 0.25, PNG: 0.6 },
  screens: { JPEG: 0.4, WebP: 0.25, PNG: 0.6 },
};

interface Row {
  readonly set: SetName;
  readonly name: string;
  readonly pixels: string;
  readonly screen: number;
  readonly full: number;
  /** Which of the three crops is the worst. */
  readonly crop: number;
  /** JPEG 90 of the same crops. */
  readonly jpeg90: number;
  readonly ssim: number;
  readonly psnr: number;
  readonly growth: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}
interface Pair {
  readonly before: Picture;
  readonly after: Picture;
}

sharp.concurrency(1);
expectButteraugli();
const role = process.env.SET === 'tuning' ? 'tuning' : 'reported';
const most = Number(process.env.PICTURES ?? Number.POSITIVE_INFINITY);
const sets = SETS.filter((set) => (process.env.ONLY ?? set) === set);
const sources = sets.flatMap((set) =>
  listSources(role)
    .filter((source) => source.set === set)
    .slice(0, most),
);
const networks = openNetworks();
const seed = generateSigningSeed();
const rows: Row[] = [];
const measured = new Map<Row, { original: Buffer; signed: Uint8Array }>();

download(sources);
for (const source of sources) await measure(source);
for (const set of sets) await reportWorst(rows.filter((row) => row.set === set));
report();

async function measure(source: Source): Promise<void> {
  const name = nameOf(source);
  const files = Object.entries(await formatsOf(source));
  const growth: Record<string, number> = {};
  const notes = new Set<string>();
  let first: { original: Buffer; signed: Uint8Array } | undefined;
  for (const [format, original] of files) {
    const signed = await signPicture(original, name);
    growth[format] = signed.bytes.length / original.length - 1;
    for (const note of signed.notes) notes.add(`${format}: ${note}`);
    first ??= { original, signed: signed.bytes };
  }
  const pair = { before: await pixelsOf(sharp(first!.original)), after: await pixelsOf(sharp(first!.signed)) };
  const screen = await distance(await atScreenSize(pair));
  const crops = await Promise.all(CROPS.map((_, i) => cropOf(pair, i)));
  const distances: number[] = [];
  let jpeg90 = 0;
  for (const crop of crops) {
    distances.push(await distance(crop));
    const after = await pixelsOf(sharp(await open(crop.before).jpeg({ quality: 90 }).toBuffer()));
    jpeg90 = Math.max(jpeg90, await distance({ before: crop.before, after }));
  }
  const full = Math.max(...distances);
  const { width, height } = pair.before;
  const [before, after] = [lumaOf({ ...pair.before, channels: 3 }), lumaOf({ ...pair.after, channels: 3 })];
  const row: Row = {
    set: source.set,
    name,
    pixels: `${width}×${height}`,
    screen,
    full,
    crop: distances.indexOf(full),
    jpeg90,
    ssim: structuralSimilarity(before, after, width, height),
    psnr: decibels(before, after),
    growth,
    notes: [...notes],
  };
  rows.push(row);
  measured.set(row, first!);
  console.log(describe(row));
}

/** The id follows from the name, so that every run marks a picture alike. */
function signPicture(original: Buffer, name: string) {
  const watermarkId = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const request = {
    generatorId: 'gen_1',
    model: 'model-1',
    watermarkId,
    token: `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`,
  };
  return sign(original, request, { networks, sign: (message) => signMessage(seed, message) });
}

function distance({ before, after }: Pair): Promise<number> {
  return butteraugli(before, after, CACHE);
}

async function both(pair: Pair, change: (picture: Picture) => Promise<Picture>): Promise<Pair> {
  return { before: await change(pair.before), after: await change(pair.after) };
}

function atScreenSize(pair: Pair): Promise<Pair> {
  const size = { width: SCREEN_SIDE, height: SCREEN_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  return both(pair, (picture) => pixelsOf(open(picture).resize(size)));
}

function cropOf(pair: Pair, index: number): Promise<Pair> {
  const [x, y] = CROPS[index]!;
  return both(pair, (picture) => {
    const [width, height] = [Math.min(picture.width, CROP_SIDE), Math.min(picture.height, CROP_SIDE)];
    const left = Math.floor((picture.width - width) * x);
    const top = Math.floor((picture.height - height) * y);
    return pixelsOf(open(picture).extract({ left, top, width, height }));
  });
}

function describe({ set, name, pixels, screen, full, jpeg90, ssim, psnr, growth, notes }: Row): string {
  const sizes = Object.entries(growth).map(([format, value]) => `${format} ${percent(value)}`);
  const likeness = `SSIM ${ssim.toFixed(4)}, ${psnr.toFixed(1)} dB`;
  const distances = `screen ${screen.toFixed(2)}, full ${full.toFixed(2)} (JPEG 90: ${jpeg90.toFixed(2)})`;
  return [`${set} ${name} ${pixels}: ${distances}, ${likeness}, ${sizes.join(', ')}`, ...notes].join('\n    ');
}

/** Names the three that are nearest to a bar, or farthest above one. */
async function reportWorst(of: readonly Row[]): Promise<void> {
  const excess = ({ screen, full }: Row) => Math.max(screen / BARS.screen.worst, full / BARS.full.worst);
  const worst = of.toSorted((left, right) => excess(right) - excess(left)).slice(0, 3);
  for (const [place, row] of worst.entries()) {
    console.log(
      `worst ${place + 1} of ${row.set}: ${row.name}, screen ${row.screen.toFixed(2)}, full ${row.full.toFixed(2)}`,
    );
    if (process.env.OUT_FOLDER) await show(row, join(process.env.OUT_FOLDER, `${row.set}-${place + 1}`));
  }
}

async function show(row: Row, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const { original, signed } = measured.get(row)!;
  const pair = { before: await pixelsOf(sharp(original)), after: await pixelsOf(sharp(signed)) };
  const twice = (picture: Picture) =>
    pixelsOf(open(picture).resize(2 * picture.width, 2 * picture.height, { kernel: 'nearest' }));
  await writeSideBySide(await both(await cropOf(pair, row.crop), twice), `${path}-crop.png`);
  await writeSideBySide(await atScreenSize(pair), `${path}-screen.png`);
}

async function writeSideBySide({ before, after }: Pair, path: string): Promise<void> {
  const { width, height } = before;
  const raw = { width, height, channels: 3 } as const;
  const parts = [before, after].map(({ data }, i) => ({ input: data, raw, left: i * width, top: 0 }));
  const canvas = sharp({ create: { width: 2 * width, height, channels: 3, background: 'white' } });
  await canvas.composite(parts).png().toFile(path);
}

function report(): void {
  const bar = ({ mean, worst }: { mean: number; worst: number }) => [`at most ${mean}`, `at most ${worst}`];
  const distances = sets.map((set) => {
    const of = rows.filter((row) => row.set === set);
    const columns = [of.map(({ screen }) => screen), of.map(({ full }) => full), of.map(({ jpeg90 }) => jpeg90)];
    const cells = columns.flatMap((values) => [mean(values).toFixed(2), Math.max(...values).toFixed(2)]);
    const [ssims, psnrs] = [of.map(({ ssim }) => ssim), of.map(({ psnr }) => psnr)];
    return [
      set,
      String(of.length),
      ...cells,
      mean(ssims).toFixed(4),
      Math.min(...ssims).toFixed(4),
      mean(psnrs).toFixed(1),
      Math.min(...psnrs).toFixed(1),
    ];
  });
  const heads = ['screen size', 'full size', 'JPEG 90'].flatMap((name) => [`${name}: mean`, 'worst']);
  console.log(
    formatTable([
      ['Butteraugli', 'pictures', ...heads, 'SSIM', 'least', 'PSNR', 'least'],
      ...distances,
      ['bar', '', ...bar(BARS.screen), ...bar(BARS.full), '', '', '', '', '', ''],
    ]),
  );
  const sizes = sets.map((set) => {
    const of = rows.filter((row) => row.set === set);
    const cells = ['JPEG', 'WebP', 'PNG'].flatMap((format) => {
      const values = of.map(({ growth }) => growth[format]!);
      return [percent(mean(values)), percent(Math.max(...values)), percent(SIZE_BARS[set][format]!)];
    });
    return [set, ...cells];
  });
  const sizeHeads = ['JPEG', 'WebP', 'PNG'].flatMap((format) => [`${format}: mean`, 'worst', 'bar for the mean']);
  console.log(formatTable([['size', ...sizeHeads], ...sizes]));
  console.log(keepFigures(role === 'tuning' ? 'visibility-tuning' : 'visibility', { bars: BARS, rows }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(value: number): string {
  return `${value < 0 ? '−' : '+'}${(100 * Math.abs(value)).toFixed(1)}%`;
}
