// Connections to one PostgreSQL server, with what every one of them has in common.
import pg from 'pg';

export interface PoolOptions extends pg.PoolConfig {
  readonly url: string;
  /** Hears of idle connections that broke, so that they are logged and not thrown. */
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
  // A connection lost in mid-query speaks up twice: through the query, which is answered, and as an
  // event, which must not end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const int8 = pg.types.builtins.INT8;

/** Our 64-bit columns hold counts and milliseconds, which a number carries exactly. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text');
