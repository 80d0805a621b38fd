// A database of the service, opened next to the running service. The operator never migrates: it
// works only on the schema that this program knows.
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { EnvironmentName } from '../access/api-keys.ts';
import type { Database } from '../adapters/database/database.ts';
import type { Configuration } from '../configuration/settings.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { createLog } from '../log.ts';
import { openDatabase } from '../service.ts';
import { Refused } from './command.ts';

export async function openOperatedDatabase(name: EnvironmentName, configuration: Configuration): Promise<Database> {
  const url = name === 'live' ? configuration.databaseUrl : configuration.sandboxDatabaseUrl;
  if (url === undefined && !existsSync(configuration.dataDirectory)) {
    throw new Refused(
      `The folder ${configuration.dataDirectory} does not exist. Set DATA_DIR to the folder of the service.`,
    );
  }
  const database = openDatabase(name, configuration, createLog('warn', process.stderr));
  try {
    const found = await readSchemaVersion(database);
    if (found !== migrations.length) throw new Refused(whyNot(name, found));
    return database;
  } catch (problem) {
    await database.close();
    throw problem;
  }
}

async function readSchemaVersion(database: Database): Promise<number> {
  try {
    const { rows } = await sql<{ version: number }>`SELECT max(version) AS version FROM schema_migrations`.execute(
      database.read,
    );
    return rows[0]?.version ?? 0;
  } catch (problem) {
    const { message, code } = problem as { message: string; code?: string };
    // 42P01 is PostgreSQL's undefined_table.
    if (code === '42P01' || message.startsWith('no such table')) return 0;
    throw problem;
  }
}

function whyNot(name: EnvironmentName, found: number): string {
  if (found === 0) return `The ${name} database is empty. Start the service once, or check DATA_DIR and DATABASE_URL.`;
  const remedy = found < migrations.length ? 'Start the service of this release first' : 'Use the newer program';
  return `The ${name} database has schema version ${found}, but this program supports ${migrations.length}. ${remedy}.`;
}
