// How far the perceptual hash of a copy is from that of the signed picture, and how often an
// unrelated picture is as close: the figures behind the bound of `likeness`
// (docs/decisions/0024-likeness.md). Pictures: ../shared/media/photos and ../shared/training/eval,
// signed with both marks, then attacked. Unrelated: every pair of ../shared/training/images from
// two sources. Usage: npm run bench -- robustness/likeness
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { hashDistance } from '../../engine/src/fingerprints/perceptual-hash/hash-bands.ts';
import { hashViews } from '../../engine/src/fingerprints/perceptual-hash/hash-views.ts';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { hashPicture } from '../../engine/src/formats/decode-picture.ts';
import { StillPicture } from '../../engine/src/formats/still-picture.ts';
import { MOST_UNLIKE_BITS } from '../../engine/src/likeness.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { SIDE } from '../../engine/src/watermarks/neural/small-picture.ts';
import { viewOf } from '../../engine/src/watermarks/neural/view.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { ATTACKS, open, type Picture, pixelsOf } from './image-attacks.ts';
import { NEURAL_ATTACKS } from './neural-attacks.ts';

sharp.concurrency(1);
const shared = join(import.meta.dirname, '../../../shared');
const filesOf = (folder: string) => readdirSync(join(shared, folder)).map((name) => join(shared, folder, name));
const networks = openNetworks();
let state = 20261117;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const attacks: Readonly<Record<string, (picture: Picture) => Promise<Buffer>>> = {
  ...Object.fromEntries(
    Object.entries(ATTACKS).map(([name, attack]) => [
      name,
      async (picture: Picture) =>
        open(await attack(picture))
          .tiff({ compression: 'none' })
          .toBuffer(),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(NEURAL_ATTACKS).map(([name, [attack]]) => [
      `${name} (neural)`,
      (picture: Picture) => attack(picture, random),
    ]),
  ),
  'sides cut to 95%': (picture) => cut(picture, 0.95),
  'sides cut to 90%': (picture) => cut(picture, 0.9),
};

const distances: Record<string, number[]> = {};
for (const file of [...filesOf('media/photos'), ...filesOf('training/eval')]) {
  const signed = await markedCopy(readFileSync(file));
  if (!signed) continue;
  const recorded = await hashPicture(signed);
  const picture = await pixelsOf(sharp(signed));
  for (const [name, attack] of Object.entries(attacks)) {
    const nearest = nearestView(await viewsOf(await attack(picture)), recorded);
    distances[name] = [...(distances[name] ?? []), nearest];
  }
}
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)}%`;
const rows = Object.entries(distances).map(([name, bits]) => [
  name,
  String(median(bits)),
  String(Math.max(...bits)),
  share(bits.filter((each) => each <= MOST_UNLIKE_BITS).length, bits.length),
]);
console.log(formatTable([['attack', 'median bits', 'most bits', 'near'], ...rows]));

const pictures = await Promise.all(
  filesOf('training/images').map(async (file) => {
    const bytes = readFileSync(file);
    return { source: file.replace(/^.*_/, ''), recorded: await hashPicture(bytes), views: await viewsOf(bytes) };
  }),
);
const histogram = new Array<number>(65).fill(0);
for (const one of pictures) {
  for (const other of pictures) {
    if (one.source !== other.source) histogram[nearestView(one.views, other.recorded)]! += 1;
  }
}
const pairs = histogram.reduce((sum, count) => sum + count, 0);
console.log(`\n${pairs.toLocaleString('en')} pairs of unrelated pictures, the nearest of all views:`);
let within = 0;
for (const [bits, count] of histogram.entries()) {
  within += count;
  if (count > 0 && bits <= 24)
    console.log(`at most ${bits} bits: ${within} (1 in ${Math.round(pairs / within).toLocaleString('en')})`);
}
console.log(keepFigures('likeness', { distances, histogram }));

async function markedCopy(file: Buffer): Promise<Uint8Array | null> {
  const upload = await sharp(file)
    .autoOrient()
    .resize(1600, 1600, { fit: 'inside', withoutEnlargement: true })
    .toBuffer();
  const id = Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join('');
  const { watermark } = detectFormat(upload)!;
  const marking = await watermark!.mark(upload, id, { neural: (picture) => makeResidual(networks, picture, id) });
  return 'omitted' in marking ? null : marking.bytes;
}

async function viewsOf(file: Uint8Array): Promise<readonly string[]> {
  const small = await new StillPicture(file).glance(SIDE);
  return [...hashViews(viewOf(small), small.orientation)];
}

function nearestView(views: readonly string[], recorded: string): number {
  return views.reduce((nearest, hash) => Math.min(nearest, hashDistance(hash, recorded)), 64);
}

function cut(picture: Picture, keep: number): Promise<Buffer> {
  const [width, height] = [Math.round(picture.width * keep), Math.round(picture.height * keep)];
  const left = Math.floor(random() * (picture.width - width));
  const top = Math.floor(random() * (picture.height - height));
  return open(picture).extract({ left, top, width, height }).jpeg().toBuffer();
}
