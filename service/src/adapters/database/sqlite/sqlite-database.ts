// The embedded database: node:sqlite. Reads run on a connection of the event loop: each is a lookup
// or one page and takes tens of microseconds. Writes go to the writer thread in group commits.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createPrivateFile, makePrivate } from '../../private-files.ts';
import type { Database, DatabaseOptions } from '../database.ts';
import { inReadSpan } from '../database-span.ts';
import { withHooks } from '../with-hooks.ts';
import { GroupCommit } from './group-commit.ts';
import { sqliteQueries } from './sqlite-queries.ts';
import { openConnection } from './statements.ts';
import { Writer } from './writer.ts';

export function openSqliteDatabase(file: string, options: DatabaseOptions): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  preparePrivate(file);
  const reader = openConnection(file);
  reader.run({ sql: 'PRAGMA query_only = ON', parameters: [] });
  const writer = new Writer(file);
  const groupCommit = new GroupCommit(writer);
  const read = sqliteQueries((statement) => inReadSpan('sqlite', async () => reader.run(statement)));
  return {
    kind: 'sqlite',
    read,
    publicRead: read,
    transaction: withHooks('sqlite', (work) => groupCommit.transaction((run) => work(sqliteQueries(run))), options),
    async ping() {
      await writer.run({ sql: 'SELECT 1', parameters: [] });
    },
    async close() {
      await groupCommit.drain();
      await writer.close();
      reader.close();
    },
  };
}

/** Another process can create the same file at the same moment. It also makes the file private. */
function preparePrivate(file: string): void {
  try {
    if (!existsSync(file)) createPrivateFile(file);
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem;
  }
  for (const each of [file, `${file}-wal`, `${file}-shm`]) makePrivate(each);
}
