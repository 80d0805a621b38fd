// One streaming replica. It answers a read only where it has replayed all that the primary had made durable when the read
// was asked, so that its answer is the primary's own: nothing acknowledged is missed, nothing revoked is still good. One that
// is away, behind or no replica of this database answers nothing until it is well again (docs/decisions/0017).
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { shareCalls } from '../../shared-call.ts';
import type { ReplicaState } from '../database.ts';
import type { StatementAnswer } from '../queries-over.ts';
import { openPool } from './pool.ts';
import { asQuery } from './prepared-query.ts';

/** How far the primary is, and which database of which server on which timeline. */
export interface Mark {
  readonly position: string;
  readonly origin: string;
}

export interface ReplicaOptions {
  readonly url: string;
  askPrimary(): Promise<Mark>;
  onChange(state: ReplicaState, problem?: unknown): void;
}

/** Replaying is mostly a matter of one or two milliseconds. Who waits longer is answered by the primary. */
const patienceMilliseconds = 100;
const askAgainMilliseconds = 2;
/** How often it is looked at while nobody reads, and before it is read from again. */
const lookMilliseconds = 1_000;

/** A position of another timeline says nothing: a replica that followed a lost primary too far may seem ahead. */
export const markOfPrimary = `
  SELECT pg_current_wal_flush_lsn()::text AS "position",
    system_identifier || '/' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || '/' || oid AS origin
  FROM pg_control_system(), pg_database WHERE datname = current_database()`;
const compareWithMark = `
  SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "isThere", pg_is_in_recovery() AND $2 =
    system_identifier || '/' || lpad(upper(to_hex(timeline_id)), 8, '0') || '/' || oid AS "isReplica"
  FROM pg_control_system(), pg_control_checkpoint(), pg_database WHERE datname = current_database()`;
const whichServer = 'SELECT extract(epoch FROM pg_postmaster_start_time()) AS server';

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #looking: NodeJS.Timeout;
  #pool: pg.Pool | undefined;
  /** Undefined until it was looked at. */
  #state: ReplicaState | undefined;
  #reads = 0;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    // A primary that does not answer is no fault of the replica's.
    const look = () => void this.#findFresh().catch(() => undefined);
    this.#looking = setInterval(look, lookMilliseconds).unref();
    look();
  }

  get state(): ReplicaState {
    return this.#state ?? 'away';
  }

  /** How many reads it has answered. */
  get reads(): number {
    return this.#reads;
  }

  /** Undefined where it cannot answer. */
  async run(sql: string, parameters: readonly unknown[], isHot: boolean): Promise<StatementAnswer | undefined> {
    const pool = await this.#findFresh().catch(() => undefined);
    if (!pool) return undefined;
    try {
      const { rows, rowCount } = await pool.query(asQuery(sql, parameters, isHot));
      this.#reads += 1;
      return { rows, changes: rowCount ?? 0 };
    } catch (problem) {
      this.#leave(pool, problem);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    await this.#pool?.end();
  }

  /** Connections to it, when it is as far as the primary was after this call. */
  readonly #findFresh = shareCalls(async (): Promise<pg.Pool | undefined> => {
    const mark = await this.#options.askPrimary();
    if (this.#isClosed) return undefined;
    this.#pool ??= this.#connect();
    const pool = this.#pool;
    try {
      const late = pause(patienceMilliseconds, 'behind' as const, { ref: false });
      const state = await Promise.race([compare(pool, mark), late]);
      if (pool !== this.#pool) return undefined;
      this.#enter(state);
      return state === 'ok' ? pool : undefined;
    } catch (problem) {
      this.#leave(pool, problem);
      return undefined;
    }
  });

  #connect(): pg.Pool {
    let known: unknown;
    const pool = openPool({
      url: this.#options.url,
      // Whom it does not answer soon, the primary does.
      connectionTimeoutMillis: 1_000,
      query_timeout: 10_000,
      onIdleError: (problem) => this.#leave(pool, problem),
      // A balancer's address would have one server compared and another one read.
      verify: (client, done) =>
        client.query(whichServer).then(({ rows: [{ server }] }) => {
          known ??= server;
          done(server === known ? undefined : new Error('The address of a replica leads to more than one server.'));
        }, done),
    });
    return pool;
  }

  #leave(pool: pg.Pool, problem: unknown): void {
    if (pool !== this.#pool) return;
    this.#pool = undefined;
    pool.end().catch(() => undefined);
    this.#enter('away', problem);
  }

  #enter(state: ReplicaState, problem?: unknown): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onChange(state, problem);
  }
}

async function compare(pool: pg.Pool, { position, origin }: Mark): Promise<ReplicaState> {
  for (const end = performance.now() + patienceMilliseconds; performance.now() < end; ) {
    const { rows } = await pool.query(asQuery(compareWithMark, [position, origin], true));
    if (!rows[0].isReplica) return 'foreign';
    if (rows[0].isThere) return 'ok';
    await pause(askAgainMilliseconds);
  }
  return 'behind';
}
