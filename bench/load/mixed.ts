// A mixed load on one node and on three, behind nginx, over PostgreSQL and Redis: first how much can be done at all, then latencies
// against the load offered, then rounds at 70% on one and on three in turn. Bars: p99 at most three times p50 over the whole mix at
// 70%; processor time of the nodes for an operation within 10% between one and three. SECONDS=… sets the length of a round.
import { availableParallelism } from 'node:os';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { busyElsewhere } from './machine.ts';
import { type Answered, expectAllRight, type LoadDone, offer, percentile, saturate } from './offered-load.ts';
import { type Operation, prepareOperations } from './operations.ts';

const seconds = Number(process.env.SECONDS ?? 10);
/** Two for each core: enough that none waits for a caller. */
const callers = 4 * Math.max(2, availableParallelism());
const shares = [0.3, 0.5, 0.85];
const rounds = 6;
const bars = { share: 0.7, tail: 3, processor: 0.1 };

interface Loaded {
  readonly cluster: Cluster;
  readonly operations: readonly Operation[];
}
interface Round extends LoadDone {
  /** Milliseconds of processor time for an operation. */
  readonly nodes: number;
  readonly around: number;
}

const elsewhere = busyElsewhere();
const clusters: Loaded[] = [];
try {
  for (const nodes of [1, 3]) {
    const cluster = await startCluster(nodes);
    clusters.push({ cluster, operations: await prepareOperations(cluster) });
  }
  for (const { operations } of clusters) expectAllRight(await saturate(operations, callers, seconds));
  const capacities: number[] = [];
  const rows: string[][] = [];
  for (const loaded of clusters) {
    const round = await measure(loaded, () => saturate(loaded.operations, callers, seconds));
    capacities.push(round.answers.length / round.seconds);
    rows.push(rowOf(loaded, 'all it can', round.answers.length / round.seconds, [round]));
  }
  // What one can do the three can do as well: they have the same cores.
  const capacity = Math.min(...capacities);
  for (const share of shares) {
    for (const loaded of clusters) {
      const rate = capacity * share;
      rows.push(
        rowOf(loaded, percent(share), rate, [await measure(loaded, () => offer(loaded.operations, rate, seconds))]),
      );
    }
  }
  const rate = capacity * bars.share;
  const atBar: Round[][] = clusters.map(() => []);
  for (let count = 1; count <= rounds; count += 1) {
    for (const [place, loaded] of clusters.entries())
      atBar[place]!.push(await measure(loaded, () => offer(loaded.operations, rate, seconds)));
    process.stderr.write(`round ${count} of ${rounds}\n`);
  }
  for (const [place, loaded] of clusters.entries()) rows.push(rowOf(loaded, percent(bars.share), rate, atBar[place]!));
  report(rows, atBar, capacities);
} finally {
  await Promise.all(clusters.map(({ cluster }) => cluster.stop()));
}

async function measure({ cluster }: Loaded, load: () => Promise<LoadDone>): Promise<Round> {
  const before = cluster.processorTime();
  const done = await load();
  const after = cluster.processorTime();
  expectAllRight(done);
  const each = (used: number) => used / done.answers.length;
  return { ...done, nodes: each(after.nodes - before.nodes), around: each(after.around - before.around) };
}

function rowOf({ cluster }: Loaded, share: string, rate: number, measured: readonly Round[]): string[] {
  const answers = measured.flatMap((round) => round.answers);
  return [
    `${cluster.nodes} node${cluster.nodes > 1 ? 's' : ''}, ${share}`,
    rate.toFixed(1),
    String(answers.length),
    ...latencies(answers),
    median(measured.map(({ nodes }) => nodes)).toFixed(1),
    median(measured.map(({ around }) => around)).toFixed(1),
  ];
}

function latencies(answers: readonly Answered[]): string[] {
  const [half, most, nearlyAll] = [0.5, 0.9, 0.99].map((part) => percentile(answers, part)) as [number, number, number];
  return [...[half, most, nearlyAll].map((value) => value.toFixed(0)), (nearlyAll / half).toFixed(1)];
}

function report(rows: readonly string[][], atBar: readonly Round[][], capacities: readonly number[]): void {
  const head = ['', 'per s', 'answers', 'p50 ms', 'p90 ms', 'p99 ms', 'p99/p50', 'nodes CPU ms', 'around CPU ms'];
  console.log(`\n${formatTable([head, ...rows])}\n`);
  const kinds = clusters[0]!.operations.map(({ kind }) => kind);
  const answersOf = atBar.map((measured) => measured.flatMap(({ answers }) => answers));
  const byKind = kinds.map((kind) => [
    kind,
    ...answersOf.flatMap((answers) => latencies(answers.filter((each) => each.kind === kind))),
  ]);
  const columns = ['p50 ms', 'p90 ms', 'p99 ms', 'p99/p50'];
  console.log(`${formatTable([[`at ${percent(bars.share)}: 1 node | 3 nodes`, ...columns, ...columns], ...byKind])}\n`);
  const tails = answersOf.map((answers) => percentile(answers, 0.99) / percentile(answers, 0.5));
  // Each pair of rounds shares what else the machine did.
  const processor = median(atBar[0]!.map(({ nodes }, place) => atBar[1]![place]!.nodes / nodes));
  const verdicts = [
    ...tails.map((tail, place) => ({
      name: `p99/p50 over the mix, ${clusters[place]!.cluster.nodes} node(s)`,
      value: tail.toFixed(2),
      met: tail <= bars.tail,
    })),
    {
      name: 'processor time for an operation, three nodes against one',
      value: percent(processor),
      met: Math.abs(processor - 1) <= bars.processor,
    },
  ];
  for (const { name, value, met } of verdicts) console.log(`${name}: ${value}, ${met ? 'met' : 'MISSED'}`);
  const others = elsewhere();
  console.log(`Other programs took ${percent(others)} of this machine meanwhile.`);
  console.log(
    `Figures: ${keepFigures('load-mixed', { seconds, callers, capacities, rows: [head, ...rows], byKind, verdicts, others })}`,
  );
  if (verdicts.some(({ met }) => !met)) process.exitCode = 1;
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)}%`;
}
