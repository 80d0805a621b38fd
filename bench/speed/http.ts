// Requests per CPU-second of the server: a bare Fastify route, GET /version through the whole
// pipeline, authenticated reads. Each server is a separate process, and the load comes from
// another. Rounds are interleaved, so that other work on the machine affects all equally, and every
// ratio is taken within its round. bench/README.md says what is included.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable, keepFigures, median } from '../measurement.ts';
import type { LoadOrder, LoadResult } from './http/load.ts';
import { makeCallers } from './http/make-callers.ts';
import { type ServerProcess, startProcess, startServer } from './http/processes.ts';

/**
 * Many and short, because other work on a shared machine changes from second to second, and each
 * ratio is taken within a round.
 */
const rounds = 35;
/**
 * Enough for the compiler to have seen every path. On a busy machine, a time would not be
 * sufficient.
 */
const warmUp = { milliseconds: 2_000, leastAnswers: 30_000 };
const round = { milliseconds: 400, leastAnswers: 0 };
const connections = 32;
/**
 * At 2,000 calls per minute each: over 500,000 per minute, several times the load, and every call
 * is counted.
 */
const callers = { organizations: 256, plan: 'scale' } as const;

interface Case {
  readonly name: string;
  readonly server: ServerProcess;
  readonly path: string;
  /** Each used in turn. */
  readonly credentials?: readonly string[];
  /** The smallest share of the bare route that it must reach. */
  readonly least?: number;
}

const folder = mkdtempSync(join(tmpdir(), 'provenance-bench-'));
const bare = await startServer('bare-server.ts', {}, join(folder, 'bare.log'));
const service = await startServer('service-server.ts', settings('counting', '1000000000'), join(folder, 'service.log'));
const unlimited = await startServer('service-server.ts', settings('unlimited', '0'), join(folder, 'unlimited.log'));
const load = startProcess('load.ts');
try {
  const { sessions, apiKeys } = await makeCallers(service.url, join(folder, 'counting', 'live.sqlite'), callers);
  const cases: readonly Case[] = [
    { name: 'bare Fastify route', server: bare, path: '/' },
    { name: 'GET /version', server: service, path: '/version', least: 0.5 },
    { name: 'GET /version, address limits off', server: unlimited, path: '/version' },
    { name: 'GET /v1/auth/me, session', server: service, path: '/v1/auth/me', credentials: sessions, least: 0.3 },
    { name: 'GET /v1/billing/usage, API key', server: service, path: '/v1/billing/usage', credentials: apiKeys },
  ];
  for (const each of cases) await requestsPerCpuSecond(each, warmUp);
  const rates = new Map(cases.map(({ name }) => [name, [] as number[]]));
  for (let count = 1; count <= rounds; count += 1) {
    for (const each of cases) rates.get(each.name)!.push(await requestsPerCpuSecond(each, round));
    if (count % 5 === 0) process.stderr.write(`round ${count} of ${rounds}\n`);
  }
  report(cases, rates);
} finally {
  await Promise.all([load, bare, service, unlimited].map((each) => each.stop()));
  rmSync(folder, { recursive: true, force: true });
}

async function requestsPerCpuSecond(
  { server, path, credentials = [], name }: Case,
  duration: { milliseconds: number; leastAnswers: number },
): Promise<number> {
  const before = (await server.ask('cpu')) as number;
  const order: LoadOrder = { url: server.url, paths: [path], credentials, connections, ...duration };
  const { answers, refused } = (await load.ask(order)) as LoadResult;
  const after = (await server.ask('cpu')) as number;
  if (refused > 0) throw new Error(`${name}: ${refused} of ${answers} answers were not 200.`);
  return answers / ((after - before) / 1_000_000);
}

function report(cases: readonly Case[], rates: ReadonlyMap<string, readonly number[]>): void {
  const yardstick = rates.get(cases[0]!.name)!;
  const results = cases.map(({ name, least }) => {
    const each = rates.get(name)!;
    const share = median(each.map((rate, place) => rate / yardstick[place]!));
    return { name, requestsPerCpuSecond: Math.round(median(each)), share, least, rounds: each.map(Math.round) };
  });
  const percent = (part: number) => `${(part * 100).toFixed(1)}%`;
  const verdict = (share: number, least: number | undefined) =>
    least === undefined ? '' : `at least ${percent(least)}: ${share >= least ? 'met' : 'MISSED'}`;
  const rows = results.map(({ name, requestsPerCpuSecond: rate, share, least }) => [
    name,
    rate.toLocaleString('en'),
    percent(share),
    verdict(share, least),
  ]);
  console.log(`\n${formatTable([['', 'requests per CPU-second', 'of the bare route', 'limit'], ...rows])}\n`);
  console.log(`Figures: ${keepFigures('speed-http', { connections, round, results })}`);
  if (results.some(({ share, least = 0 }) => share < least)) process.exitCode = 1;
}

/**
 * As an operator would run it, except for the limits: requests are logged, here to a file, and data
 * is in SQLite.
 */
function settings(name: string, publicLimit: string): Record<string, string> {
  return {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'info',
    PUBLIC_LIMIT_PER_MINUTE: publicLimit,
    ACCOUNT_LIMIT_PER_MINUTE: '0',
  };
}
