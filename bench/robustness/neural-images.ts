// Photos × attacks for the neural mark: added alone to the pixels, and as in signing with both
// marks, attacked with real codecs, read back by the reader that verification uses. Fails if a
// wrong id is read. Usage: npm run bench -- robustness/neural-images [folder or file …] [--ids=2]
// [--only=alone|signed] Default: ../shared/training/eval, photographs that were never used for
// training.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { shrinkPicture } from '../../engine/src/formats/decode-picture.ts';
import { StillPicture } from '../../engine/src/formats/still-picture.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { readNeuralMark, VIEWED_SIDE } from '../../engine/src/watermarks/neural/read-mark.ts';
import { enlargeInStrips, makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { SIDE } from '../../engine/src/watermarks/neural/small-picture.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { type Picture, pixelsOf } from './image-attacks.ts';
import { NEURAL_ATTACKS } from './neural-attacks.ts';
import { decibels } from './picture-likeness.ts';

sharp.concurrency(1);
const networks = openNetworks();
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const places = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const idsEach = Number(option('ids') ?? 2);
const evaluation = join(import.meta.dirname, '../../../shared/training/eval');
const files = (places.length > 0 ? places : [evaluation]).flatMap((place) =>
  statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place],
);
let state = 20261116;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const ways: Record<string, (file: Buffer, id: string) => Promise<Picture | null>> = {
  alone: markAlone,
  signed: markAsSigned,
};
const tables: Record<string, { psnr: number[]; read: Record<string, number>; wrong: number; marks: number }> = {};
for (const [way, mark] of Object.entries(ways).filter(([name]) => (option('only') ?? name) === name)) {
  const table = { psnr: [] as number[], read: {} as Record<string, number>, wrong: 0, marks: 0 };
  tables[way] = table;
  for (const file of files) {
    const original = readFileSync(file);
    const before = await pixelsOf(sharp(original));
    for (let i = 0; i < idsEach; i++) {
      const id = Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join('');
      const after = await mark(original, id);
      if (!after) {
        console.log(`${way} ${basename(file)} carries no mark that could be read`);
        continue;
      }
      table.marks++;
      table.psnr.push(decibels(before.data, after.data));
      const lost = [];
      for (const [name, [attack]] of Object.entries(NEURAL_ATTACKS)) {
        const attacked = await attack(after, random);
        const picture = new StillPicture(attacked);
        const found = await readNeuralMark(networks, (part) => picture.shrink(VIEWED_SIDE, part));
        if (found === id) table.read[name] = (table.read[name] ?? 0) + 1;
        else lost.push(name);
        if (found !== null && found !== id) table.wrong++;
      }
      const quality = `${table.psnr.at(-1)!.toFixed(2)} dB`;
      console.log(`${way} ${basename(file)} ${quality} ${lost.length ? `lost: ${lost.join(', ')}` : 'all read'}`);
    }
  }
}
report();

async function markAlone(file: Buffer, id: string): Promise<Picture | null> {
  const picture = await pixelsOf(sharp(file));
  const { width, height } = picture;
  const residual = await makeResidual(networks, { ...(await shrinkPicture(file, SIDE)), orientation: 1 }, id);
  if (!residual) return null;
  const change = new Float32Array(width * height);
  enlargeInStrips(residual, width, height).addTo(change);
  const data = picture.data.map((value, i) =>
    Math.min(Math.max(Math.round(value + change[Math.floor(i / 3)]!), 0), 255),
  );
  return { data: Buffer.from(data), width, height };
}

async function markAsSigned(file: Buffer, id: string): Promise<Picture | null> {
  const { watermark } = detectFormat(file)!;
  const marking = await watermark!.mark(file, id, { neural: (picture) => makeResidual(networks, picture, id) });
  return 'omitted' in marking ? null : pixelsOf(sharp(marking.bytes));
}

function report(): void {
  const columns = Object.values(tables);
  const rows = Object.entries(NEURAL_ATTACKS).map(([name, [, bar]]) => {
    const shares = columns.map(({ read, marks }) => (read[name] ?? 0) / marks);
    const missed = bar !== undefined && shares.some((share) => share < bar) ? ': missed' : '';
    return [name, ...shares.map((share) => `${(100 * share).toFixed(1)}%`), bar ? `${100 * bar}%${missed}` : ''];
  });
  const mean = ({ psnr }: { psnr: number[] }) => psnr.reduce((sum, value) => sum + value, 0) / psnr.length;
  const line = (name: string, of: (column: (typeof columns)[number]) => string, bar: string) => [
    name,
    ...columns.map(of),
    bar,
  ];
  console.log(
    formatTable([
      ['id read after', ...Object.keys(tables), 'bar'],
      ...rows,
      line('mean PSNR', (column) => `${mean(column).toFixed(2)} dB`, '43 alone, 40 signed'),
      line('least PSNR', ({ psnr }) => `${Math.min(...psnr).toFixed(2)} dB`, '40 alone'),
      line('wrong ids read', ({ wrong }) => String(wrong), '0'),
      line('marks', ({ marks }) => String(marks), ''),
    ]),
  );
  console.log(keepFigures('neural-images', { files: files.length, tables }));
  if (columns.some(({ wrong }) => wrong > 0)) process.exitCode = 1;
}
