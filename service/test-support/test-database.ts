// A database of a test's own, empty, without a service around it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/adapters/database/database.ts';
import { openPostgresDatabase } from '../src/adapters/database/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../src/adapters/database/sqlite/sqlite-database.ts';
import { dropDatabase, sharedPostgres } from './postgres-server.ts';
import type { DatabaseKind } from './running-service.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Another connection to the same data, as of another node. */
  openAgain(): Database;
  /** Closes what was opened and removes the data. */
  remove(): Promise<void>;
}

export async function openTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const { open, remove } = kind === 'sqlite' ? sqlitePlace() : await postgresPlace();
  const opened: Database[] = [];
  const openAgain = () => {
    const database = open();
    opened.push(database);
    return database;
  };
  return {
    database: openAgain(),
    openAgain,
    async remove() {
      for (const database of opened) await database.close();
      await remove();
    },
  };
}

function sqlitePlace() {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-sqlite-'));
  return {
    open: () => openSqliteDatabase(join(folder, 'test.sqlite')),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresPlace() {
  const url = await (await sharedPostgres()).createDatabase();
  return {
    open: () => openPostgresDatabase({ url, onIdleError: () => undefined }),
    remove: () => dropDatabase(url),
  };
}
