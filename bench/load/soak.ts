// The mixed load at 70% of one node's capacity, for ten minutes (MINUTES=…): a line is fitted to
// the memory of the node after a warm-up of a third of that time. Its processes collect garbage all
// the time, and the minimum of each block of time counts: memory in use, without requests in
// progress. It judges the JavaScript memory of all threads and the memory of all processes. Bar:
// neither slope is above its noise, and the noise of the process's memory is too small to hide a
// growth that matters.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAllRight, offer, percentile, saturate } from '../../test/load/offered-load.ts';
import { prepareOperations } from '../../test/load/operations.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { startCluster } from './cluster.ts';
import { fitLine, type Point, type Slope } from './fit-line.ts';
import { busyElsewhere } from './machine.ts';

const minutes = Number(process.env.MINUTES ?? 10);
const nodes = Number(process.env.NODES ?? 1);
const callers = 4 * Math.max(2, availableParallelism());
const mebibyte = 1024 ** 2;
/** Per minute, the upper end of the interval: 1.4 kB per operation at 25 per second. */
const mostGrowth = 2 * mebibyte;
const blockCount = 22;
const folder = mkdtempSync(join(tmpdir(), 'provenance-soak-'));
const heldMemory = join(folder, 'held');
const collecting = {
  NODE_OPTIONS: `--expose-gc --import ${new URL(`./collect-garbage.ts?file=${heldMemory}`, import.meta.url)}`,
  // mallopt(3): large pieces are returned to the system when they are freed, and small ones are not
  // kept per thread. Leaks still stay.
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_ARENA_MAX: '2',
};

const elsewhere = busyElsewhere();
const cluster = await startCluster(nodes, collecting);
try {
  const operations = await prepareOperations(cluster);
  expectAllRight(await saturate(operations, callers, 20));
  const full = await saturate(operations, callers, 15);
  const rate = (full.answers.length / full.seconds) * 0.7;
  expectAllRight(await offer(operations, rate, (minutes * 60) / 3));
  const started = Date.now();
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    for (const [node, value] of cluster.residentBytes().entries())
      samples.push({ place: String(node), time: (Date.now() - started) / 60_000, value });
  }, 500);
  const done = await offer(operations, rate, minutes * 60);
  clearInterval(timer);
  const failed = done.answers.filter(({ problem }) => problem !== undefined);
  const resident = examine(samples);
  const held = examine(readHeld(started));
  const verdict = judge(held, resident);
  console.log(
    formatTable([
      ['', 'value'],
      ['minutes', String(minutes)],
      ['nodes', String(nodes)],
      ['operations', String(done.answers.length)],
      ['a second', rate.toFixed(1)],
      ['failed', String(failed.length)],
      ['p50, p99 ms', [0.5, 0.99].map((part) => percentile(done.answers, part).toFixed(0)).join(', ')],
      ...describe('held by JavaScript', held),
      ...describe('resident', resident),
      ['memory is flat', verdict],
      ['other programs took', `${(elsewhere() * 100).toFixed(0)}% of this machine`],
    ]),
  );
  if (failed.length > 0) console.log(`e.g. ${failed[0]!.kind}: ${failed[0]!.problem}`);
  console.log(
    `Figures: ${keepFigures('load-soak', { minutes, nodes, rate, failed: failed.length, verdict, held, resident })}`,
  );
  if (verdict !== 'shown' || failed.length > 0) process.exitCode = 1;
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A sample of one node, or of one of its threads. */
interface Sample extends Point {
  readonly place: string;
}

interface Memory extends Slope {
  readonly blocks: readonly Point[];
}

function judge(held: Memory, resident: Memory): string {
  if ([held, resident].some(({ slope, margin }) => slope - margin > 0)) return 'REFUTED: it grows';
  return resident.slope + resident.margin <= mostGrowth ? 'shown' : 'NOT SHOWN: too noisy to tell';
}

function describe(name: string, { blocks, slope, margin }: Memory): string[][] {
  const values = blocks.map(({ value }) => value);
  const mebibytes = (each: number, digits: number) => (each / mebibyte).toFixed(digits);
  const most = [Math.min(...values), median(values), Math.max(...values)].map((each) => mebibytes(each, 0));
  return [
    [`${name}, MiB: least, median, most`, most.join(', ')],
    [`${name}, slope MiB a minute`, `${mebibytes(slope, 2)} ± ${mebibytes(margin, 2)} (95%)`],
  ];
}

/** What the threads recorded since. */
function readHeld(started: number): Sample[] {
  return readFileSync(heldMemory, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([time, place, value]) => ({ place: place!, time: (Number(time) - started) / 60_000, value: Number(value) }))
    .filter(({ time }) => time >= 0 && time < minutes);
}

/**
 * The sum of the minimum of every place in each of about twenty blocks: neighboring samples are
 * similar, blocks hardly.
 */
function examine(samples: readonly Sample[]): Memory {
  const length = minutes / blockCount;
  const blocks = Array.from({ length: blockCount }, (_, block) => {
    const inside = samples.filter(({ time }) => Math.floor(time / length) === block);
    const least = Map.groupBy(inside, ({ place }) => place)
      .values()
      .map((each) => Math.min(...each.map(({ value }) => value)));
    return { time: (block + 0.5) * length, value: least.reduce((sum, each) => sum + each, 0) };
  });
  return { blocks, ...fitLine(blocks) };
}
