// Pictures × all standard attacks of robustness/images and neural-images: signed at default
// settings, attacked with real codecs, and read by both readers. It counts whether at least one of
// the two marks is found. Fails if a wrong id is read. Usage: npm run bench --
// robustness/either-mark [folder or file …]. Without one, the photographs and drawings of
// robustness/visibility: SET=tuning, PICTURES=6, ONLY=drawn and FORMAT=JPEG as there. BRIEF=1 runs
// the neural reader only if the other finds nothing. HARD=1 applies the harder attacks, which have
// no bar.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { StillPicture } from '../../engine/src/formats/still-picture.ts';
import { sign } from '../../engine/src/sign.ts';
import { detect } from '../../engine/src/watermarks/dct-image/detect.ts';
import { lumaBytesOf } from '../../engine/src/watermarks/dct-image/pixels.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { readNeuralMark, VIEWED_SIDE } from '../../engine/src/watermarks/neural/read-mark.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { HARD_ATTACKS } from './hard-attacks.ts';
import { ATTACKS, open, type Picture, pixelsOf, REQUIRED } from './image-attacks.ts';
import { NEURAL_ATTACKS } from './neural-attacks.ts';
import { download, formatsOf, listSources, nameOf, type Role } from './visibility-pictures.ts';

type Attack = (picture: Picture) => Promise<Buffer>;
interface Reading {
  readonly set: string;
  readonly attack: string;
  readonly dct: boolean | null;
  readonly neural: boolean | null;
}

sharp.concurrency(1);
const networks = openNetworks();
const brief = process.env.BRIEF === '1';
let state = 20261118;
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
const standard: [string, Attack][] = [
  ...Object.entries(ATTACKS)
    .filter(([name]) => REQUIRED.has(name))
    .map(([name, attack]): [string, Attack] => [name, async (picture) => lossless(await attack(picture))]),
  ...Object.entries(NEURAL_ATTACKS).map(([name, [attack]]): [string, Attack] => [
    name,
    (picture) => attack(picture, random),
  ]),
];
const attacks = new Map<string, Attack>(process.env.HARD === '1' ? Object.entries(HARD_ATTACKS) : standard);
const readings: Reading[] = [];
let wrong = 0;

for await (const { set, name, file } of pictures()) await measure(set, name, file);
report();

async function* pictures() {
  const places = process.argv.slice(2).filter((each) => !each.startsWith('--'));
  for (const place of places) {
    const files = statSync(place).isDirectory() ? readdirSync(place).map((name) => join(place, name)) : [place];
    for (const path of files) yield { set: 'given', name: basename(path), file: readFileSync(path) };
  }
  if (places.length > 0) return;
  const sets = ['photographs', 'drawn'].filter((set) => (process.env.ONLY ?? set) === set);
  const most = Number(process.env.PICTURES ?? Number.POSITIVE_INFINITY);
  const listed = listSources((process.env.SET ?? 'reported') as Role);
  const sources = sets.flatMap((set) => listed.filter((source) => source.set === set).slice(0, most));
  download(sources);
  for (const source of sources) {
    const formats = await formatsOf(source);
    const file = formats[process.env.FORMAT ?? ''] ?? Object.values(formats)[0]!;
    yield { set: source.set, name: nameOf(source), file };
  }
}

async function measure(set: string, name: string, file: Buffer): Promise<void> {
  const watermarkId = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const request = { generatorId: 'gen_1', model: 'model-1', watermarkId, token: `svc_${'A'.repeat(47)}` };
  const signed = await sign(file, request, { networks, sign: async () => new Uint8Array(64) });
  const marked = await pixelsOf(sharp(signed.bytes));
  const lost = [];
  for (const [attack, apply] of attacks) {
    const attacked = await apply(marked);
    const pixels = await pixelsOf(sharp(attacked, { limitInputPixels: false }));
    const dct = judge(detect(lumaBytesOf({ ...pixels, channels: 3 }), pixels.width, pixels.height)?.id, watermarkId);
    const picture = new StillPicture(attacked);
    const neural =
      dct && brief
        ? null
        : judge(await readNeuralMark(networks, (part) => picture.shrink(VIEWED_SIDE, part)), watermarkId);
    readings.push({ set, attack, dct, neural });
    if (!dct && !neural) lost.push(attack);
  }
  const notes = signed.notes.length > 0 ? ` (${signed.notes.join(' ')})` : '';
  console.log(
    `${set} ${name} ${marked.width}×${marked.height}: ${lost.length > 0 ? `LOST ${lost.join(', ')}` : 'all found'}${notes}`,
  );
}

function judge(found: string | null | undefined, wanted: string): boolean {
  if (found && found !== wanted) wrong += 1;
  return found === wanted;
}

function lossless(picture: Picture): Promise<Buffer> {
  return open(picture).tiff({ compression: 'none' }).toBuffer();
}

function report(): void {
  const sets = [...new Set(readings.map((reading) => reading.set))];
  const share = (of: Reading[], is: (reading: Reading) => boolean | null) =>
    of.length === 0 ? '' : `${((100 * of.filter(is).length) / of.length).toFixed(1)}%`;
  const columns = (of: Reading[]) => [
    share(of, ({ dct }) => dct),
    brief ? '' : share(of, ({ neural }) => neural),
    share(of, ({ dct, neural }) => dct || neural),
  ];
  const lines = [...attacks.keys(), 'all'].map((attack) => [
    attack,
    ...sets.flatMap((set) =>
      columns(readings.filter((each) => each.set === set && (attack === 'all' || each.attack === attack))),
    ),
  ]);
  console.log(formatTable([['found after', ...sets.flatMap((set) => [`${set}: DCT`, 'neural', 'either'])], ...lines]));
  console.log(`wrong ids read: ${wrong}`);
  console.log(keepFigures('either-mark', { readings, wrong }));
  if (wrong > 0) process.exitCode = 1;
}
