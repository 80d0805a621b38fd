// The database for several nodes: PostgreSQL, or an engine with the same protocol, through `pg` and
// Kysely's own dialect.
import { sql } from 'kysely';
import type pg from 'pg';
import { splitHosts } from '../../host-list.ts';
import type { Database, DatabaseOptions } from '../database.ts';
import { inReadSpan } from '../database-span.ts';
import { withHooks } from '../with-hooks.ts';
import { type Connection, postgresQueries } from './postgres-queries.ts';
import { findPrimary } from './primary.ts';
import { answered, isReadOnly } from './problems.ts';

// After these codes the same transaction can run again: serialization failure and deadlock.
const conflictCodes = new Set(['40001', '40P01']);
const mostTries = 5;

export interface PostgresOptions extends DatabaseOptions {
  /** One host, or several of which one accepts writes. */
  readonly url: string;
  readonly connections?: number;
  /** Only with several hosts: another one is the primary now. */
  onMove?(host: string): void;
}

export function openPostgresDatabase({
  url,
  connections = 10,
  onProblem,
  onMove = () => undefined,
}: PostgresOptions): Database {
  const primary = findPrimary({
    urls: splitHosts(url),
    connections,
    onIdleError: (problem) => onProblem(problem, 'a database connection was lost'),
    onMove,
  });
  const connect = async () => guarded(await answered(primary.connect()));
  const queries = postgresQueries(connect);
  const read = postgresQueries(async () => readingInSpans(await connect()));
  return {
    kind: 'postgres',
    read,
    publicRead: read,
    transaction: withHooks('postgres', (work) => runWithRetries(() => queries.transaction().execute(work)), {
      onProblem,
    }),
    async ping() {
      await sql`SELECT 1`.execute(queries);
    },
    poolUse: () => primary.use,
    close: () => primary.close(),
  };
}

function readingInSpans(connection: Connection): Connection {
  return {
    ...connection,
    query: (sql, parameters) => inReadSpan('postgres', () => connection.query(sql, parameters)),
  };
}

/**
 * A connection with the errors of the service. It runs no statement after its transaction has
 * ended.
 */
function guarded(client: pg.PoolClient): Connection {
  let hasEnded = false;
  let isDemoted = false;
  return {
    async query(sql, parameters) {
      // A statement without an await must not run in the next transaction of the connection.
      if (hasEnded && sql !== 'rollback') throw new Error('This transaction has ended.');
      hasEnded ||= sql === 'commit' || sql === 'rollback';
      const result = sql === 'commit' ? commit(client) : client.query(sql, [...parameters]);
      result.catch((problem) => {
        isDemoted ||= isReadOnly(problem);
      });
      return answered(result);
    },
    release: (isBroken) => client.release(isBroken || isDemoted),
  };
}

/**
 * If the wait for a synchronous standby ends early, for example at statement_timeout, PostgreSQL
 * reports a commit with a warning. The standby does not have it, so it must not be acknowledged.
 */
async function commit(client: pg.PoolClient): Promise<pg.QueryResult> {
  let warning: Error | undefined;
  const listen = ({ code, message }: { code: string | undefined; message: string | undefined }) => {
    if (code?.startsWith('01')) warning = new Error(message);
  };
  client.on('notice', listen);
  try {
    const result = await client.query('commit');
    if (warning) throw warning;
    return result;
  } finally {
    client.off('notice', listen);
  }
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
