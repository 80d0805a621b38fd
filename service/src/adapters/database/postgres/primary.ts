// The server that accepts writes, among the hosts of DATABASE_URL. A server is asked before it is
// used, so a standby never gets a statement. With several hosts, all are asked every second, and
// the newest primary replaces an older one even if that one still responds or keeps its connections
// open without a response (docs/decisions/0040).
import type pg from 'pg';
import { shareCalls } from '../../shared-call.ts';
import type { PoolUse } from '../database.ts';
import { ServerPool } from './pool.ts';

export interface PrimaryOptions {
  /** One URL for each host. */
  readonly urls: readonly string[];
  readonly connections: number;
  onIdleError(problem: Error): void;
  /** Another host is the primary now. */
  onMove(host: string): void;
}

interface Server {
  readonly host: Host;
  readonly pool: ServerPool;
}

interface Host {
  readonly url: string;
  readonly asking: ServerPool;
}

const lookMilliseconds = 1_000;
/** A host that does not respond within this time counts as silent, for this look. */
const silenceMilliseconds = 1_000;

/**
 * The timeline, or null on a server that does not accept writes. Every promotion starts a higher
 * timeline, so the primary with the highest one is the newest.
 */
const whichTimeline = `
  SELECT CASE WHEN current_setting('transaction_read_only') = 'off'
    THEN left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) END AS timeline`;
const whetherWritable = `SELECT current_setting('transaction_read_only') = 'off' AS writable`;

export interface Primary {
  connect(): Promise<pg.PoolClient>;
  readonly use: PoolUse;
  close(): Promise<void>;
}

export function findPrimary({ urls, ...options }: PrimaryOptions): Primary {
  if (urls.length > 1) return new PrimaryOfSeveral({ urls, ...options });
  const pool = openPool(urls[0]!, options);
  return {
    connect: () => pool.connect(),
    get use() {
      return { ...pool.use, hasPrimary: true, moves: 0 };
    },
    close: () => pool.end(),
  };
}

class PrimaryOfSeveral implements Primary {
  readonly #options: PrimaryOptions;
  readonly #hosts: readonly Host[];
  readonly #looking: NodeJS.Timeout;
  #server: Server | undefined;
  /** A server on an older timeline is a former primary, even if it still accepts writes. */
  #newestTimeline = '';
  #hadPrimary = false;
  #moves = 0;
  #isClosed = false;

  constructor(options: PrimaryOptions) {
    this.#options = options;
    const silence = { connectionTimeoutMillis: silenceMilliseconds, query_timeout: silenceMilliseconds };
    this.#hosts = options.urls.map((url) => ({
      url,
      asking: new ServerPool({ url, max: 1, ...silence, onIdleError: () => undefined }),
    }));
    this.#looking = setInterval(() => void this.#look(), lookMilliseconds).unref();
  }

  async connect(): Promise<pg.PoolClient> {
    const server = this.#server ?? (await this.#look());
    if (!server) throw new Error('None of the hosts in DATABASE_URL accepts writes.');
    try {
      return await server.pool.connect();
    } catch (problem) {
      void this.#look();
      throw problem;
    }
  }

  get use(): PoolUse {
    const none = { busy: 0, idle: 0, waiting: 0 };
    return { ...(this.#server?.pool.use ?? none), hasPrimary: this.#server !== undefined, moves: this.#moves };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    await Promise.all([this.#server?.pool.end(), ...this.#hosts.map(({ asking }) => asking.abandon())]);
  }

  readonly #look = shareCalls(async (): Promise<Server | undefined> => {
    const answers = await Promise.all(this.#hosts.map(askForTimeline));
    if (this.#isClosed) return undefined;
    const own = answers.find(({ host }) => host === this.#server?.host);
    const [newest] = answers
      .filter(({ timeline }) => timeline && timeline >= this.#newestTimeline)
      .sort((left, right) => (left.timeline! < right.timeline! ? 1 : -1));
    // A primary that is only slow is not replaced, because no other host accepts writes.
    if (newest) this.#use(own && own.timeline === newest.timeline ? own : newest);
    else if (own?.timeline === null) this.#leave();
    return this.#server;
  });

  #use({ host, timeline }: Answer): void {
    this.#newestTimeline = timeline!;
    if (host === this.#server?.host) return;
    this.#leave();
    // The first primary does not count as a move.
    this.#moves += Number(this.#hadPrimary);
    this.#hadPrimary = true;
    this.#server = { host, pool: openPool(host.url, this.#options) };
    this.#options.onMove(new URL(host.url).host);
  }

  #leave(): void {
    this.#server?.pool.abandon().catch(() => undefined);
    this.#server = undefined;
  }
}

interface Answer {
  readonly host: Host;
  /** Undefined: no response. */
  readonly timeline: string | null | undefined;
}

async function askForTimeline(host: Host): Promise<Answer> {
  try {
    return { host, timeline: (await host.asking.query(whichTimeline)).rows[0].timeline };
  } catch {
    return { host, timeline: undefined };
  }
}

/**
 * The address of one host can lead to a standby, too: behind a balancer, or after a restart as a
 * standby.
 */
function openPool(
  url: string,
  { connections, onIdleError }: Pick<PrimaryOptions, 'connections' | 'onIdleError'>,
): ServerPool {
  const verify = (client: pg.PoolClient, done: (problem?: Error) => void) => {
    client
      .query(whetherWritable)
      .then(
        ({ rows: [{ writable }] }) => done(writable ? undefined : new Error('The database server is read-only.')),
        done,
      );
  };
  return new ServerPool({ url, max: connections, onIdleError, verify });
}
