// The service on one database, with the measurements of its records. CPU time is that of the
// service's own process: it includes SQLite, but not a PostgreSQL server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../../../service/test-support/postgres-server.ts';
import type { DatabaseKind } from '../../../service/test-support/running-service.ts';
import type { LoadOrder, LoadResult } from '../http/load.ts';
import { makeCallers } from '../http/make-callers.ts';
import { type AskedProcess, type ServerProcess, startProcess, startServer } from '../http/processes.ts';
import { generatorBody, inParallel, makeSubmissions, type Submission, verifyAll } from './submissions.ts';

/** Per CPU-second. */
export interface Rates {
  readonly verifications: number;
  readonly single: number;
  readonly batch: number;
  readonly bare: number;
  readonly status: number;
}

export interface MeasuredService {
  /** The place of the data: a file of SQLite, or the address of a database. */
  readonly place: string;
  readonly generatorId: string;
  readonly orgId: string;
  measure(round?: Round): Promise<Rates>;
  /**
   * Tokens whose status is requested from now on, in turn. Before, those of the records that the
   * last round stored one by one.
   */
  askFor(tokens: readonly string[]): void;
  /** One page of the organization's records, as the route returns it. */
  listRecords(query: string): Promise<{ records: { token: string }[] }>;
  stop(): Promise<void>;
}

export interface Round {
  /** Stored one by one, and the same number in batches. */
  readonly records: number;
  /** For each of the two loads on a route. */
  readonly milliseconds: number;
}

const longRound: Round = { records: 1_000, milliseconds: 1_500 };
const batchSize = 50;
const clients = 32;

export async function startMeasuredService(kind: DatabaseKind): Promise<MeasuredService> {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-bench-'));
  const postgres = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  const databaseUrl = await postgres?.createDatabase();
  const settings = {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: folder,
    PUBLIC_LIMIT_PER_MINUTE: '1000000000',
    VERIFY_LIMIT_PER_MINUTE: '1000000000',
    ACCOUNT_LIMIT_PER_MINUTE: '0',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const service = await startServer('service-server.ts', settings, join(folder, 'service.log'));
  const bare = await startServer('bare-server.ts', {}, join(folder, 'bare.log'));
  const load = startProcess('load.ts');
  const place = databaseUrl ?? join(folder, 'live.sqlite');
  const { apiKeys } = await makeCallers(service.url, place, { organizations: 1, plan: 'enterprise' });

  async function post(path: string, body: object): Promise<Record<string, string>> {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKeys[0]}` },
      body: JSON.stringify(body),
    };
    const response = await fetchAgain(service.url + path, request);
    if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  }

  const { generator_id: generatorId } = await post('/v1/generators', generatorBody);

  async function submit(submissions: readonly Submission[]): Promise<string[]> {
    const tokens: string[] = [];
    await inParallel(submissions, clients, async (submission) => {
      tokens.push((await post('/v1/records', submission)).token!);
    });
    return tokens;
  }

  const submitBatches = (submissions: readonly Submission[]) =>
    inParallel(inGroups(submissions), clients, async (records) => void (await post('/v1/records/batch', { records })));

  let asked: readonly string[] | undefined;
  return {
    place,
    generatorId: generatorId!,
    orgId: 'org_0',
    askFor(tokens) {
      asked = tokens;
    },
    async listRecords(query) {
      const headers = { authorization: `Bearer ${apiKeys[0]}` };
      return (await fetchAgain(`${service.url}/v1/records?${query}`, { headers })).json() as never;
    },
    async measure({ records, milliseconds } = longRound) {
      const single = await makeSubmissions(records, generatorId!);
      const batched = await makeSubmissions(records, generatorId!);
      let stored: string[] = [];
      const rates = {
        verifications: await perOwnCpuSecond(records, () => verifyAll(single, clients)),
        single: await perCpuSecond(service, records, async () => {
          stored = await submit(single);
        }),
        batch: await perCpuSecond(service, records, () => submitBatches(batched)),
      };
      const paths = (asked ?? stored).map((token) => `/v1/verify/status/${token}`);
      return {
        ...rates,
        bare: await requestsPerCpuSecond(load, bare, ['/'], milliseconds),
        status: await requestsPerCpuSecond(load, service, paths, milliseconds),
      };
    },
    async stop() {
      await Promise.all([service.stop(), bare.stop(), load.stop()]);
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A connection that was idle while another service was measured can just have been closed. A moment
 * later, all closed ones are known.
 */
function fetchAgain(url: string, request: RequestInit): Promise<Response> {
  return fetch(url, request).catch(async () => {
    await setTimeout(100);
    return fetch(url, request);
  });
}

function inGroups<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, place) =>
    items.slice(place * batchSize, (place + 1) * batchSize),
  );
}

async function perOwnCpuSecond(count: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1_000_000);
}

async function perCpuSecond(server: ServerProcess, count: number, work: () => Promise<void>): Promise<number> {
  const before = (await server.ask('cpu')) as number;
  await work();
  return count / ((((await server.ask('cpu')) as number) - before) / 1_000_000);
}

async function requestsPerCpuSecond(
  load: AskedProcess,
  server: ServerProcess,
  paths: readonly string[],
  milliseconds: number,
): Promise<number> {
  const before = (await server.ask('cpu')) as number;
  const order: LoadOrder = {
    url: server.url,
    paths,
    credentials: [],
    connections: 32,
    milliseconds,
    leastAnswers: 1_000,
  };
  const { answers, refused } = (await load.ask(order)) as LoadResult;
  if (refused > 0) throw new Error(`${paths[0]}: ${refused} of ${answers} answers were not 200.`);
  return answers / ((((await server.ask('cpu')) as number) - before) / 1_000_000);
}
