// Requests per CPU-second of the server: a bare Fastify route, GET /version through the whole pipeline, authenticated
// reads. Each server is a process of its own, the load comes from another; rounds are interleaved, so that whatever else
// the machine does touches all alike, and every ratio is taken within its round.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable, type Measurement, median } from '../measurement.ts';
import type { LoadDone, LoadOrder } from './http/load.ts';
import { makeCallers } from './http/make-callers.ts';
import { type ServerProcess, startProcess, startServer } from './http/processes.ts';

const rounds = 7;
const warmUpMilliseconds = 3_000;
const roundMilliseconds = 2_000;
const connections = 32;

interface Case {
  readonly name: string;
  readonly server: ServerProcess;
  readonly path: string;
  /** Credentials, each used in turn. */
  readonly credentials?: readonly string[];
  /** The least share of the bare route that it must reach (issue 2, Must show). */
  readonly least?: number;
}

export const measure: Measurement = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-bench-'));
  const bare = await startServer('bare-server.ts', {}, join(folder, 'bare.log'));
  const service = await startServer(
    'service-server.ts',
    settingsIn(folder, 'counting', '1000000000'),
    join(folder, 'service.log'),
  );
  const unlimited = await startServer(
    'service-server.ts',
    settingsIn(folder, 'unlimited', '0'),
    join(folder, 'unlimited.log'),
  );
  const load = startProcess('load.ts');
  try {
    const { sessions, apiKeys } = await makeCallers(service.url, join(folder, 'counting'));
    const cases: readonly Case[] = [
      { name: 'bare Fastify route', server: bare, path: '/' },
      { name: 'GET /version', server: service, path: '/version', least: 0.6 },
      { name: 'GET /version, address limits off', server: unlimited, path: '/version' },
      { name: 'GET /v1/auth/me, session', server: service, path: '/v1/auth/me', credentials: sessions, least: 0.35 },
      {
        name: 'GET /v1/billing/usage, API key',
        server: service,
        path: '/v1/billing/usage',
        credentials: apiKeys,
        least: 0.35,
      },
    ];

    const runCase = async ({ server, path, credentials = [], name }: Case, milliseconds: number): Promise<number> => {
      const order: LoadOrder = { url: server.url, path, credentials, connections, milliseconds };
      const before = await server.ask('cpu');
      const { answered, refused } = (await load.ask(order)) as LoadDone;
      const after = await server.ask('cpu');
      if (refused > 0) throw new Error(`${name}: ${refused} of ${answered} answers were not 200.`);
      return answered / (((after as number) - (before as number)) / 1_000_000);
    };

    for (const each of cases) await runCase(each, warmUpMilliseconds);
    const rates = new Map(cases.map(({ name }) => [name, [] as number[]]));
    for (let round = 1; round <= rounds; round += 1) {
      for (const each of cases) rates.get(each.name)!.push(await runCase(each, roundMilliseconds));
      process.stderr.write(`round ${round} of ${rounds}\n`);
    }
    return report(cases, rates);
  } finally {
    for (const each of [load, bare, service, unlimited]) each.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

function report(cases: readonly Case[], rates: ReadonlyMap<string, readonly number[]>) {
  const bareRates = rates.get(cases[0]!.name)!;
  const results = cases.map(({ name, least }) => {
    const perSecond = rates.get(name)!;
    const share = median(perSecond.map((rate, round) => rate / bareRates[round]!));
    return {
      name,
      requestsPerCpuSecond: Math.round(median(perSecond)),
      share,
      least,
      rounds: perSecond.map(Math.round),
    };
  });
  const percent = (part: number) => `${(part * 100).toFixed(1)}%`;
  const verdict = (share: number, least: number | undefined) =>
    least === undefined ? '' : `at least ${percent(least)}: ${share >= least ? 'met' : 'MISSED'}`;
  return {
    table: formatTable([
      ['', 'requests per CPU-second', 'of the bare route', 'limit'],
      ...results.map(({ name, requestsPerCpuSecond, share, least }) => [
        name,
        requestsPerCpuSecond.toLocaleString('en'),
        percent(share),
        verdict(share, least),
      ]),
    ]),
    figures: { connections, roundMilliseconds, results },
    met: results.every(({ share, least = 0 }) => share >= least),
  };
}

/** As an operator would run it, but for the limits: information is logged, here to a file; data is in SQLite. */
function settingsIn(folder: string, name: string, publicLimit: string): Record<string, string> {
  return {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'info',
    PUBLIC_LIMIT_PER_MINUTE: publicLimit,
    ACCOUNT_LIMIT_PER_MINUTE: '0',
  };
}
