// The database as the rest of the service sees it: reads outside a transaction, and transactions
// that are durable once their promise resolves. It is SQLite or PostgreSQL; service.ts chooses.
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/schema.ts';

/** What a store needs to run its queries: the read side of a database, or a transaction. */
export type Queries = Kysely<Tables>;

export type Transaction = Queries & {
  /**
   * Runs once after the commit, and never if the transaction fails. A hook that fails is reported
   * and nothing else.
   */
  afterCommit(hook: Hook): void;
};

export type Hook = () => Promise<void>;

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** For reading only; sees everything acknowledged before. */
  readonly read: Queries;
  /** The same for what anybody may ask of records and keys: from a replica where there is one. */
  readonly publicRead: Queries;
  /**
   * Runs the work in one transaction. The work may run more than once (a conflict on PostgreSQL),
   * so it contains database calls and pure computation only. Resolves when the commit is on disk
   * and its hooks have finished.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /**
   * Where there are replicas: how they are, and how many public reads each and the primary have
   * answered.
   */
  replicaUse?(): ReplicaUse;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /**
   * Hears of what fails while nobody waits for it: a hook, a connection that was idle. `what` is
   * for the log.
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

/** The database cannot be reached or cannot write now; the caller may try again later. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is not available.', { cause });
  }
}

/** A row with the same key is there already. */
export class KeyTaken extends Error {
  constructor(cause: unknown) {
    super('A row with this key exists.', { cause });
  }
}
