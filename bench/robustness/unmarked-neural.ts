// Unmarked pictures and parts of them through the whole reader of the neural mark: not one id must
// be read. Prints how close the closest came, next to what fair coins would give. Usage: npm run
// bench -- robustness/unmarked-neural [--seconds=240] [--readings=N] [--seed=N] Stops after the
// time, or after the number of files if one is given. UNMARKED=10000 does the same.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { StillPicture } from '../../engine/src/formats/still-picture.ts';
import { CODE_BITS, FILE_EXPONENT, pictureWording, readLogits } from '../../engine/src/watermarks/neural/code-word.ts';
import { type ImageNetworks, openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { readNeuralMark, VIEWED_SIDE } from '../../engine/src/watermarks/neural/read-mark.ts';
import { keepFigures } from '../measurement.ts';

sharp.concurrency(1);
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const wanted = Number(option('readings') ?? process.env.UNMARKED ?? Number.POSITIVE_INFINITY);
const seconds = Number.isFinite(wanted) ? Number.POSITIVE_INFINITY : Number(option('seconds') ?? 240);
const shared = join(import.meta.dirname, '../../../shared');
const files = ['training/images', 'training/eval', 'media/photos'].flatMap((folder) =>
  readdirSync(join(shared, folder)).map((name) => join(shared, folder, name)),
);
let state = Number(option('seed') ?? 20261116);
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

// The reader's own networks, observed: it stores the exponent of each view's first word in each
// layout, even if the reader does not decode it.
const networks = openNetworks();
const exponents: number[] = [];
const listened: ImageNetworks = {
  encode: networks.encode,
  async decode(picture) {
    const logits = await networks.decode(picture);
    for (const first of pictureWording.wholes.map((place) => place * CODE_BITS))
      exponents.push(readLogits(logits.subarray(first, first + CODE_BITS)).exponent);
    return logits;
  },
};

const accepted: string[] = [];
let pictures = 0;
const start = Date.now();
while (pictures < wanted && Date.now() - start < seconds * 1000) {
  const file = files[Math.floor(random() * files.length)]!;
  const bytes = await someView(file);
  const picture = new StillPicture(bytes);
  const found = await readNeuralMark(listened, (part) => picture.shrink(VIEWED_SIDE, part));
  pictures++;
  if (found) accepted.push(`${file}: ${found}`);
  if (pictures % 250 === 0) console.log(`${pictures} pictures, ${exponents.length} words, ${accepted.length} accepted`);
}
const smallest = exponents.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
console.log(
  `${pictures} unmarked pictures and parts, ${exponents.length} words: ${accepted.length} false accepts.`,
  `The nearest word reached 10^${smallest.toFixed(1)}; 10^${(FILE_EXPONENT - Math.log10(pictureWording.mostWords)).toFixed(1)} is asked for.`,
  ...accepted,
);
console.log(keepFigures('unmarked-neural', { pictures, words: exponents.length, smallest, accepted }));
if (accepted.length > 0) process.exitCode = 1;

// Whole, or a part of at least a third of each side, unchanged, compressed, or stretched.
async function someView(file: string): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const [across, down] = [1, 2].map(() => (random() < 0.3 ? 1 : 0.33 + 0.67 * random())) as [number, number];
  const size = { width: Math.max(32, Math.floor(width * across)), height: Math.max(32, Math.floor(height * down)) };
  const left = Math.floor(random() * (width - size.width + 1));
  const top = Math.floor(random() * (height - size.height + 1));
  const part = sharp(file).extract({ left, top, ...size });
  if (random() < 0.4) return part.jpeg({ quality: 30 + Math.floor(random() * 60) }).toBuffer();
  if (random() < 0.3) part.resize(Math.max(32, Math.round(size.width * (0.3 + random()))));
  return part.toColourspace('srgb').tiff({ compression: 'none' }).toBuffer();
}
