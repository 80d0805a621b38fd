// Photos × attacks: each photo is marked as in signing (JPEG in, JPEG out), attacked, and read back
// blind. --neural: the neural mark is added too, as in signing on request, but only the other one
// is read. Usage: node bench/robustness/images.ts [folder or file …] [--attacks=a,b] [--neural] —
// default ../shared/media/photos and training/eval.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { detect } from '../../engine/src/watermarks/dct-image/detect.ts';
import { lumaBytesOf, lumaOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { ATTACKS, type Picture, pixelsOf, REQUIRED } from './image-attacks.ts';
import { decibels, structuralSimilarity } from './picture-likeness.ts';

sharp.concurrency(1);
const shared = join(import.meta.dirname, '../../../shared');
const networks = process.argv.includes('--neural') ? openNetworks() : undefined;
const places = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const chosen = process.argv
  .find((each) => each.startsWith('--attacks='))
  ?.slice(10)
  .split(',');
const attacks = Object.entries(ATTACKS).filter(([name]) => (chosen ? chosen.includes(name) : REQUIRED.has(name)));
const files = (places.length > 0 ? places : [join(shared, 'media/photos'), join(shared, 'training/eval')]).flatMap(
  (place) => (statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place]),
);

interface Row {
  photo: string;
  pixels: string;
  psnrRgb: number;
  psnrLuma: number;
  ssim: number;
  growth: number;
  found: Record<string, number>;
  milliseconds: Record<string, number>;
}
const rows: Row[] = [];
for (const [index, file] of files.entries()) {
  const original = readFileSync(file);
  const id = (0x9e3779b97f4a7c15n * BigInt(index + 1)) % 2n ** 64n;
  const hex = id.toString(16).padStart(16, '0');
  const signed = await mark(original, hex);
  if (!signed) {
    console.log(`${basename(file)} cannot carry a mark that could be read`);
    continue;
  }
  const before = await pixelsOf(sharp(original));
  const after = await pixelsOf(sharp(signed));
  const row: Row = {
    photo: basename(file),
    pixels: `${before.width}×${before.height}`,
    psnrRgb: decibels(before.data, after.data),
    psnrLuma: decibels(luma(before), luma(after)),
    ssim: structuralSimilarity(luma(before), luma(after), before.width, before.height),
    growth: signed.length / original.length,
    found: {},
    milliseconds: {},
  };
  for (const [name, attack] of attacks) {
    const attacked = await attack(after);
    const pixels = lumaBytesOf({ ...attacked, channels: 3 });
    const start = performance.now();
    const found = detect(pixels, attacked.width, attacked.height);
    row.milliseconds[name] = performance.now() - start;
    row.found[name] = found?.id === hex ? found.strength : found ? -1 : 0;
  }
  rows.push(row);
  const lost = Object.keys(row.found).filter((name) => row.found[name]! <= 0);
  console.log(
    `${row.photo} ${row.pixels} ${row.psnrRgb.toFixed(2)} dB, SSIM ${row.ssim.toFixed(4)}, ×${row.growth.toFixed(2)} ${lost.length ? `LOST: ${lost.join(', ')}` : 'all read'}`,
  );
}
report();

async function mark(file: Uint8Array, id: string): Promise<Uint8Array | null> {
  const marking = await detectFormat(file)!.watermark!.mark(
    file,
    id,
    networks && { neural: (picture) => makeResidual(networks, picture, id) },
  );
  return 'omitted' in marking ? null : marking.bytes;
}

function luma({ data, width, height }: Picture): Float32Array {
  return lumaOf({ data, width, height, channels: 3 });
}

function report(): void {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const kind of ['psnrRgb', 'psnrLuma'] as const) {
    const all = rows.map((row) => row[kind]);
    console.log(`${kind}: mean ${mean(all).toFixed(2)} dB, lowest ${Math.min(...all).toFixed(2)} dB`);
  }
  const likeness = rows.map((row) => row.ssim);
  console.log(`SSIM: mean ${mean(likeness).toFixed(4)}, lowest ${Math.min(...likeness).toFixed(4)}`);
  console.table(
    attacks.map(([attack]) => {
      const found = rows.map((row) => row.found[attack]!);
      return {
        attack,
        read: `${found.filter((strength) => strength > 0).length}/${found.length}`,
        wrong: found.filter((strength) => strength < 0).length,
        weakest: Math.min(...found).toFixed(2),
        'mean ms': Math.round(mean(rows.map((row) => row.milliseconds[attack]!))),
      };
    }),
  );
  const folder = join(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'robustness-images.json'), JSON.stringify(rows, null, 2));
}
