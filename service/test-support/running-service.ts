// The real service in this process, on free ports over a temporary folder. A test fails if the log
// has a line of level error or fatal, unless the test expects it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/adapters/database/database.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { createLog } from '../src/log.ts';
import { openDatabase, type Service, startService } from '../src/service.ts';
import { type Client, createClient } from './http-client.ts';
import { type Mailbox, outboxOf } from './mail-server.ts';
import { dropDatabase, sharedPostgres } from './postgres-server.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface ServiceOptions {
  /** Default: SQLite. */
  readonly database?: DatabaseKind;
  /** Settings by their names in the environment, such as REDIS_URL or SMTP_URL. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface RunningService {
  readonly live: Client;
  readonly sandbox: Client;
  /** The test's own connection to the live database. */
  readonly database: Database;
  /** The outbox. With SMTP_URL, nothing arrives here. */
  readonly outbox: Mailbox;
  readonly dataDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logLines: readonly LogLine[];
  /** Says that lines of level error are part of the test. */
  expectErrors(): void;
  /** Stops the service and starts it again over the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRunningService(options: ServiceOptions = {}): Promise<RunningService> {
  const settings = await settingsFor(options);
  const dataDirectory = settings.DATA_DIR!;
  const configuration = readConfiguration(settings);
  const logLines: LogLine[] = [];
  const log = createLog('info', { write: (line: string) => void logLines.push(JSON.parse(line) as LogLine) });
  let errorsExpected = false;
  let service: Service = await startService(configuration, log);
  const database = openDatabase('live', configuration, log);

  return {
    live: createClient(() => service.live),
    sandbox: createClient(() => service.sandbox),
    database,
    outbox: outboxOf(dataDirectory),
    dataDirectory,
    settings,
    logLines,
    expectErrors() {
      errorsExpected = true;
    },
    async restart() {
      await service.stop();
      service = await startService(configuration, log);
    },
    async stop() {
      await database.close();
      await service.stop();
      await removeData(settings);
      const errors = logLines.filter(({ level }) => level === 'error' || level === 'fatal');
      if (!errorsExpected) assert.deepEqual(errors, [], 'the service logged errors');
    },
  };
}

/**
 * Free ports, its own folder and databases, and no limits per address, because a whole test suite
 * calls from one address.
 */
export async function settingsFor({ database, settings }: ServiceOptions): Promise<Record<string, string>> {
  const postgres = database === 'postgres' ? await sharedPostgres() : undefined;
  return {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'provenance-service-')),
    PUBLIC_URL: 'http://live.test',
    SANDBOX_PUBLIC_URL: 'http://sandbox.test',
    ACCOUNT_LIMIT_PER_MINUTE: '0',
    PUBLIC_LIMIT_PER_MINUTE: '0',
    ...(postgres && {
      DATABASE_URL: await postgres.createDatabase(),
      SANDBOX_DATABASE_URL: await postgres.createDatabase(),
    }),
    ...settings,
  };
}

/** Removes the folder and the databases from `settingsFor`. */
export async function removeData({
  DATA_DIR,
  DATABASE_URL,
  SANDBOX_DATABASE_URL,
}: Readonly<Record<string, string>>): Promise<void> {
  rmSync(DATA_DIR!, { recursive: true, force: true });
  for (const url of [DATABASE_URL, SANDBOX_DATABASE_URL]) if (url) await dropDatabase(url);
}
