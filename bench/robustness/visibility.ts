// What both marks of a picture cost at default settings: Butteraugli at screen size and at full
// size, SSIM and PSNR of luma, and the size of the file. Three sets that were not used for tuning:
// photographs, drawn pictures, screens of text. Usage: npm run bench -- robustness/visibility.
// SET=tuning measures other pictures, for choosing strengths. PICTURES=6 uses the first six of each
// set, ONLY=drawn one set. OUT_FOLDER=… writes the worst pictures next to their originals.
// VISIBILITY_FOLDER=… keeps the downloads. Needs Debian's apt-get, butteraugli and pdftoppm.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { type SignedMedia, sign } from '../../engine/src/sign.ts';
import { generateSigningSeed, signMessage } from '../../engine/src/signatures/ml-dsa.ts';
import { lumaOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { butteraugli, expectButteraugli } from './butteraugli.ts';
import { open, pixelsOf } from './image-attacks.ts';
import { decibels, structuralSimilarity } from './picture-likeness.ts';
import { atScreenSize, cropsOf, decode, type Pair, writeSideBySide } from './picture-views.ts';
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

const BARS = { screen: { mean: 2, worst: 3 }, full: { mean: 3.5, worst: 6 } };
const FLAT_SIZE_BARS = { JPEG: 0.4, WebP: 0.25, PNG: 0.6 };
const SIZE_BARS = {
  photographs: { JPEG: 0.08, WebP: 0.25, PNG: 0.15 },
  drawn: FLAT_SIZE_BARS,
  screens: FLAT_SIZE_BARS,
};
const FORMATS = ['JPEG', 'WebP', 'PNG'] as const;
const TOKEN = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;

interface Row {
  readonly set: SetName;
  readonly name: string;
  readonly pixels: string;
  /** Butteraugli of the whole at screen size. */
  readonly screen: number;
  /** Butteraugli of each crop at full size. The worst one counts. */
  readonly crops: readonly number[];
  readonly full: number;
  /** JPEG 90 of the same crops, for comparison. */
  readonly jpeg90: number;
  readonly ssim: number;
  readonly psnr: number;
  readonly growth: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

sharp.concurrency(1);
expectButteraugli();
const role = process.env.SET ?? 'reported';
if (role !== 'reported' && role !== 'tuning') throw new Error('SET is tuning or reported.');
const most = Number(process.env.PICTURES ?? Number.POSITIVE_INFINITY);
const sets = SETS.filter((set) => (process.env.ONLY ?? set) === set);
if (sets.length === 0) throw new Error(`ONLY is ${SETS.join(', ')}.`);
const listed = listSources(role);
const sources = sets.flatMap((set) => listed.filter((source) => source.set === set).slice(0, most));
const networks = openNetworks();
const seed = generateSigningSeed();
const rows: Row[] = [];
/** The compared file, before and after. */
const files = new Map<Row, readonly [Uint8Array, Uint8Array]>();

download(sources);
for (const source of sources) await measure(source);
for (const set of sets) await reportWorst(rows.filter((row) => row.set === set));
report();

async function measure(source: Source): Promise<void> {
  const name = nameOf(source);
  const growth: Record<string, number> = {};
  const notes: string[] = [];
  let looked: readonly [Uint8Array, Uint8Array] | undefined;
  for (const [format, original] of Object.entries(await formatsOf(source))) {
    const signed = await signPicture(original, name);
    growth[format] = signed.bytes.length / original.length - 1;
    notes.push(...signed.notes.map((note) => `${format}: ${note}`));
    looked ??= [original, signed.bytes];
  }
  const pair = await decode(...looked!);
  const crops = await cropsOf(pair);
  const distances = await inTurn(crops, distance);
  const row: Row = {
    set: source.set,
    name,
    pixels: `${pair.before.width}×${pair.before.height}`,
    screen: await distance(await atScreenSize(pair)),
    crops: distances,
    full: Math.max(...distances),
    jpeg90: Math.max(...(await inTurn(crops, distanceOfJpeg))),
    ...likenessOf(pair),
    growth,
    notes,
  };
  rows.push(row);
  files.set(row, looked!);
  console.log(describe(row));
}

/** The id follows from the name, so that each run gives a picture the same mark. */
function signPicture(original: Uint8Array, name: string): Promise<SignedMedia> {
  const watermarkId = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const request = { generatorId: 'gen_1', model: 'model-1', watermarkId, token: TOKEN };
  return sign(original, request, { networks, sign: (message) => signMessage(seed, message) });
}

function distance({ before, after }: Pair): Promise<number> {
  return butteraugli(before, after, CACHE);
}

async function distanceOfJpeg({ before }: Pair): Promise<number> {
  const jpeg = await open(before).jpeg({ quality: 90 }).toBuffer();
  return distance({ before, after: await pixelsOf(sharp(jpeg)) });
}

function likenessOf(pair: Pair): { ssim: number; psnr: number } {
  const { width, height } = pair.before;
  const [before, after] = [lumaOf({ ...pair.before, channels: 3 }), lumaOf({ ...pair.after, channels: 3 })];
  // Equal pictures have no noise. A number keeps the mean finite.
  return { ssim: structuralSimilarity(before, after, width, height), psnr: Math.min(decibels(before, after), 99) };
}

/** One after the other, because butteraugli takes a core for each. */
async function inTurn(pairs: readonly Pair[], measureOne: (pair: Pair) => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (const pair of pairs) results.push(await measureOne(pair));
  return results;
}

function describe({ set, name, pixels, screen, full, jpeg90, ssim, psnr, growth, notes }: Row): string {
  const sizes = Object.entries(growth).map(([format, value]) => `${format} ${percent(value)}`);
  const likeness = `SSIM ${ssim.toFixed(4)}, ${psnr.toFixed(1)} dB`;
  const distances = `screen ${screen.toFixed(2)}, full ${full.toFixed(2)} (JPEG 90: ${jpeg90.toFixed(2)})`;
  return [`${set} ${name} ${pixels}: ${distances}, ${likeness}, ${sizes.join(', ')}`, ...notes].join('\n    ');
}

/** Names the three that are farthest above a bar, or closest below one. */
async function reportWorst(of: readonly Row[]): Promise<void> {
  const excess = ({ screen, full }: Row) => Math.max(screen / BARS.screen.worst, full / BARS.full.worst);
  const worst = of.toSorted((left, right) => excess(right) - excess(left)).slice(0, 3);
  for (const [place, row] of worst.entries()) {
    const { set, name, screen, full } = row;
    console.log(`worst ${place + 1} of ${set}: ${name}, screen ${screen.toFixed(2)}, full ${full.toFixed(2)}`);
    if (process.env.OUT_FOLDER) await show(row, process.env.OUT_FOLDER, `${set}-${place + 1}`);
  }
}

async function show(row: Row, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const pair = await decode(...files.get(row)!);
  const crop = (await cropsOf(pair))[row.crops.indexOf(row.full)]!;
  await writeSideBySide(crop, 2, join(folder, `${name}-crop.png`));
  await writeSideBySide(await atScreenSize(pair), 1, join(folder, `${name}-screen.png`));
}

function report(): void {
  const of = (set: SetName) => rows.filter((row) => row.set === set);
  const values = (set: SetName, key: 'screen' | 'full' | 'jpeg90' | 'ssim' | 'psnr') => of(set).map((row) => row[key]);
  const high = (numbers: number[]) => [mean(numbers).toFixed(2), Math.max(...numbers).toFixed(2)];
  const low = (numbers: number[], digits: number) =>
    [mean(numbers), Math.min(...numbers)].map((n) => n.toFixed(digits));
  const bar = (key: 'screen' | 'full') => {
    const missed = (limit: number, reached: (numbers: number[]) => number) =>
      `≤ ${limit}${sets.some((set) => reached(values(set, key)) > limit) ? ': missed' : ''}`;
    return [missed(BARS[key].mean, mean), missed(BARS[key].worst, (numbers) => Math.max(...numbers))];
  };
  console.log(
    formatTable([
      [
        'Butteraugli',
        'pictures',
        'screen',
        'worst',
        'full',
        'worst',
        'JPEG 90',
        'worst',
        'SSIM',
        'least',
        'PSNR',
        'least',
      ],
      ...sets.map((set) => [
        set,
        String(of(set).length),
        ...high(values(set, 'screen')),
        ...high(values(set, 'full')),
        ...high(values(set, 'jpeg90')),
        ...low(values(set, 'ssim'), 4),
        ...low(values(set, 'psnr'), 1),
      ]),
      ['bar', '', ...bar('screen'), ...bar('full'), '', '', '', '', '', ''],
    ]),
  );
  const size = (set: SetName, format: (typeof FORMATS)[number]) => {
    const growths = of(set).map(({ growth }) => growth[format]!);
    const limit = SIZE_BARS[set][format];
    const missed = mean(growths) > limit ? ': missed' : '';
    return [percent(mean(growths)), percent(Math.max(...growths)), `≤ ${percent(limit)}${missed}`];
  };
  console.log(
    formatTable([
      ['size', ...FORMATS.flatMap((format) => [format, 'most', 'bar'])],
      ...sets.map((set) => [set, ...FORMATS.flatMap((format) => size(set, format))]),
    ]),
  );
  for (const set of sets) {
    for (const [note, times] of Map.groupBy(
      of(set).flatMap(({ notes }) => notes),
      (each) => each,
    )) {
      console.log(`${times.length} of ${of(set).length} ${set}: ${note}`);
    }
  }
  console.log(
    keepFigures(role === 'tuning' ? 'visibility-tuning' : 'visibility', { bars: BARS, sizes: SIZE_BARS, rows }),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(value: number): string {
  return `${value < 0 ? '−' : '+'}${(100 * Math.abs(value)).toFixed(1)}%`;
}
