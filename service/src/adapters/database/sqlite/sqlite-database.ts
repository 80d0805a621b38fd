// The embedded database: node:sqlite. Reads run on the event loop's own connection (each is a lookup or one page, tens
// of microseconds); writes go to the writer thread in group commits.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database, Queries } from '../database.ts';
import { GroupCommit } from './group-commit.ts';
import { queriesOver } from './sqlite-dialect.ts';
import { type PreparedStatement, prepareConnection, runStatement } from './statements.ts';
import { Writer } from './writer.ts';

export function openSqliteDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const reader = openReader(file);
  const writer = new Writer(file);
  const groupCommit = new GroupCommit(writer);
  return {
    kind: 'sqlite',
    read: reader.queries,
    transaction: <Result>(work: (transaction: Queries) => Promise<Result>) =>
      groupCommit.transaction((run) => work(queriesOver(run))),
    run: reader.run,
    async ping() {
      await writer.run([{ sql: 'SELECT 1', parameters: [] }]);
    },
    async close() {
      await groupCommit.drain();
      await writer.close();
      reader.close();
    },
  };
}

interface Reader {
  readonly queries: Queries;
  readonly run: <Row>(sql: string, parameters: readonly unknown[]) => readonly Row[];
  close(): void;
}

function openReader(file: string): Reader {
  const connection = new DatabaseSync(file);
  prepareConnection(connection);
  connection.exec('PRAGMA query_only = ON');
  const prepared = new Map<string, PreparedStatement>();
  return {
    queries: queriesOver(async (statement) => runStatement(connection, prepared, statement)),
    run: <Row>(sql: string, parameters: readonly unknown[]) =>
      runStatement(connection, prepared, { sql, parameters }).rows as Row[],
    close: () => connection.close(),
  };
}
