// Unmarked pictures and crops of them through the whole blind search: not one id must be read.
// Usage: npm run bench -- robustness/unmarked-images [decodes, default 5000] [seed]
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { detect } from '../../engine/src/watermarks/dct-image/detect.ts';
import { lumaOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { pixelsOf } from './image-attacks.ts';

sharp.concurrency(1);
const wanted = Number(process.argv[2] ?? 5000);
const shared = join(import.meta.dirname, '../../../shared');
const files = ['training/images', 'training/eval', 'media/photos'].flatMap((folder) =>
  readdirSync(join(shared, folder)).map((name) => join(shared, folder, name)),
);
let state = Number(process.argv[3] ?? 20261115);
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

const accepted: string[] = [];
let decodes = 0;
const start = Date.now();
for (let round = 0; decodes < wanted; round++) {
  for (const [index, file] of files.entries()) {
    if (decodes === wanted) break;
    const whole = round === 0 && index % 4 === 0;
    const picture = whole ? await pixelsOf(sharp(file)) : await randomCrop(file);
    const luma = new Uint8ClampedArray(lumaOf({ ...picture, channels: 3 }));
    const found = detect(luma, picture.width, picture.height);
    if (found) accepted.push(`${file} round ${round}: ${found.id} ${found.strength}`);
    decodes++;
    if (decodes % 250 === 0)
      console.log(`${decodes} decodes, ${accepted.length} accepted, ${Math.round((Date.now() - start) / 1000)} s`);
  }
}
console.log(`${decodes} decodes of unmarked pictures: ${accepted.length} false accepts`, ...accepted);
const folder = join(import.meta.dirname, '../results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'unmarked-images.json'), JSON.stringify({ decodes, accepted }, null, 2));

// A part of 144 to 344 pixels, sometimes compressed or stretched, like a stranger's upload.
async function randomCrop(file: string) {
  const { data, width, height } = await pixelsOf(sharp(file));
  const across = Math.min(width, 144 + Math.floor(random() * 200));
  const down = Math.min(height, 144 + Math.floor(random() * 200));
  const left = Math.floor(random() * (width - across + 1));
  const top = Math.floor(random() * (height - down + 1));
  const part = sharp(data, { raw: { width, height, channels: 3 } }).extract({ left, top, width: across, height: down });
  if (random() < 0.4) return pixelsOf(sharp(await part.jpeg({ quality: 30 + Math.floor(random() * 60) }).toBuffer()));
  if (random() < 0.3) return pixelsOf(part.resize(Math.round(across * (0.6 + random()))));
  return pixelsOf(part);
}
