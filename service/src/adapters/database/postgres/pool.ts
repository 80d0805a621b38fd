// Connections to one PostgreSQL server, with the settings that all of them share.
import pg from 'pg';

export interface PoolOptions extends pg.PoolConfig {
  readonly url: string;
  /** Receives errors of idle connections, so that they are logged and not thrown. */
  onIdleError(problem: Error): void;
}

export function openPool({ url, onIdleError, ...options }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 20_000,
    application_name: 'content-provenance-service',
    types: { getTypeParser },
    ...options,
  });
  pool.on('error', onIdleError);
  // A connection that is lost during a query fails twice: the query rejects, and the client emits
  // an event. Without a listener the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const int8 = pg.types.builtins.INT8;

/** Our 64-bit columns contain counts and milliseconds, which fit into a number exactly. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text');
