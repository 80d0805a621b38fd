// One bit flipped anywhere in a file with an embedded manifest: our own reader must call every copy
// invalid. Two hundred copies of each file and seed. Seeds are printed. With EVERY=true, also one
// bit of every byte of the small files. Usage: node bench/robustness/manifests.ts [file …] (without
// files, some of ../shared)
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readManifest } from '../../engine/src/c2pa/reader/read-manifest.ts';
import { flipBits, richPictures } from '../../engine/test-support/flipped-bits.ts';
import { ManifestMaker } from '../../engine/test-support/manifest-maker.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const shared = join(import.meta.dirname, '../../../shared');
const ofShared = ['media/photos/IMG_1054.JPG', 'media/photos/Wood.jpg', 'c2pa/valid/adobe-20220124-CACAICAICICA.jpg'];
const paths = process.argv.length > 2 ? process.argv.slice(2) : ofShared.map((path) => join(shared, path));
const seeds = [1, 2, 3, 4, 5].map(() => Math.floor(Math.random() * 2 ** 32));
const flipsEach = 200;
console.log(`Seeds ${seeds.join(', ')}.`);
const maker = await ManifestMaker.open();

const files: [string, Buffer][] = paths.map((path) => [basename(path), readFileSync(path)]);
const small: [string, Buffer][] = [];
for (const kind of ['jpeg', 'png'] as const) {
  for (const [name, bytes] of await richPictures(kind)) small.push([`${kind} ${name}`, bytes]);
  const [, signed] = (await richPictures(kind))[0]!;
  small.push([`${kind} embedded twice`, await maker.embed(signed)]);
}

const figures = [];
for (const [name, original] of [...small, ...files]) {
  const bytes = await maker.embed(original);
  const missed: string[] = [];
  let flips = 0;
  for (const copies of [...seeds.map((seed) => flipBits(bytes, seed, flipsEach)), everyByte(name, bytes)]) {
    for (const [altered, flip] of copies) {
      flips += 1;
      const found = await readManifest(altered, maker.service);
      if (found?.validation_status !== 'invalid') missed.push(flip);
    }
  }
  figures.push({ name, bytes: bytes.length, flips, missed });
  for (const flip of missed) console.log(`${name}: not invalid after ${flip}`);
  console.log(`${name}: ${flips} done`);
}
console.log(
  formatTable([
    ['file', 'bytes', 'bits flipped', 'not called invalid'],
    ...figures.map(({ name, bytes, flips, missed }) => [name, `${bytes}`, `${flips}`, `${missed.length}`]),
  ]),
);
console.log(`Kept in ${keepFigures('robustness-manifests', { seeds, figures })}.`);
process.exit(0);

function* everyByte(name: string, bytes: Buffer): Generator<[Buffer, string]> {
  if (process.env.EVERY !== 'true' || !small.some(([each]) => each === name)) return;
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered[at]! ^= 1 << (at % 8);
    yield [altered, `bit ${at % 8} of byte ${at}`];
  }
}
