// How a statement runs on a node:sqlite connection, on the reading and on the writing side alike.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface StatementResult {
  readonly rows: unknown[];
  readonly changes: number;
}

/** Compiled statements are few; beyond this many something builds SQL from data, and the cache starts afresh. */
const mostPreparedStatements = 1_000;

export function prepareConnection(database: DatabaseSync): void {
  // WAL lets readers and the writer work at once; FULL makes a commit survive a power cut.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA busy_timeout = 10000;
    PRAGMA cache_size = -32000;
    PRAGMA temp_store = MEMORY;
  `);
}

export function runStatement(
  database: DatabaseSync,
  prepared: Map<string, StatementSync>,
  { sql, parameters }: Statement,
): StatementResult {
  let statement = prepared.get(sql);
  if (!statement) {
    statement = database.prepare(sql);
    if (prepared.size >= mostPreparedStatements) prepared.clear();
    prepared.set(sql, statement);
  }
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 };
  return { rows: [], changes: Number(statement.run(...values).changes) };
}
