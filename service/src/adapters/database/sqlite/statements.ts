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

/** A compiled statement, and the names of the columns it answers with; none: it answers with no rows. */
export interface PreparedStatement {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

export function runStatement(
  database: DatabaseSync,
  prepared: Map<string, PreparedStatement>,
  { sql, parameters }: Statement,
): StatementResult {
  const { statement, columns } = prepared.get(sql) ?? prepare(database, prepared, sql);
  const values = parameters as SQLInputValue[];
  if (columns.length === 0) return { rows: [], changes: Number(statement.run(...values).changes) };
  const rows = statement.all(...values) as unknown as unknown[][];
  return { rows: rows.map((row) => named(row, columns)), changes: 0 };
}

function prepare(database: DatabaseSync, prepared: Map<string, PreparedStatement>, sql: string): PreparedStatement {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  if (prepared.size >= mostPreparedStatements) prepared.clear();
  const entry = { statement, columns: statement.columns().map(({ name }) => name) };
  prepared.set(sql, entry);
  return entry;
}

/** The objects that node:sqlite makes itself are slow to read: they are dictionaries, this one has a shape. */
function named(row: readonly unknown[], columns: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (let place = 0; place < columns.length; place += 1) values[columns[place]!] = row[place];
  return values;
}
