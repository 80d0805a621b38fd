// The mixed load at 70% of what one node can do, for ten minutes (MINUTES=…): the memory of the node, fitted with a line after a warm-up
// of a third of that time, which is not counted. Its threads collect their garbage all the while, and of each block of time the least
// counts: what is held, without what is in flight. Bar: the slope is not above its noise, and the noise is small enough to tell.
import { availableParallelism } from 'node:os';
import { expectAllRight, offer, percentile, saturate } from '../../test/load/offered-load.ts';
import { prepareOperations } from '../../test/load/operations.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { startCluster } from './cluster.ts';
import { fitLine, type Point } from './fit-line.ts';
import { busyElsewhere } from './machine.ts';

const minutes = Number(process.env.MINUTES ?? 10);
const nodes = Number(process.env.NODES ?? 1);
const callers = 4 * Math.max(2, availableParallelism());
const mebibyte = 1024 ** 2;
/** A minute: 1.4 kB for each operation at 25 a second. */
const mostMargin = 2 * mebibyte;
const collecting = {
  NODE_OPTIONS: `--expose-gc --import ${new URL('./collect-garbage.ts', import.meta.url)}`,
};

const elsewhere = busyElsewhere();
const cluster = await startCluster(nodes, collecting);
try {
  const operations = await prepareOperations(cluster);
  expectAllRight(await saturate(operations, callers, 20));
  const full = await saturate(operations, callers, 15);
  const rate = (full.answers.length / full.seconds) * 0.7;
  expectAllRight(await offer(operations, rate, (minutes * 60) / 3));
  const started = performance.now();
  const samples: Point[] = [];
  const timer = setInterval(() => {
    const value = cluster.residentBytes().reduce((sum, each) => sum + each, 0);
    samples.push({ time: (performance.now() - started) / 60_000, value });
  }, 500);
  const done = await offer(operations, rate, minutes * 60);
  clearInterval(timer);
  const failed = done.answers.filter(({ problem }) => problem !== undefined);
  const blocks = inBlocks(samples);
  const { slope, margin } = fitLine(blocks);
  const verdict = judge(slope, margin);
  const memory = blocks.map(({ value }) => value);
  console.log(
    formatTable([
      ['', 'value'],
      ['minutes', String(minutes)],
      ['nodes', String(nodes)],
      ['operations', String(done.answers.length)],
      ['a second', rate.toFixed(1)],
      ['failed', String(failed.length)],
      ['p50, p99 ms', [0.5, 0.99].map((part) => percentile(done.answers, part).toFixed(0)).join(', ')],
      [
        'memory MiB: least, median, most',
        [Math.min(...memory), median(memory), Math.max(...memory)]
          .map((each) => (each / mebibyte).toFixed(0))
          .join(', '),
      ],
      ['slope MiB a minute', `${(slope / mebibyte).toFixed(2)} ± ${(margin / mebibyte).toFixed(2)} (95%)`],
      ['memory is flat', verdict],
      ['other programs took', `${(elsewhere() * 100).toFixed(0)}% of this machine`],
    ]),
  );
  if (failed.length > 0) console.log(`e.g. ${failed[0]!.kind}: ${failed[0]!.problem}`);
  console.log(
    `Figures: ${keepFigures('load-soak', { minutes, nodes, rate, failed: failed.length, slope, margin, verdict, blocks })}`,
  );
  if (verdict !== 'shown' || failed.length > 0) process.exitCode = 1;
} finally {
  await cluster.stop();
}

function judge(slope: number, margin: number): string {
  if (slope - margin > 0) return 'REFUTED: it grows';
  return margin <= mostMargin ? 'shown' : 'NOT SHOWN: too noisy to tell';
}

/** Of each of some twenty blocks the least: neighbouring samples are alike, blocks hardly. */
function inBlocks(samples: readonly Point[]): Point[] {
  const size = Math.max(1, Math.floor(samples.length / 22));
  return Array.from({ length: Math.floor(samples.length / size) }, (_, place) =>
    samples.slice(place * size, (place + 1) * size).reduce((least, each) => (each.value < least.value ? each : least)),
  );
}
