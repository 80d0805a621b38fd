// The real program as a separate process, to attack: its error log, its memory, and whether it
// still responds to GET /health.
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { readConfiguration } from '../../service/src/configuration/read-configuration.ts';
import { createLog } from '../../service/src/log.ts';
import { openDatabase } from '../../service/src/service.ts';
import { residentBytes as residentBytesOf } from '../../service/test-support/process-tree.ts';
import { type DatabaseKind, removeData, settingsFor } from '../../service/test-support/running-service.ts';
import { spawnService } from '../../service/test-support/spawned-service.ts';
import { RawClient } from './raw-client.ts';

export interface AttackedService {
  readonly url: string;
  /** Its own connection to the live database. */
  readonly database: Database;
  /** Lines of level error or fatal. */
  readonly errorLines: readonly string[];
  readonly slowestHealth: () => number;
  readonly mostResidentBytes: () => number;
  residentBytes(): number;
  /** Its last output, if it ended. */
  lastWords(): string | undefined;
  stop(): Promise<void>;
}

const healthEvery = 250;
const longestHealth = 20_000;

/**
 * No limits per address. Webhooks and domain checks can go to this machine, where nothing responds.
 * One connection to PostgreSQL: a route that needs a second one while it has the first would wait
 * for itself and get 503.
 */
const settings = {
  DATABASE_CONNECTIONS: '1',
  VERIFY_LIMIT_PER_MINUTE: '0',
  TRUST_PROXY: 'true',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  DNS_SERVERS: '127.0.0.1:1',
  NEURAL_WATERMARK: 'false',
};

export async function startAttackedService(kind: DatabaseKind): Promise<AttackedService> {
  const all = await settingsFor({ database: kind, settings });
  const service = await spawnService(all);
  const endWithThis = () => service.process.kill('SIGKILL');
  process.once('exit', endWithThis);
  const errorLines: string[] = [];
  createInterface({ input: service.process.stdout! }).on('line', (line) => {
    if (/"level":"(error|fatal)"/.test(line)) errorLines.push(line);
  });
  let lastWords: string | undefined;
  let words = '';
  service.process.stderr!.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-4_000);
  });
  service.process.once('close', (code, signal) => {
    lastWords = `The service ended with ${signal ?? code}: ${words}`;
  });
  const database = openDatabase('live', readConfiguration(all), createLog('silent'));
  const residentBytes = () => residentBytesOf(service.process.pid!);
  const watch = watchHealth(service.liveUrl, residentBytes);
  return {
    url: service.liveUrl,
    database,
    errorLines,
    slowestHealth: () => watch.slowest,
    mostResidentBytes: () => watch.mostBytes,
    residentBytes,
    lastWords: () => lastWords,
    async stop() {
      watch.end();
      await database.close();
      const code = await service.stop();
      process.removeListener('exit', endWithThis);
      await removeData(all);
      if (code !== 0 && lastWords === undefined) throw new Error(`The service ended with ${code}.`);
    },
  };
}

function watchHealth(url: string, residentBytes: () => number) {
  let ended = false;
  const end = () => {
    ended = true;
  };
  const state = { slowest: 0, mostBytes: 0, end };
  const client = new RawClient(url);
  const request = { method: 'GET', target: '/health', headers: [['host', 'live.test']] } as const;
  (async () => {
    while (!ended) {
      const { status, milliseconds } = await client
        .send(request, longestHealth)
        .catch(() => ({ status: 0, milliseconds: Number.POSITIVE_INFINITY }));
      if (ended) break;
      state.slowest = Math.max(state.slowest, status === 200 ? milliseconds : Number.POSITIVE_INFINITY);
      state.mostBytes = Math.max(state.mostBytes, residentBytes());
      await setTimeout(healthEvery);
    }
    client.close();
  })();
  return state;
}
