// A node:sqlite connection that runs statements, for reading and for writing.
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface StatementResult {
  readonly rows: unknown[];
  readonly changes: number;
}

/**
 * Statements are compiled once and kept. Lists of different lengths make many statements, so the
 * cache is cleared when it reaches this size.
 */
const mostPreparedStatements = 1_000;

const busyMilliseconds = 10_000;
const busyCode = 5;

interface PreparedStatement {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
}

export interface SqliteConnection {
  run(statement: Statement): StatementResult;
  close(): void;
}

export function openConnection(file: string): SqliteConnection {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA busy_timeout = ${busyMilliseconds}`);
  // WAL lets readers and the writer work at the same time. FULL makes a commit survive a power
  // failure.
  switchToWal(database);
  database.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA cache_size = -32000;
    PRAGMA temp_store = MEMORY;
  `);
  database.function('bit_count', { deterministic: true, useBigIntArguments: true }, countBits);
  const prepared = new Map<string, PreparedStatement>();

  function prepare(sql: string): PreparedStatement {
    const statement = database.prepare(sql);
    if (prepared.size >= mostPreparedStatements) prepared.clear();
    const entry = { statement, givesRows: statement.columns().length > 0 };
    prepared.set(sql, entry);
    return entry;
  }

  return {
    run({ sql, parameters }) {
      const { statement, givesRows } = prepared.get(sql) ?? prepare(sql);
      const values = parameters as SQLInputValue[];
      if (givesRows) return { rows: statement.all(...values), changes: 0 };
      return { rows: [], changes: Number(statement.run(...values).changes) };
    },
    close: () => database.close(),
  };
}

/** As in PostgreSQL. SQLite has no such function. */
function countBits(value: SQLOutputValue): number {
  let count = 0;
  for (let rest = BigInt.asUintN(64, value as bigint); rest > 0n; rest &= rest - 1n) count += 1;
  return count;
}

/**
 * Only one connection at a time can switch a new file to WAL, and SQLite does not wait for the
 * others here.
 */
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
