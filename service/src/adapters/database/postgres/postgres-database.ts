// The scaled-out database: PostgreSQL, or an engine that speaks its protocol, through `pg`.
import pg from 'pg';
import type { Database } from '../database.ts';
import { postgresLanguage, queriesOver } from '../queries-over.ts';
import { asQuery } from './prepared-query.ts';
import { answered } from './problems.ts';
import { runTransaction } from './transaction.ts';

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
  const read = queriesOver(postgresLanguage, {
    async run(sql, parameters, isHot = false) {
      const { rows, rowCount } = await answered(pool.query(asQuery(sql, parameters, isHot)));
      return { rows, changes: rowCount ?? 0 };
    },
  });
  return {
    kind: 'postgres',
    read,
    transaction: (work) => runWithRetries(async () => runTransaction(await answered(pool.connect()), work)),
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      await pool.end();
    },
  };
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
