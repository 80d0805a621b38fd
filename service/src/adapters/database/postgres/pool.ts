// Connections to one PostgreSQL server, with the settings that all of them share. They can be left
// at once, because a server that does not respond must not delay its callers.
import pg from 'pg';
import type { PoolUse } from '../database.ts';

export interface PoolOptions extends pg.PoolConfig {
  readonly url: string;
  /** Receives errors of idle connections, so that they are logged and not thrown. */
  onIdleError(problem: Error): void;
}

export class ServerPool extends pg.Pool {
  readonly #connections = new Set<pg.Client>();

  constructor({ url, onIdleError, ...options }: PoolOptions) {
    super({
      connectionString: url,
      max: 10,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 20_000,
      // Transactions that append to the transparency log wait for each other, so the server ends
      // one whose node is frozen or cut off. Nothing waits this long between two statements.
      idle_in_transaction_session_timeout: 5_000,
      // A server that is gone without a word is noticed even while nothing is sent.
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
      application_name: 'content-provenance-service',
      types: { getTypeParser },
      ...options,
    });
    this.on('error', onIdleError);
    this.on('connect', (client) => {
      this.#connections.add(client);
      // A connection that is lost during a query fails twice: the query rejects, and the client
      // emits an event. Without a listener the event would end the process.
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => this.#connections.delete(client));
  }

  get use(): Pick<PoolUse, 'busy' | 'idle' | 'waiting'> {
    return { busy: this.totalCount - this.idleCount, idle: this.idleCount, waiting: this.waitingCount };
  }

  /** Closes every connection. Statements in progress fail. */
  async abandon(): Promise<void> {
    const ended = this.end();
    for (const client of this.#connections) client.end().catch(() => undefined);
    await ended;
  }
}

const int8 = pg.types.builtins.INT8;

/** Our 64-bit columns contain counts and milliseconds, which fit into a number exactly. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text');
