// The content of a backup: a folder with the database of each environment and a list with the time,
// the schema and the hash of each file. It appears completely or not at all. It never contains
// keys.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { EnvironmentName } from '../access/api-keys.ts';
import type { Configuration } from '../configuration/settings.ts';
import { Refused } from './command.ts';

export const environments: readonly EnvironmentName[] = ['live', 'sandbox'];
const listName = 'backup.json';

export interface BackupList {
  readonly made_at: string;
  readonly schema_version: number;
  /** SHA-256 in hexadecimal by the name of the file. */
  readonly files: Readonly<Record<string, string>>;
}

export function databaseName(environment: EnvironmentName): string {
  return `${environment}.sqlite`;
}

/** Both environments must be embedded, because PostgreSQL has its own, better tools. */
export function refuseForPostgres({ databaseUrl, sandboxDatabaseUrl }: Configuration): void {
  if (databaseUrl === undefined && sandboxDatabaseUrl === undefined) return;
  throw new Refused(
    'This command works only with the embedded databases, but DATABASE_URL is set. Back up PostgreSQL with pg_dump or continuous archiving (docs/run/operations.md).',
  );
}

export function writeList(folder: string, list: BackupList): void {
  writeFileSync(join(folder, listName), `${JSON.stringify(list, null, 2)}\n`, { mode: 0o600, flush: true });
}

export function readList(folder: string): BackupList {
  const file = join(folder, listName);
  if (!existsSync(file)) throw new Refused(`${folder} is not a backup, because it has no ${listName}. Check the path.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BackupList;
  } catch {
    throw new Refused(`${file} is damaged. Use another backup.`);
  }
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
