// The database as the rest of the service sees it: reads outside a transaction, and transactions
// that are durable once their promise resolves. It is SQLite or PostgreSQL; service.ts chooses.
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/schema.ts';

/** Runs the queries of a store: the read side of a database, or a transaction. */
export type Queries = Kysely<Tables>;

export type Transaction = Queries & {
  /**
   * Runs once after the commit, and never if the transaction fails. A hook that fails is reported,
   * with no other effect.
   */
  afterCommit(hook: Hook): void;
};

export type Hook = () => Promise<void>;

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** For reading only. Sees everything that was acknowledged before. */
  readonly read: Queries;
  /** The same for public reads of records and keys. Uses a replica if there is one. */
  readonly publicRead: Queries;
  /**
   * Runs the work in one transaction. The work can run more than once (after a conflict on
   * PostgreSQL), so it must contain only database calls and pure computation. Resolves when the
   * commit is on disk and its hooks have finished.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Throws if the database does not respond. */
  ping(): Promise<void>;
  /**
   * Only with replicas: their states, and how many public reads each of them and the primary
   * served.
   */
  replicaUse?(): ReplicaUse;
  /** Only PostgreSQL: the connections of this node to the primary. */
  poolUse?(): PoolUse;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /**
   * Receives failures that no caller waits for: a hook, an idle connection. `what` is for the log.
   */
  onProblem(problem: unknown, what: string): void;
}

/** `foreign`: not a replica of this database, or not on its timeline. */
export type ReplicaState = 'ok' | 'behind' | 'away' | 'foreign';

export interface ReplicaUse {
  /** In the order of the setting. */
  readonly replicas: readonly { readonly state: ReplicaState; readonly reads: number }[];
  readonly primaryReads: number;
}

export interface PoolUse {
  readonly busy: number;
  readonly idle: number;
  /** Calls that wait for a connection. */
  readonly waiting: number;
  readonly hasPrimary: boolean;
  /** How often another host became the primary. */
  readonly moves: number;
}

/** The database cannot be reached or cannot write now. The caller can try again later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is not available.', { cause });
  }
}

/** A row with the same key already exists. */
export class KeyTaken extends Error {
  constructor(cause: unknown) {
    super('A row with this key exists.', { cause });
  }
}
