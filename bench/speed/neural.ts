// What the neural mark adds to signing a photograph of twelve megapixels, and to verifying an
// unmarked one: the search uses the picture that was decoded for the other mark, so decoding does
// not count. Then what the perceptual hash adds, and the whole search. The same for a small
// picture. Networks loaded, one thread. Processor time of all threads is the fairer measure on a
// busy machine. Usage: npm run bench -- speed/neural [rounds, default 7]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { shrinkPicture } from '../../engine/src/formats/decode-picture.ts';
import { Specimen } from '../../engine/src/specimen.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { SIDE } from '../../engine/src/watermarks/neural/small-picture.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

interface Times {
  readonly wall: number;
  readonly processor: number;
}

sharp.concurrency(1);
const rounds = Number(process.argv[2] ?? 7);
const photo = join(import.meta.dirname, '../../../shared/media/photos/IMG_20200608_111614.jpg');
const large = readFileSync(photo);
// Three quarters of it turn white with a third more light. Such pictures are marked differently.
const bright = await sharp(join(import.meta.dirname, '../../../shared/training/eval/hr_0738cf.jpg'))
  .resize({ width: 4_000, height: 3_000, fit: 'fill' })
  .jpeg({ quality: 92 })
  .toBuffer();
const id = '9e3779b97f4a7c15';
const networks = openNetworks();
const before = process.memoryUsage().rss;
const loading = await timesOf(async () => makeResidual(networks, await shrinkPicture(large, SIDE), id));
const growth = (process.memoryUsage().rss - before) / 1024 ** 2;
const uploads = {
  '12 MP, JPEG': large,
  '12 MP, PNG': await sharp(large).png({ compressionLevel: 1 }).toBuffer(),
  '12 MP, WebP': await sharp(large).webp({ quality: 90, effort: 2 }).toBuffer(),
  '12 MP, bright JPEG': bright,
  '12 MP, bright PNG': await sharp(bright).png({ compressionLevel: 1 }).toBuffer(),
  '1000 px, JPEG': await sharp(large).resize(1000).jpeg({ quality: 90 }).toBuffer(),
};

const header = ['upload', 'work', 'wall ms', 'processor ms', 'bar'];
const rows: string[][] = [];
for (const [name, upload] of Object.entries(uploads)) {
  const all: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < rounds; round++) all.push(await measure(upload));
  const bar = (most: string) => (name.startsWith('12') ? most : '');
  for (const [work, most] of Object.entries({
    'added to marking': bar('1000'),
    'sought, not there': bar('600'),
    'perceptual hash': '',
    'whole search': '',
  } as const)) {
    const of = (unit: keyof Times) => median(all.map((times) => times[work as keyof (typeof all)[number]][unit]));
    rows.push([name, work, of('wall').toFixed(0), of('processor').toFixed(0), most]);
  }
}
console.log(formatTable([header, ...rows]));
const peak = process.resourceUsage().maxRSS / 1024;
console.log(
  `\nFirst use, with both networks loaded: ${loading.wall.toFixed(0)} ms, ${loading.processor.toFixed(0)} ms of processor.`,
);
console.log(`Peak memory of the process: ${peak.toFixed(0)} MB. It grew by ${growth.toFixed(0)} MB at first use.`);
console.log(keepFigures('speed-neural', { rounds, header, rows, loading, growth, peak }));

// The search takes its steps in the order of verification.
async function measure(upload: Uint8Array) {
  const { watermark } = detectFormat(upload)!;
  const without = await timesOf(() => watermark!.mark(upload, id));
  const both = await timesOf(() =>
    watermark!.mark(upload, id, { neural: (picture) => makeResidual(networks, picture, id) }),
  );
  const specimen = new Specimen(upload, { networks });
  const mark = await timesOf(() => specimen.readMark());
  const sought = await timesOf(() => specimen.readNeuralMark());
  const hash = await timesOf(() => specimen.perceptualHash());
  return {
    'added to marking': sum([both], [without]),
    'sought, not there': sought,
    'perceptual hash': hash,
    'whole search': sum([mark, sought, hash]),
  };
}

function sum(times: readonly Times[], less: readonly Times[] = []): Times {
  const of = (unit: keyof Times) =>
    times.reduce((total, each) => total + each[unit], 0) - less.reduce((total, each) => total + each[unit], 0);
  return { wall: of('wall'), processor: of('processor') };
}

async function timesOf(work: () => Promise<unknown>): Promise<Times> {
  const start = performance.now();
  const usage = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(usage);
  return { wall: performance.now() - start, processor: (user + system) / 1000 };
}
