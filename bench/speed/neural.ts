// What the neural mark adds to signing a photograph of twelve megapixels, and what seeking it costs where there is none; and the same
// for a small picture. Networks loaded, one thread. Processor time of all threads is the fairer measure on a busy machine.
// Usage: npm run bench -- speed/neural [rounds, default 7]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { detectFormat } from '../../engine/src/formats/all-formats.ts';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { readNeuralMark, VIEWED_SIDE } from '../../engine/src/watermarks/neural/read-mark.ts';
import { makeResidual } from '../../engine/src/watermarks/neural/residual.ts';
import { SIDE } from '../../engine/src/watermarks/neural/small-picture.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

sharp.concurrency(1);
const rounds = Number(process.argv[2] ?? 7);
const photo = join(import.meta.dirname, '../../../shared/media/photos/IMG_20200608_111614.jpg');
const large = readFileSync(photo);
const id = '9e3779b97f4a7c15';
const networks = openNetworks();
const loading = await timesOf(async () => {
  const { shrink } = detectFormat(large)!;
  await makeResidual(networks, await shrink!(large, SIDE), id);
});
const uploads = {
  '12 MP, JPEG': large,
  '12 MP, PNG': await sharp(large).png({ compressionLevel: 1 }).toBuffer(),
  '1000 px, JPEG': await sharp(large).resize(1000).jpeg({ quality: 90 }).toBuffer(),
};

const header = ['upload', 'work', 'wall ms', 'processor ms', 'bar'];
const rows: string[][] = [];
for (const [name, upload] of Object.entries(uploads)) {
  const { watermark, shrink } = detectFormat(upload)!;
  const kinds: Record<string, () => Promise<unknown>> = {
    without: () => watermark!.mark(upload, id),
    both: () => watermark!.mark(upload, id, (picture) => makeResidual(networks, picture, id)),
    seek: () => readNeuralMark(networks, (part) => shrink!(upload, VIEWED_SIDE, part)),
  };
  const times: Record<string, { wall: number; processor: number }[]> = { without: [], both: [], seek: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [kind, work] of Object.entries(kinds)) times[kind]!.push(await timesOf(work));
  }
  const of = (kind: string, measure: 'wall' | 'processor') => median(times[kind]!.map((each) => each[measure]));
  const row = (work: string, value: (measure: 'wall' | 'processor') => number, bar: string) =>
    rows.push([name, work, value('wall').toFixed(0), value('processor').toFixed(0), bar]);
  const isLarge = name.startsWith('12');
  row('added to marking', (measure) => of('both', measure) - of('without', measure), isLarge ? '1000' : '');
  row('sought, not there', (measure) => of('seek', measure), isLarge ? '600' : '');
}
console.log(formatTable([header, ...rows]));
const peak = process.resourceUsage().maxRSS / 1024;
console.log(
  `\nFirst use, with both networks loaded: ${loading.wall.toFixed(0)} ms, ${loading.processor.toFixed(0)} ms of processor.`,
);
console.log(
  `Peak memory of the process: ${peak.toFixed(0)} MB. It grew by ${loading.memory.toFixed(0)} MB at first use.`,
);
console.log(keepFigures('speed-neural', { rounds, header, rows, loading, peak }));

async function timesOf(work: () => Promise<unknown>) {
  const memory = process.memoryUsage().rss;
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const growth = (process.memoryUsage().rss - memory) / 1024 ** 2;
  return { wall: performance.now() - start, processor: (user + system) / 1000, memory: growth };
}
