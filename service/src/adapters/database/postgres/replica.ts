// One streaming replica. It serves a read only after it has replayed everything that was durable on
// the primary when the read began. So its result is never older than that of the primary: no
// acknowledged write is missing, and no revoked key is valid. A replica that is away, behind or
// foreign serves nothing until it has recovered (docs/decisions/0017).
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { shareCalls } from '../../shared-call.ts';
import type { ReplicaState } from '../database.ts';
import { ServerPool } from './pool.ts';

/** The WAL position of the primary, and the identity of its server, timeline and database. */
export interface Mark {
  readonly position: string;
  readonly origin: string;
}

export interface ReplicaOptions {
  readonly url: string;
  askPrimary(): Promise<Mark>;
  onChange(state: ReplicaState, problem?: unknown): void;
}

/** Replaying usually takes one or two milliseconds. After this time the primary serves the read. */
const patienceMilliseconds = 100;
const askAgainMilliseconds = 2;
/** A replica that does not respond within this time counts as away. */
const silenceMilliseconds = 1_000;
/** How often the state is checked, also while there are no reads. */
const lookMilliseconds = 1_000;

/**
 * Positions of different timelines cannot be compared: a replica that followed a lost primary too
 * far can seem to be ahead.
 */
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
  #server: Server | undefined;
  /** Undefined until the first check. */
  #state: ReplicaState | undefined;
  #reads = 0;
  #isClosed = false;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    // A primary that does not respond is not a fault of the replica.
    const look = () => void this.#findFresh().catch(() => undefined);
    this.#looking = setInterval(look, lookMilliseconds).unref();
    look();
  }

  get state(): ReplicaState {
    return this.#state ?? 'away';
  }

  /** How many reads the replica has served. */
  get reads(): number {
    return this.#reads;
  }

  /** Undefined: the replica cannot serve the read. */
  async query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult | undefined> {
    const server = await this.#findFresh().catch(() => undefined);
    if (!server) return undefined;
    try {
      const answer = await server.reading.query(sql, [...parameters]);
      this.#reads += 1;
      return answer;
    } catch (problem) {
      this.#leave(server, problem);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    const server = this.#server;
    this.#server = undefined;
    if (server) await end(server);
  }

  /** The server, once it has reached the position that the primary has after this call. */
  readonly #findFresh = shareCalls(async (): Promise<Server | undefined> => {
    const mark = await this.#options.askPrimary();
    if (this.#isClosed) return undefined;
    this.#server ??= reach(this.#options.url, (problem) => this.#leave(server, problem));
    const server = this.#server;
    try {
      const state = await compare(server, mark);
      if (server !== this.#server) return undefined;
      this.#enter(state);
      return state === 'ok' ? server : undefined;
    } catch (problem) {
      this.#leave(server, problem);
      return undefined;
    }
  });

  #leave(server: Server, problem: unknown): void {
    if (server !== this.#server) return;
    this.#server = undefined;
    end(server).catch(() => undefined);
    this.#enter('away', problem);
  }

  #enter(state: ReplicaState, problem?: unknown): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onChange(state, problem);
  }
}

/** Comparing has its own connection, so it never waits behind long reads. */
interface Server {
  readonly comparing: ServerPool;
  readonly reading: ServerPool;
}

function reach(url: string, onIdleError: (problem: Error) => void): Server {
  let known: unknown;
  // With the address of a load balancer, we would compare one server and read from another.
  const verify = (client: pg.PoolClient, done: (problem?: Error) => void) => {
    client.query(whichServer).then(({ rows: [{ server }] }) => {
      known ??= server;
      done(server === known ? undefined : new Error('The address of a replica leads to more than one server.'));
    }, done);
  };
  const common = { url, onIdleError, verify };
  const silence = { connectionTimeoutMillis: silenceMilliseconds, query_timeout: silenceMilliseconds };
  return { comparing: new ServerPool({ ...common, ...silence, max: 1 }), reading: new ServerPool(common) };
}

/**
 * Reads in progress fail, and the primary serves them: a server that does not respond must not
 * delay them.
 */
async function end({ comparing, reading }: Server): Promise<void> {
  await Promise.all([comparing.end(), reading.abandon()]);
}

async function compare({ comparing }: Server, { position, origin }: Mark): Promise<ReplicaState> {
  for (const late = performance.now() + patienceMilliseconds; ; await pause(askAgainMilliseconds)) {
    const { rows } = await comparing.query(compareWithMark, [position, origin]);
    if (!rows[0].isReplica) return 'foreign';
    if (rows[0].isThere) return 'ok';
    if (performance.now() > late) return 'behind';
  }
}
