// The scaled-out database: PostgreSQL, or an engine that speaks its protocol, through `pg`.
import type { Database } from '../database.ts';
import { postgresLanguage, queriesOver } from '../queries-over.ts';
import { openPool } from './pool.ts';
import { answered } from './problems.ts';
import { sendTogether } from './statement-batch.ts';
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
  const pool = openPool({ url, max: connections, onIdleError });
  const read = queriesOver(postgresLanguage, {
    async run(sql, parameters, isHot = false) {
      const client = await answered(pool.connect());
      try {
        const [answer] = await answered(sendTogether(client, [{ sql, parameters, isHot }]));
        return answer!;
      } finally {
        client.release();
      }
    },
  });
  return {
    kind: 'postgres',
    read,
    publicRead: read,
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
