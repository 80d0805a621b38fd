// The database as the rest of the service sees it: reads outside a transaction, and transactions that are durable once
// their promise resolves. SQLite and PostgreSQL stand behind it; which one is chosen in main.ts.
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import type { NowOrLater } from '../now-or-later.ts';

/** What a store needs to run its queries: the read side of a database, or a transaction. */
export type Queries = Kysely<Tables> & {
  /** Runs a compiled query without the layers around it, where the database offers that; see hot-query.ts. */
  readonly run?: <Row>(sql: string, parameters: readonly unknown[]) => NowOrLater<readonly Row[]>;
  /** In a transaction: the same for one that has no rows to wait for. It may fail as late as at the commit. */
  readonly later?: (sql: string, parameters: readonly unknown[]) => void;
};

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** For reading only; sees everything acknowledged before. */
  readonly read: Queries;
  /** The same for what anybody may ask of records and keys: from a replica where there is one. */
  readonly publicRead: Queries;
  /**
   * Runs the work in one transaction. It may run more than once (a conflict on PostgreSQL), so it holds database
   * calls and pure computation only. Resolves after the commit reached the disk.
   */
  transaction<Result>(work: (transaction: Queries) => Promise<Result>): Promise<Result>;
  /** Throws when the database does not answer. */
  ping(): Promise<void>;
  /** Where there are replicas: how they are, and how many public reads each and the primary have answered. */
  replicaUse?(): ReplicaUse;
  close(): Promise<void>;
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
