// The mixed load at 70% of what one node can do, for ten minutes (MINUTES=…): the memory of the node, fitted with a line. Bar: the
// slope is within its noise. The first fifth is left out: threads, caches and compiled code fill up then.
import { availableParallelism } from 'node:os';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { startCluster } from './cluster.ts';
import { busyElsewhere } from './machine.ts';
import { expectAllRight, offer, percentile, saturate } from './offered-load.ts';
import { prepareOperations } from './operations.ts';

const minutes = Number(process.env.MINUTES ?? 10);
const nodes = Number(process.env.NODES ?? 1);
const callers = 4 * Math.max(2, availableParallelism());
const mebibyte = 1024 ** 2;

const elsewhere = busyElsewhere();
const cluster = await startCluster(nodes);
try {
  const operations = await prepareOperations(cluster);
  expectAllRight(await saturate(operations, callers, 20));
  const full = await saturate(operations, callers, 15);
  const rate = (full.answers.length / full.seconds) * 0.7;
  const started = performance.now();
  const samples: { minute: number; bytes: number }[] = [];
  const timer = setInterval(() => {
    const bytes = cluster.residentBytes().reduce((sum, each) => sum + each, 0);
    samples.push({ minute: (performance.now() - started) / 60_000, bytes });
  }, 500);
  const done = await offer(operations, rate, minutes * 60);
  clearInterval(timer);
  const failed = done.answers.filter(({ problem }) => problem !== undefined);
  const blocks = inBlocks(samples.filter(({ minute }) => minute > minutes / 5));
  const { slope, error } = fitLine(blocks);
  const within = Math.abs(slope) <= 2 * error || slope < 0;
  const memory = blocks.map(({ bytes }) => bytes);
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
      ['slope MiB a minute', `${(slope / mebibyte).toFixed(2)} ± ${((2 * error) / mebibyte).toFixed(2)}`],
      ['slope within its noise', within ? 'met' : 'MISSED'],
      ['other programs took', `${(elsewhere() * 100).toFixed(0)}% of this machine`],
    ]),
  );
  if (failed.length > 0) console.log(`e.g. ${failed[0]!.kind}: ${failed[0]!.problem}`);
  console.log(
    `Figures: ${keepFigures('load-soak', { minutes, nodes, rate, failed: failed.length, slope, error, blocks })}`,
  );
  if (!within || failed.length > 0) process.exitCode = 1;
} finally {
  await cluster.stop();
}

/** Twenty-four blocks, each by its median: neighbouring samples are not independent, blocks nearly are. */
function inBlocks(samples: readonly { minute: number; bytes: number }[]) {
  const size = Math.max(1, Math.floor(samples.length / 24));
  return Array.from({ length: Math.floor(samples.length / size) }, (_, place) => {
    const block = samples.slice(place * size, (place + 1) * size);
    return { minute: median(block.map(({ minute }) => minute)), bytes: median(block.map(({ bytes }) => bytes)) };
  });
}

/** Least squares: bytes a minute, and the standard error of that. */
function fitLine(points: readonly { minute: number; bytes: number }[]): { slope: number; error: number } {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [minute, bytes] = [mean(points.map((point) => point.minute)), mean(points.map((point) => point.bytes))];
  const spread = points.reduce((sum, point) => sum + (point.minute - minute) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point.minute - minute) * (point.bytes - bytes), 0) / spread;
  const rest = points.reduce((sum, point) => sum + (point.bytes - bytes - slope * (point.minute - minute)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / Math.max(1, points.length - 2) / spread) };
}
