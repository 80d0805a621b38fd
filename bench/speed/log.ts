// What the transparency log adds to signing a small text and to submitting a record: processor time
// of the service and time of the caller, against the mean of two equal services without the log.
// Those two show how much equal services differ. Then a full tile against a file of the pages.
// Rounds are interleaved, and every ratio is taken within its round.
// `npm run bench -- speed/log sqlite` uses one database. ROUNDS=… changes the number of rounds.
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startPostgres } from '../../service/test-support/postgres-server.ts';
import type { DatabaseKind } from '../../service/test-support/running-service.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import type { LoadOrder, LoadResult } from './http/load.ts';
import { makeCallers } from './http/make-callers.ts';
import { type ServerProcess, startProcess, startServer } from './http/processes.ts';
import { generatorBody, inParallel, makeSubmissions } from './records/submissions.ts';

const rounds = Number(process.env.ROUNDS ?? 15);
const warmUpRounds = 2;
const records = 300;
const texts = 60;
const clients = 16;
const mostAdded = 0.05;

interface Measured {
  readonly name: string;
  readonly server: ServerProcess;
  readonly key: string;
  readonly submitting: string;
  readonly signing: string;
}

/** Microseconds of processor time and milliseconds of waiting, for each call. */
interface Cost {
  readonly cpu: number;
  readonly wait: number;
}

const folder = mkdtempSync(join(tmpdir(), 'provenance-bench-'));
const load = startProcess('load.ts');
const kinds = process.argv[2] ? [process.argv[2] as DatabaseKind] : (['sqlite', 'postgres'] as const);
const results: { readonly name: string; readonly micros: number; readonly share: Cost; readonly noise: Cost }[] = [];
let tiles: number | undefined;
try {
  for (const kind of kinds) await measureOn(kind);
} finally {
  await load.stop();
  rmSync(folder, { recursive: true, force: true });
}
report();

async function measureOn(kind: DatabaseKind): Promise<void> {
  const postgres = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  const open = async (name: string, more: Record<string, string> = {}): Promise<Measured> => {
    const data = join(folder, `${kind}-${name}`);
    const database = await postgres?.createDatabase();
    const settings = {
      ...{ PORT: '0', SANDBOX_PORT: '0', DATA_DIR: data, ACCOUNT_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false' },
      ...(database && { DATABASE_URL: database }),
      ...more,
    };
    const server = await startServer('service-server.ts', settings, `${data}.log`);
    const place = database ?? join(data, 'live.sqlite');
    const { apiKeys } = await makeCallers(server.url, place, { organizations: 1, plan: 'enterprise' });
    const key = apiKeys[0]!;
    const register = async (body: object) => (await post({ server, key }, '/v1/generators', body)).generator_id;
    const submitting = await register(generatorBody);
    const signing = await register({ name: 'Bench', supported_formats: ['text'] });
    return { name, server, key, submitting, signing };
  };
  const services = [await open('with'), await open('without', { BENCH_WITHOUT_LOG: '1' })];
  services.push(await open('without-too', { BENCH_WITHOUT_LOG: '1' }));
  try {
    const works = [
      ['POST /v1/records', submitRound],
      ['POST /v1/sign, a text', signRound],
    ] as const;
    for (const [name, work] of works) {
      const costs: Cost[][] = services.map(() => []);
      for (let count = 1 - warmUpRounds; count <= rounds; count += 1) {
        // Another one is first in each round.
        for (let turn = 0; turn < services.length; turn += 1) {
          const place = (turn + count + warmUpRounds) % services.length;
          const cost = await work(services[place]!);
          if (count > 0) costs[place]!.push(cost);
        }
      }
      const [own, without, too] = costs;
      const both = without!.map((cost, round) => meanOf(cost, too![round]!));
      const share = (left: readonly Cost[], right: readonly Cost[], part: keyof Cost) =>
        median(left.map((cost, round) => cost[part] / right[round]![part]));
      const of = (left: readonly Cost[], right: readonly Cost[]): Cost => {
        return { cpu: share(left, right, 'cpu'), wait: share(left, right, 'wait') };
      };
      const micros = Math.round(median(both.map(({ cpu }) => cpu)));
      results.push({ name: `${kind}: ${name}`, micros, share: of(own!, both), noise: of(too!, without!) });
    }
    tiles ??= await compareTiles(services[0]!.server);
  } finally {
    await Promise.all(services.map(({ server }) => server.stop()));
    await postgres?.stop();
  }
}

function meanOf(left: Cost, right: Cost): Cost {
  return { cpu: (left.cpu + right.cpu) / 2, wait: (left.wait + right.wait) / 2 };
}

async function submitRound(service: Measured): Promise<Cost> {
  const submissions = await makeSubmissions(records, service.submitting);
  return costOf(service, records, () =>
    inParallel(submissions, clients, async (body) => void (await post(service, '/v1/records', body))),
  );
}

async function signRound(service: Measured): Promise<Cost> {
  const items = Array.from({ length: texts }, (_, place) => `A small text with the number ${place} for everyone.`);
  return costOf(service, texts, () =>
    inParallel(items, 4, async (text) => {
      const body = new FormData();
      body.set('model', 'bench');
      body.set('generator_id', service.signing);
      body.set('content', new Blob([text]), 'text.txt');
      const headers = { authorization: `Bearer ${service.key}` };
      const response = await fetch(`${service.server.url}/v1/sign`, { method: 'POST', headers, body });
      if (response.status !== 200) throw new Error(`POST /v1/sign answered ${await response.text()}`);
      await response.arrayBuffer();
    }),
  );
}

async function costOf({ server }: Measured, count: number, work: () => Promise<void>): Promise<Cost> {
  const before = (await server.ask('cpu')) as number;
  const started = performance.now();
  await work();
  const wait = (performance.now() - started) / count;
  return { cpu: (((await server.ask('cpu')) as number) - before) / count, wait };
}

/** Requests of a full tile per processor second, as a part of those of a file of the pages. */
async function compareTiles(server: ServerProcess): Promise<number | undefined> {
  const files = globSync('dashboard/dist/assets/*.js', { cwd: join(import.meta.dirname, '../..') });
  const sizes = await Promise.all(
    files.map(async (file) => {
      const path = `/assets/${basename(file)}`;
      return { path, size: (await (await fetch(server.url + path)).arrayBuffer()).byteLength };
    }),
  );
  // As large as a tile.
  const [nearest] = sizes.sort((left, right) => Math.abs(left.size - 8_192) - Math.abs(right.size - 8_192));
  if (!nearest) return undefined;
  const shares: number[] = [];
  for (let count = -1; count < rounds; count += 1) {
    const [tile, file] = [await perCpuSecond(server, '/log/tile/0/000'), await perCpuSecond(server, nearest.path)];
    if (count >= 0) shares.push(tile / file);
  }
  process.stderr.write(`a file of ${nearest.size} bytes\n`);
  return median(shares);
}

async function perCpuSecond(server: ServerProcess, path: string): Promise<number> {
  const before = (await server.ask('cpu')) as number;
  const order: LoadOrder = {
    ...{ url: server.url, paths: [path], credentials: [], connections: 32 },
    ...{ milliseconds: 400, leastAnswers: 500 },
  };
  const { answers, refused } = (await load.ask(order)) as LoadResult;
  if (refused > 0) throw new Error(`${path}: ${refused} of ${answers} answers were not 200.`);
  return answers / ((((await server.ask('cpu')) as number) - before) / 1_000_000);
}

async function post({ server, key }: Pick<Measured, 'server' | 'key'>, path: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`POST ${path} answered ${await response.text()}`);
  return (await response.json()) as Record<string, string> & { generator_id: string };
}

function report(): void {
  const percent = (share: number) => `${((share - 1) * 100).toFixed(1)}%`;
  const rows = results.map(({ name, micros, share, noise }) => [
    name,
    `${micros} µs`,
    percent(share.cpu),
    percent(share.wait),
    percent(noise.cpu),
    percent(noise.wait),
  ]);
  const head = ['added by the log', 'without it', 'processor', 'time', 'equal service: processor', 'time'];
  console.log(`\n${formatTable([head, ...rows])}\n`);
  if (tiles === undefined)
    console.log('The pages are not built, so tiles were not compared (npm run build:dashboard).');
  else console.log(`A full tile: ${(tiles * 100).toFixed(0)}% of the speed of a file of the pages.`);
  console.log(`Figures: ${keepFigures('speed-log', { rounds, results, tiles })}`);
  if (results.some(({ share }) => share.cpu > 1 + mostAdded)) process.exitCode = 1;
}
