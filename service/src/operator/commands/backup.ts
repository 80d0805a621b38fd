// Copies the embedded databases while the service runs, each at one point in time.
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copySqliteDatabase, flushToDisk } from '../../adapters/database/sqlite/copies.ts';
import { migrations } from '../../database/migrations/all-migrations.ts';
import { givenMasterKeys } from '../../keys.ts';
import { databaseName, environments, hashFile, refuseForPostgres, writeList } from '../backup-folder.ts';
import { Refused, type RunCommand } from '../command.ts';

export const run: RunCommand = async ({ configuration, openDatabase, print }, name) => {
  refuseForPostgres(configuration);
  const folder = resolve(name!);
  if (existsSync(folder)) throw new Refused(`${folder} already exists. Choose a new folder.`);
  const draft = `${folder}.incomplete`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const files: Record<string, string> = {};
  for (const environment of environments) {
    // Opened as in every command: a file that is not a database of this program is refused.
    await openDatabase(environment);
    const name = databaseName(environment);
    copySqliteDatabase(join(configuration.dataDirectory, name), join(draft, name));
    removeLeases(join(draft, name));
    files[name] = await hashFile(join(draft, name));
    print(`${environment}: ${statSync(join(draft, name)).size} bytes, SHA-256 ${files[name]}`);
  }
  writeList(draft, { made_at: new Date().toISOString(), schema_version: migrations.length, files });
  flushToDisk(draft);
  renameSync(draft, folder);
  flushToDisk(dirname(folder));
  print(`The backup is in ${folder}.`);
  const given = await givenMasterKeys(configuration);
  print(
    given
      ? `To restore it, you need the key of ${given.setting}, which is not in the backup. Keep it in another place.`
      : `To restore it, you need ${join(configuration.dataDirectory, 'secrets', 'master-key')}, which is not in the backup. Keep a copy in another place.`,
  );
};

/** A lease belongs to this service. A restored service would wait until it expires. */
function removeLeases(file: string): void {
  const connection = new DatabaseSync(file);
  try {
    connection.exec('DELETE FROM leases');
  } finally {
    connection.close();
  }
  flushToDisk(file);
}
