// The embedded database: node:sqlite. Reads run on the event loop's own connection (each is a lookup or one page, tens
// of microseconds); writes go to the writer thread in group commits.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database, Queries } from '../database.ts';
import { GroupCommit } from './group-commit.ts';
import { queriesOver } from './sqlite-dialect.ts';
import { prepareConnection, runStatement } from './statements.ts';
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

function openReader(file: string): { queries: Queries; close(): void } {
  const connection = new DatabaseSync(file);
  prepareConnection(connection);
  connection.exec('PRAGMA query_only = ON');
  const prepared = new Map<string, StatementSync>();
  return {
    queries: queriesOver(async (statement) => runStatement(connection, prepared, statement)),
    close: () => connection.close(),
  };
}
