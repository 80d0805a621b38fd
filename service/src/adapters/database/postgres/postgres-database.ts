// The database for several nodes: PostgreSQL, or an engine with the same protocol, through `pg` and
// Kysely's own dialect.
import type pg from 'pg';
import type { Database, DatabaseOptions } from '../database.ts';
import { withHooks } from '../with-hooks.ts';
import { openPool } from './pool.ts';
import { type Connection, postgresQueries } from './postgres-queries.ts';
import { answered } from './problems.ts';

// After these codes the same transaction can run again: serialization failure and deadlock.
const conflictCodes = new Set(['40001', '40P01']);
const mostTries = 5;

export interface PostgresOptions extends DatabaseOptions {
  readonly url: string;
  readonly connections?: number;
}

export function openPostgresDatabase({ url, connections = 10, onProblem }: PostgresOptions): Database {
  const pool = openPool({
    url,
    max: connections,
    onIdleError: (problem) => onProblem(problem, 'a database connection was lost'),
  });
  const queries = postgresQueries(async () => guarded(await answered(pool.connect())));
  return {
    kind: 'postgres',
    read: queries,
    publicRead: queries,
    transaction: withHooks((work) => runWithRetries(() => queries.transaction().execute(work)), { onProblem }),
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      await pool.end();
    },
  };
}

/**
 * A connection with the errors of the service. It runs no statement after its transaction has
 * ended.
 */
function guarded(client: pg.PoolClient): Connection {
  let hasEnded = false;
  return {
    async query(sql, parameters) {
      // A statement without an await must not run in the next transaction of the connection.
      if (hasEnded && sql !== 'rollback') throw new Error('This transaction has ended.');
      hasEnded ||= sql === 'commit' || sql === 'rollback';
      return answered(client.query(sql, [...parameters]));
    },
    release: (isBroken) => client.release(isBroken),
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
