// The embedded database: node:sqlite. Reads run on the event loop's own connection (each is a lookup or one page, tens
// of microseconds); writes go to the writer thread in group commits.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createPrivateFile, makePrivate } from '../../private-files.ts';
import type { Database, Queries } from '../database.ts';
import { queriesOver, sqliteLanguage } from '../queries-over.ts';
import { GroupCommit } from './group-commit.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

export function openSqliteDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  preparePrivate(file);
  const reader = new Reader(file);
  const writer = new Writer(file, () => reader.endTurn());
  const groupCommit = new GroupCommit(writer);
  const read = queriesOver(sqliteLanguage, { run: (sql, parameters) => reader.run({ sql, parameters }) });
  return {
    kind: 'sqlite',
    read,
    publicRead: read,
    transaction: <Result>(work: (transaction: Queries) => Promise<Result>) =>
      groupCommit.transaction((runner) => work(queriesOver(sqliteLanguage, runner))),
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

/** Another process may make the same file at the same moment; it makes it private, too. */
function preparePrivate(file: string): void {
  try {
    if (!existsSync(file)) createPrivateFile(file);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem;
  }
  for (const each of [file, `${file}-wal`, `${file}-shm`]) makePrivate(each);
}
