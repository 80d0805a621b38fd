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

const busyMilliseconds = 10_000;
const busyCode = 5;

export function prepareConnection(database: DatabaseSync): void {
  database.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
  // WAL lets readers and the writer work at once; FULL makes a commit survive a power cut.
  switchToWal(database);
  database.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -32000;
    PRAGMA temp_store = MEMORY;
  `);
}

/** Only one connection at a time can switch a fresh file to WAL, and SQLite does not wait for the others by itself. */
function switchToWal(database: DatabaseSync): void {
  for (const end = Date.now() + busyMilliseconds; ; ) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (problem) {
      const { errcode = 0 } = problem as { errcode?: number };
      if ((errcode & 0xff) !== busyCode || Date.now() > end) throw problem;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
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
