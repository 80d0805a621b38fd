// Photographs signed with both marks, edited in one part (3% to 30% of the area), then saved as
// JPEG 75: how much of the edited area the reported regions cover, and how much of the rest. Copies
// that were only encoded again or resized must show nothing. Usage: node
// bench/robustness/localization.ts [folder] [--edits=200] [--alone] — default
// ../shared/media/photos, which was not used for tuning. --alone: without the neural mark.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { detect } from '../../engine/src/watermarks/dct-image/detect.ts';
import { localizeChanges, type PictureChanges } from '../../engine/src/watermarks/dct-image/localize/localize.ts';
import { cellStates } from '../../engine/src/watermarks/dct-image/localize/segment.ts';
import { lumaBytesOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { randomWords } from '../../engine/src/watermarks/error-correction/pattern-random.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { open, type Picture, pixelsOf } from './image-attacks.ts';
import { EDITS, editPicture } from './picture-edits.ts';

sharp.concurrency(1);
const folder =
  process.argv.slice(2).find((each) => !each.startsWith('--')) ??
  join(import.meta.dirname, '../../../shared/media/photos');
const edits = Number(process.argv.find((each) => each.startsWith('--edits='))?.slice(8) ?? 200);
const networks = process.argv.includes('--alone') ? undefined : openNetworks();
/** Longest side of pictures as people share them. */
const [smallest, largest] = [1000, 2400];
const scales = [0.9, 0.8, 0.75, 0.66, 0.5];
const names = readdirSync(folder).filter((name) => /\.(jpe?g|webp|png)$/i.test(name));
const words = randomWords(20_261_118);
const random = () => words() / 2 ** 32;

interface Signed {
  readonly id: string;
  readonly picture: Picture;
}

interface Outcome {
  readonly copy: string;
  readonly name: string;
  /** The mark was not found, so nothing could be located. */
  readonly lost: boolean;
  readonly share: number;
  readonly covered: number;
  readonly unknown: number;
  readonly outside: number;
  readonly regions: number;
  readonly milliseconds: number;
}

const outcomes: Outcome[] = [];
for (let turn = 0; turn * EDITS.length < edits; turn++) {
  const name = names[turn % names.length]!;
  const side = Math.round(smallest * (largest / smallest) ** random());
  const original = await sign(name, side, turn);
  if (!original) continue;
  const other = await pixelsOf(await load(names[(turn + 5) % names.length]!, side));
  for (const kind of EDITS) {
    const { picture, mask } = await editPicture(original.picture, kind, other, random);
    await judge(kind, name, original.id, picture, mask);
  }
  await judge('only JPEG 75', name, original.id, original.picture);
  const scale = scales[turn % scales.length]!;
  const width = Math.round(original.picture.width * scale);
  await judge('only resized', name, original.id, await pixelsOf(open(original.picture).resize({ width })));
}
report();

async function load(name: string, side: number): Promise<Sharp> {
  const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
  return sharp(readFileSync(join(folder, name)))
    .autoOrient()
    .resize(size);
}

async function sign(name: string, side: number, turn: number): Promise<Signed | null> {
  const id = ((0x9e3779b97f4a7c15n * BigInt(turn + 1)) % 2n ** 64n).toString(16).padStart(16, '0');
  const file = await (await load(name, side)).jpeg({ quality: 92 }).toBuffer();
  const neural = networks && ((picture: Parameters<typeof makeResidual>[1]) => makeResidual(networks, picture, id));
  const marking = await detectFormat(file)!.watermark!.mark(file, id, { neural });
  if ('omitted' in marking || marking.note) {
    console.log(`${name} at ${side} pixels carries no mark that shows changes`);
    return null;
  }
  return { id, picture: await pixelsOf(sharp(marking.bytes)) };
}

async function judge(copy: string, name: string, id: string, edited: Picture, mask?: Uint8Array): Promise<void> {
  const { data, width, height } = await pixelsOf(sharp(await open(edited).jpeg({ quality: 75 }).toBuffer()));
  const luma = lumaBytesOf({ data, width, height, channels: 3 });
  const found = detect(luma, width, height);
  const start = performance.now();
  const changes = found?.id === id ? localizeChanges({ luma, width, height, orientation: 1 }, id, found.place) : null;
  const milliseconds = performance.now() - start;
  outcomes.push({ copy, name, lost: !changes, milliseconds, ...measure(changes, width, height, mask) });
}

function measure(changes: PictureChanges | null, width: number, height: number, mask?: Uint8Array) {
  const covered = new Uint8Array(width * height);
  for (const region of changes?.regions ?? []) {
    for (let y = region.y; y < region.y + region.height; y++) {
      covered.fill(1, y * width + region.x, y * width + region.x + region.width);
    }
  }
  const counts = { touched: 0, hit: 0, unknown: 0, wrong: 0 };
  for (let i = 0; i < covered.length; i++) {
    if (!mask?.[i]) {
      counts.wrong += covered[i]!;
      continue;
    }
    counts.touched++;
    counts.hit += covered[i]!;
    if (changes && stateAt(changes, i % width, Math.floor(i / width)) === cellStates.unknown) counts.unknown++;
  }
  return {
    share: counts.touched / covered.length,
    covered: counts.touched > 0 ? counts.hit / counts.touched : 0,
    unknown: counts.touched > 0 ? counts.unknown / counts.touched : 0,
    outside: counts.wrong / (covered.length - counts.touched),
    regions: changes?.regions.length ?? 0,
  };
}

function stateAt({ map }: PictureChanges, x: number, y: number): number {
  return map.values[Math.floor(y / map.cell) * map.columns + Math.floor(x / map.cell)]!;
}

function report(): void {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const percent = (value: number) => `${(100 * value).toFixed(1)}%`;
  const rowOf = (label: string, of: readonly Outcome[], isEdited: boolean) => [
    label,
    String(of.length),
    String(of.filter(({ lost }) => lost).length),
    isEdited ? percent(mean(of.map(({ covered }) => covered))) : '',
    isEdited ? percent(mean(of.map(({ unknown }) => unknown))) : '',
    percent(mean(of.map(({ outside }) => outside))),
    `${of.filter(({ regions }) => regions === 0).length}/${of.length}`,
    mean(of.map(({ milliseconds }) => milliseconds)).toFixed(0),
  ];
  const isEdit = ({ copy }: Outcome) => (EDITS as readonly string[]).includes(copy);
  const kinds = [...new Set(outcomes.map(({ copy }) => copy))];
  console.log(
    formatTable([
      ['copy', 'cases', 'mark lost', 'edit covered', 'edit unknown', 'rest covered', 'nothing reported', 'mean ms'],
      ...kinds.map((kind) => {
        const of = outcomes.filter(({ copy }) => copy === kind);
        return rowOf(kind, of, isEdit(of[0]!));
      }),
      rowOf('all edits', outcomes.filter(isEdit), true),
      rowOf(
        'all copies',
        outcomes.filter((each) => !isEdit(each)),
        false,
      ),
    ]),
  );
  console.log(`Figures: ${keepFigures('robustness-localization', { outcomes })}`);
}
