// Photographs signed through the command line, as by a user: whether the service's cores are kept
// busy, and how the time compares with the engine alone, measured in the same run. The program, the
// service and the engine share this machine. Usage: npm run bench -- speed/sign-photos [photos,
// default 200] [at a time, default 6]
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openNetworks } from '../../engine/src/watermarks/neural/networks.ts';
import { RecordShelf } from '../../engine/test-support/record-shelf.ts';
import { spawnSigner } from '../../service/test-support/spawned-signer.ts';
import { packClient, run } from '../../test/test-support/provenance-program.ts';
import { formatTable, keepFigures } from '../measurement.ts';

sharp.concurrency(1);
const source = join(import.meta.dirname, '../../../shared/media/photos');
const count = Number(process.argv[2] ?? 200);
const parallel = process.argv[3] ?? '6';
/** The bars of the issue are for a service with two cores. */
const cores = Math.min(availableParallelism(), 2);
const bars = { busy: 0.85, ratio: 1.2 };

const photos = readdirSync(source)
  .filter((name) => /\.jpe?g$/i.test(name))
  .map((name) => ({ name, bytes: readFileSync(join(source, name)) }));

const folder = mkdtempSync(join(tmpdir(), 'provenance-photos-'));
mkdirSync(join(folder, 'in'));
for (let number = 0; number < count; number += 1) {
  const { bytes } = photos[number % photos.length]!;
  writeFileSync(join(folder, 'in', `${String(number).padStart(4, '0')}.jpg`), withComment(bytes, `photo ${number}`));
}
const [signer, client] = await Promise.all([spawnSigner(), packClient()]);
try {
  const engine = await engineTimes();
  // At once, so that all threads of the service have worked before the measurement. One after the
  // other, one thread would do it all.
  await Promise.all(photos.map(({ bytes }) => signer.sign(bytes)));
  const programBefore = processorOfChildren();
  const before = signer.processorMilliseconds()!;
  const started = performance.now();
  const env = {
    PROVENANCE_URL: signer.service.liveUrl,
    PROVENANCE_API_KEY: signer.key,
    PROVENANCE_GENERATOR: signer.generatorId,
  };
  const words = ['sign', '--json', '--model', 'studio-3', '--parallel', parallel, '--out', join(folder, 'out')];
  const { code, output, words: said } = await run(client.program, [...words, join(folder, 'in')], { env });
  const wall = performance.now() - started;
  const processor = signer.processorMilliseconds()! - before;
  const program = processorOfChildren() - programBefore;
  const signed = output.split('\n').filter((line) => line.includes('"status":"signed"')).length;
  if (code !== 0 || signed !== count) throw new Error(`${signed} of ${count} were signed: ${said}`);
  const busy = processor / wall / cores;
  const bound = engine.wall / cores;
  const rows = [
    ['measure', 'value', 'bar'],
    ['photos', String(count), ''],
    ['wall s', (wall / 1_000).toFixed(1), ''],
    [`service processor, of ${cores} cores`, `${(busy * 100).toFixed(0)}%`, `${bars.busy * 100}%`],
    [`program processor, of ${cores} cores`, `${((program / wall / cores) * 100).toFixed(0)}%`, ''],
    ['engine alone, sum of wall s', (engine.wall / 1_000).toFixed(1), ''],
    ['engine alone, sum of processor s', (engine.processor / 1_000).toFixed(1), ''],
    [`wall ÷ (sum of engine wall ÷ ${cores})`, (wall / bound).toFixed(2), String(bars.ratio)],
    [`service processor ÷ engine processor`, (processor / engine.processor).toFixed(2), ''],
  ];
  console.log(formatTable(rows));
  console.log(
    keepFigures('speed-sign-photos', { count, parallel, wall, processor, program, busy, engine, ratio: wall / bound }),
  );
} finally {
  await signer.stop();
  client.remove();
  rmSync(folder, { recursive: true, force: true });
}

/** One at a time, the better of two for each photograph, summed over as many as are signed. */
async function engineTimes(): Promise<{ wall: number; processor: number }> {
  const shelf = new RecordShelf(openNetworks());
  const best: { wall: number; processor: number }[] = [];
  for (const { bytes } of photos) {
    const runs: { wall: number; processor: number }[] = [];
    for (let round = 0; round < 2; round += 1) {
      const start = performance.now();
      const before = process.cpuUsage();
      await shelf.sign(bytes);
      const { user, system } = process.cpuUsage(before);
      runs.push({ wall: performance.now() - start, processor: (user + system) / 1_000 });
    }
    best.push({
      wall: Math.min(...runs.map((each) => each.wall)),
      processor: Math.min(...runs.map((each) => each.processor)),
    });
  }
  const sum = { wall: 0, processor: 0 };
  for (let number = 0; number < count; number += 1) {
    const { wall, processor } = best[number % best.length]!;
    sum.wall += wall;
    sum.processor += processor;
  }
  return sum;
}

/**
 * proc(5): for ended processes, user and system time are the fields 16 and 17, in hundredths of a
 * second.
 */
function processorOfChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** A comment after the first marker (T.81 §B.2.4.5), so that no two files are the same. */
function withComment(jpeg: Uint8Array, text: string): Uint8Array {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, Buffer.from(text), jpeg.subarray(2)]);
}
