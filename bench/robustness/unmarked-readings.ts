// Only the last check: crops of unmarked pictures at random places, read as if the search had
// pointed there, without pilots. Cheaper than the whole search and stricter on the check: not one
// id must be read. Usage: node bench/robustness/unmarked-readings.ts [readings, default 10000]
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { demodulate } from '../../engine/src/watermarks/dct-image/demodulate.ts';
import { analyseLuma } from '../../engine/src/watermarks/dct-image/luma-blocks.ts';
import { lumaOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { LEAST_CORRELATION } from '../../engine/src/watermarks/dct-image/read-tile.ts';
import { TILE_LAYOUT } from '../../engine/src/watermarks/dct-image/tile.ts';
import { readSymbols } from '../../engine/src/watermarks/error-correction/piloted-id.ts';
import { pixelsOf } from './image-attacks.ts';

sharp.concurrency(1);
const wanted = Number(process.argv[2] ?? 10_000);
const folder = join(import.meta.dirname, '../../../shared/training/images');
const files = readdirSync(folder);
const perFile = Math.ceil(wanted / files.length);
let readings = 0;
let accepted = 0;
let passedCheck = 0;
let strongest = 0;
for (const name of files) {
  const { data, width, height } = await pixelsOf(sharp(join(folder, name)));
  const luma = lumaOf({ data, width, height, channels: 3 });
  for (let i = 0; i < perFile && readings < wanted; i++, readings++) {
    const top = Math.floor(Math.random() * 128);
    const grid = analyseLuma(luma.subarray(top * width + Math.floor(Math.random() * 128)), width, height - top - 1);
    const soft = demodulate(grid, Math.floor(Math.random() * 16), Math.floor(Math.random() * 16));
    const found = readSymbols(TILE_LAYOUT, soft, -1);
    if (!found) continue;
    passedCheck++;
    if (found.strength >= LEAST_CORRELATION) accepted++;
    strongest = Math.max(strongest, found.strength);
  }
}
console.log(
  `${readings} readings of unmarked pictures: ${passedCheck} passed the check alone, the strongest of them at correlation ` +
    `${strongest.toFixed(3)}; ${accepted} accepted`,
);
