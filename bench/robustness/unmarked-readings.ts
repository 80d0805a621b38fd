// The last gate alone: crops of unmarked pictures at random places, read as if the search had pointed there, with no pilots asked
// for. Cheaper than the whole search and stricter on the check: not one id may be read.
// Usage: node bench/robustness/unmarked-readings.ts [readings, default 10000]
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { demodulate } from '../../engine/src/watermarks/dct-image/demodulate.ts';
import { analyseLuma } from '../../engine/src/watermarks/dct-image/luma-blocks.ts';
import { lumaOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { correlation, readTile } from '../../engine/src/watermarks/dct-image/read-tile.ts';
import { CODE_PLACES, tileSigns } from '../../engine/src/watermarks/dct-image/tile.ts';
import { recoverId } from '../../engine/src/watermarks/error-correction/protected-id.ts';
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
    if (readTile(soft)) accepted++;
    const id = recoverId(Float32Array.from(CODE_PLACES, (place) => soft[place]!));
    if (!id) continue;
    passedCheck++;
    strongest = Math.max(strongest, correlation(soft, tileSigns(id)));
  }
}
console.log(
  `${readings} readings of unmarked pictures: ${passedCheck} passed the check alone, the strongest of them at correlation ` +
    `${strongest.toFixed(3)}; ${accepted} accepted`,
);
