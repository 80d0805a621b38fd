// The scaled-out database: PostgreSQL, or an engine that speaks its protocol, through `pg`.
import { hash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../../database/schema.ts';
import { type Database, DatabaseUnavailable, type Queries } from '../database.ts';

// Codes after which the same transaction may simply run again: serialization failure and deadlock.
const conflictCodes = new Set(['40001', '40P01']);
const mostTries = 5;

export interface PostgresOptions {
  readonly url: string;
  readonly connections?: number;
  /** Hears of idle connections that broke, so that they are logged and not thrown. */
  onIdleError(problem: Error): void;
}

export function openPostgresDatabase({ url, connections = 10, onIdleError }: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 20_000,
    application_name: 'content-provenance-service',
    types: { getTypeParser },
  });
  pool.on('error', onIdleError);
  // A connection lost in mid-query speaks up twice: through the query, which is answered, and as an event, which must
  // not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely: Queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: answeringPool(pool) }) });
  // Named, so that PostgreSQL parses and plans a query once for each connection.
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? hash('sha256', text, 'base64url').slice(0, 32);
    names.set(text, name);
    return name;
  };
  const run = async <Row>(text: string, values: readonly unknown[]) => {
    const { rows } = await translated(() => pool.query({ name: nameOf(text), text, values: [...values] }));
    return rows as Row[];
  };
  return {
    kind: 'postgres',
    read: Object.assign(kysely, { run }),
    transaction: (work) => runWithRetries(() => kysely.transaction().execute(work)),
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      await kysely.destroy();
    },
  };
}

/** The pool with its failures to connect, or a connection lost in mid-query, turned into DatabaseUnavailable. */
function answeringPool(pool: pg.Pool) {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((problem: unknown) => {
        throw new DatabaseUnavailable(problem);
      });
      return {
        query: (...query: Parameters<typeof client.query>) => translated(() => client.query(...query)),
        release: () => client.release(),
        get processID() {
          return (client as unknown as { processID: number }).processID;
        },
      } as unknown as pg.PoolClient;
    },
    end: () => pool.end(),
  } as unknown as pg.Pool;
}

async function translated<Result>(query: () => Result): Promise<Awaited<Result>> {
  try {
    return await query();
  } catch (problem) {
    throw isConnectionProblem(problem) ? new DatabaseUnavailable(problem) : problem;
  }
}

function isConnectionProblem(problem: unknown): boolean {
  const code = (problem as { code?: unknown }).code;
  // Class 08: connection; class 53: out of disk, memory or connections; class 57: shutting down or cancelled. Without
  // a code of PostgreSQL's own, the failure came from the socket.
  return typeof code !== 'string' || /^(08|53|57)/.test(code) || !/^[0-9A-Z]{5}$/.test(code);
}

async function runWithRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (problem) {
      const code = (problem as { code?: string }).code;
      if (attempt >= mostTries || code === undefined || !conflictCodes.has(code)) throw problem;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}

const int8 = pg.types.builtins.INT8;

/** Our 64-bit columns hold counts and milliseconds, which a number carries exactly. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text');
