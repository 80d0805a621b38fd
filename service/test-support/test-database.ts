// A test's own database, empty, without a service around it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, DatabaseOptions } from '../src/adapters/database/database.ts';
import { openPostgresDatabase } from '../src/adapters/database/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../src/adapters/database/sqlite/sqlite-database.ts';
import { dropDatabase, sharedPostgres } from './postgres-server.ts';
import type { DatabaseKind } from './running-service.ts';

export interface TestDatabase {
  readonly database: Database;
  /** Another connection to the same data, as from another node. */
  openAgain(): Database;
  /** Failures of work that nothing awaited. */
  readonly problems: readonly unknown[];
  /** Closes what was opened and removes the data. */
  remove(): Promise<void>;
}

export async function openTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const problems: unknown[] = [];
  const onProblem = (problem: unknown) => void problems.push(problem);
  const { open, remove } = kind === 'sqlite' ? sqlitePlace(onProblem) : await postgresPlace(onProblem);
  const opened: Database[] = [];
  const openAgain = () => {
    const database = open();
    opened.push(database);
    return database;
  };
  return {
    database: openAgain(),
    openAgain,
    problems,
    async remove() {
      for (const database of opened) await database.close();
      await remove();
    },
  };
}

function sqlitePlace(onProblem: DatabaseOptions['onProblem']) {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-sqlite-'));
  return {
    open: () => openSqliteDatabase(join(folder, 'test.sqlite'), { onProblem }),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresPlace(onProblem: DatabaseOptions['onProblem']) {
  const url = await (await sharedPostgres()).createDatabase();
  return {
    open: () => openPostgresDatabase({ url, onProblem }),
    remove: () => dropDatabase(url),
  };
}
