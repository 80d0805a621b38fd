// A mixed load on one node and on three, behind nginx, over PostgreSQL and Redis: first the
// maximum, then latencies against the offered load, then one operation after the other on an idle
// machine, then rounds at 70% on one and on three in turn. Bars: p99 at most four times p50 at
// 70%, for each part of the mix (verifying, signing, the rest) and, more important, for each kind
// of operation. Rare kinds run more often besides the mix. Processor time of the nodes per
// operation must be within 15% between one and three. SECONDS=… sets the length of a round.
import { availableParallelism } from 'node:os';
import {
  type Answered,
  askOnceThrough,
  expectAllRight,
  type LoadDone,
  offer,
  percentile,
  saturate,
} from '../../test/load/offered-load.ts';
import { type Operation, prepareOperations, withRareKinds } from '../../test/load/operations.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { busyElsewhere, busyMachine, collectGarbage, letGoFirst } from './machine.ts';

const seconds = Number(process.env.SECONDS ?? 10);
/** Two per core, so that no core waits for a caller. */
const callers = 4 * Math.max(2, availableParallelism());
const shares = [0.3, 0.5, 0.85];
const rounds = 8;
const bars = { share: 0.7, tail: 4, processor: 0.15 };
/**
 * Use of the machine in a round at 70%. If it was slower than during the search for its capacity,
 * the load was above 70%.
 */
const mostBusy = 0.8;
/** Out of a hundred: 80 seconds at 24 per second then give 190 responses of each kind. */
const rareShare = 10;
/** With fewer, a p99 is the slowest response. */
const leastAnswers = 100;

interface Loaded {
  readonly cluster: Cluster;
  readonly operations: readonly Operation[];
}
interface Round extends LoadDone {
  /** Milliseconds of processor time per operation. */
  readonly nodes: number;
  readonly around: number;
  /** Share of the machine that was used. */
  readonly busy: number;
}

const elsewhere = busyElsewhere();
const clusters: Loaded[] = [];
/** Operations per second of each cluster, as measured repeatedly. */
const capacities: [number[], number[]] = [[], []];
try {
  for (const nodes of [1, 3]) {
    const cluster = await startCluster(nodes);
    clusters.push({ cluster, operations: await prepareOperations(cluster) });
  }
  // Not before, because the nodes that it starts would get priority too.
  if (!letGoFirst(clusters.flatMap(({ cluster }) => cluster.around())))
    console.log('No process may go before others here: latencies include PostgreSQL, Redis, nginx and the caller.');
  // V8 is fastest after a thread has run a path some thousand times. That takes minutes if every
  // eighth operation is a signing, and hours if every hundredth is a certificate.
  for (const { cluster, operations } of clusters) {
    const quick = operations.filter(({ kind }) => kind !== 'sign a picture');
    expectAllRight(await saturate(operations, callers, seconds * cluster.nodes));
    expectAllRight(await saturate(withRareKinds(quick, rareShare), callers, 2 * seconds * cluster.nodes));
  }
  const rows: string[][] = [];
  for (const [place, loaded] of clusters.entries()) {
    const round = await measure(loaded, () => saturate(loaded.operations, callers, seconds));
    capacities[place]!.push(round.answers.length / round.seconds);
    rows.push(rowOf(loaded, 'all it can', [round]));
  }
  for (const share of shares) {
    const rate = share * (await findCapacity());
    for (const loaded of clusters)
      rows.push(rowOf(loaded, percent(share), [await measure(loaded, () => offer(loaded.operations, rate, seconds))]));
  }
  const alone = await measure(clusters[0]!, () => {
    const asOften = clusters[0]!.operations.map((each) => ({ ...each, share: leastAnswers }));
    return askOnceThrough(asOften, 1);
  });
  const atBar: Round[][] = clusters.map(() => []);
  for (let count = 1; count <= rounds; count += 1) {
    const rate = bars.share * (await findCapacity());
    for (const [place, loaded] of clusters.entries())
      atBar[place]!.push(
        await measure(loaded, () => offer(withRareKinds(loaded.operations, rareShare), rate, seconds)),
      );
    process.stderr.write(`round ${count} of ${rounds}\n`);
  }
  for (const [place, loaded] of clusters.entries()) rows.push(rowOf(loaded, percent(bars.share), atBar[place]!));
  report(rows, alone, atBar);
} finally {
  await Promise.all(clusters.map(({ cluster }) => cluster.stop()));
}

/**
 * Just before a round, because the speed of a shared machine varies. The slower value counts,
 * because they have the same cores.
 */
async function findCapacity(): Promise<number> {
  for (const [place, { operations }] of clusters.entries()) {
    const { answers, seconds: taken } = await saturate(operations, callers, seconds / 3);
    capacities[place]!.push(answers.length / taken);
  }
  return Math.min(...capacities.map((each) => each.at(-1)!));
}

async function measure({ cluster }: Loaded, load: () => Promise<LoadDone>): Promise<Round> {
  collectGarbage();
  const before = cluster.processorTime();
  const busy = busyMachine();
  const done = await load();
  const used = busy();
  const after = cluster.processorTime();
  expectAllRight(done);
  const each = (milliseconds: number) => milliseconds / done.answers.length;
  return { ...done, nodes: each(after.nodes - before.nodes), around: each(after.around - before.around), busy: used };
}

function rowOf({ cluster }: Loaded, share: string, measured: readonly Round[]): string[] {
  const answers = measured.flatMap((round) => round.answers).filter(({ beside }) => !beside);
  return [
    `${nodesOf(cluster)}, ${share}`,
    (answers.length / sum(measured.map((round) => round.seconds))).toFixed(1),
    String(answers.length),
    ...latencies(answers),
    median(measured.map(({ nodes }) => nodes)).toFixed(1),
    median(measured.map(({ around }) => around)).toFixed(1),
    percent(median(measured.map(({ busy }) => busy))),
  ];
}

function latencies(answers: readonly Answered[]): string[] {
  const values = [0.5, 0.9, 0.99].map((part) => percentile(answers, part).toFixed(0));
  return [...values, tailOf(answers).toFixed(1)];
}

function tailOf(answers: readonly Answered[]): number {
  return percentile(answers, 0.99) / percentile(answers, 0.5);
}

function report(rows: readonly string[][], alone: Round, atBar: readonly Round[][]): void {
  const columns = ['answers', 'p50 ms', 'p90 ms', 'p99 ms', 'p99/p50'];
  const head = ['', 'per s', ...columns, 'nodes CPU ms', 'around CPU ms', 'busy'];
  console.log(`\n${formatTable([head, ...rows])}\n`);
  const judged = atBar.map((measured) => measured.filter(({ busy }) => busy <= mostBusy));
  const byKind = clusters.map((loaded, place) => ({
    name: nodesOf(loaded.cluster),
    kinds: kindsOf(loaded, judged[place]!),
  }));
  const byPart = judged.map(partsOf);
  const aloneByKind = kindsOf(clusters[0]!, [alone]);
  const control = aloneByKind.map(({ kind, answers }) => [kind, String(answers.length), ...latencies(answers)]);
  console.log(`${formatTable([['one at a time, nothing else', ...columns], ...control])}\n`);
  for (const [place, measured] of atBar.entries()) {
    const shares = measured.map(({ busy }) => percent(busy)).join(', ');
    console.log(
      `${byKind[place]!.name}: ${shares} of the machine was used in the rounds at ${percent(bars.share)}; ${judged[place]!.length} of ${rounds} are judged`,
    );
  }
  console.log('');
  for (const [place, { name, kinds }] of byKind.entries()) {
    const lines = [...byPart[place]!, ...kinds].map(({ kind, answers, isJudged, met }) => [
      kind,
      String(answers.length),
      ...latencies(answers),
      isJudged ? (met ? 'met' : 'MISSED') : 'too few',
    ]);
    console.log(`${formatTable([[`${name} at ${percent(bars.share)}`, ...columns, ''], ...lines])}\n`);
  }
  // Both rounds of a pair see the same other load on the machine.
  const pairs = atBar[0]!.map(({ nodes }, place) => atBar[1]![place]!.nodes / nodes);
  console.log(`processor time, three nodes against one, round by round: ${pairs.map(percent).join(', ')}`);
  const processor = median(pairs);
  const verdicts = [
    ...byKind.flatMap(({ name, kinds }, place) => [
      verdictOf(`parts of the mix whose p99 is within ${bars.tail} p50, ${name}`, byPart[place]!),
      verdictOf(`kinds of operation whose p99 is within ${bars.tail} p50, ${name}`, kinds),
    ]),
    {
      name: 'processor time for an operation, three nodes against one',
      value: percent(processor),
      met: Math.abs(processor - 1) <= bars.processor,
    },
  ];
  for (const { name, value, met } of verdicts) console.log(`${name}: ${value}, ${met ? 'met' : 'MISSED'}`);
  const others = elsewhere();
  console.log(`Other programs took ${percent(others)} of this machine meanwhile.`);
  const figures = { seconds, callers, capacities, rows: [head, ...rows], verdicts, others };
  const kept = byKind.map(({ name, kinds }, place) => [
    name,
    ...[...byPart[place]!, ...kinds].map(({ kind, answers }) => [kind, ...latencies(answers)]),
  ]);
  console.log(`Figures: ${keepFigures('load-mixed', { ...figures, control, byKind: kept })}`);
  if (verdicts.some(({ met }) => !met)) process.exitCode = 1;
}

interface Judged {
  readonly kind: string;
  readonly answers: readonly Answered[];
  readonly isJudged: boolean;
  readonly met: boolean;
}

function kindsOf({ operations }: Loaded, measured: readonly Round[]): Judged[] {
  const all = measured.flatMap(({ answers }) => answers);
  return operations.map(({ kind }) =>
    judge(
      kind,
      all.filter((each) => each.kind === kind),
    ),
  );
}

/**
 * As in the mix. For the rest, also the extra operations, which have the same number of each kind
 * as the mix.
 */
function partsOf(measured: readonly Round[]): Judged[] {
  const all = measured.flatMap(({ answers }) => answers);
  const ofMix = (word: string) => all.filter(({ kind, beside }) => kind.startsWith(word) && !beside);
  return [
    judge('all that verifies', ofMix('verify')),
    judge('all that signs', ofMix('sign')),
    judge(
      'all the rest',
      all.filter(({ kind }) => !/^(verify|sign)/.test(kind)),
    ),
  ];
}

function judge(kind: string, answers: readonly Answered[]): Judged {
  return { kind, answers, isJudged: answers.length >= leastAnswers, met: tailOf(answers) <= bars.tail };
}

function verdictOf(name: string, judged: readonly Judged[]) {
  const told = judged.filter(({ isJudged }) => isJudged);
  const met = told.filter((each) => each.met).length;
  return { name, value: `${met} of ${told.length}`, met: met === told.length && told.length > 0 };
}

function nodesOf({ nodes }: Cluster): string {
  return nodes > 1 ? `${nodes} nodes` : '1 node';
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)}%`;
}
