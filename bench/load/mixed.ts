// A mixed load on one node and on three, behind nginx, over PostgreSQL and Redis: first how much
// can be done at all, then latencies against the load offered, then one operation after the other
// on a machine that has nothing else to do, then rounds at 70% on one and on three in turn. Bars:
// p99 at most three times p50 at 70%, for each part of the mix (verifying, signing, the rest) and,
// which says more, for each kind of operation, of which the rare ones are asked more often beside
// the mix; processor time of the nodes for an operation within 10% between one and three. SECONDS=…
// sets the length of a round.
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
/** Two for each core: enough that none waits for a caller. */
const callers = 4 * Math.max(2, availableParallelism());
const shares = [0.3, 0.5, 0.85];
const rounds = 8;
const bars = { share: 0.7, tail: 3, processor: 0.1 };
/**
 * Of the machine, in a round at 70%. Where it was slower than when its capacity was found, more of
 * it was asked than 70%.
 */
const mostBusy = 0.8;
/** Of a hundred: 80 seconds at 24 a second then bring 190 answers of each kind. */
const rareShare = 10;
/** Below that a p99 is the slowest answer of all. */
const leastAnswers = 100;

interface Loaded {
  readonly cluster: Cluster;
  readonly operations: readonly Operation[];
}
interface Round extends LoadDone {
  /** Milliseconds of processor time for an operation. */
  readonly nodes: number;
  readonly around: number;
  /** Part of the machine that was used. */
  readonly busy: number;
}

const elsewhere = busyElsewhere();
const clusters: Loaded[] = [];
/** Operations a second, of each cluster, as found again and again. */
const capacities: [number[], number[]] = [[], []];
try {
  for (const nodes of [1, 3]) {
    const cluster = await startCluster(nodes);
    clusters.push({ cluster, operations: await prepareOperations(cluster) });
  }
  // Not before: the nodes it starts would go first too.
  if (!letGoFirst(clusters.flatMap(({ cluster }) => cluster.around())))
    console.log('No process may go before others here: latencies include PostgreSQL, Redis, nginx and the caller.');
  // V8 is as fast as it gets where a thread has gone a way some thousand times: minutes, if every
  // eighth operation were a signing, hours, if every hundredth were a certificate.
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
 * Just before a round, since a shared machine gives now more, now less. What the slower can do:
 * they have the same cores.
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
  // Each pair of rounds shares what else the machine did.
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
 * As the mix has them. Of the rest also what was asked beside it: that is as much of each kind, as
 * in the mix.
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
