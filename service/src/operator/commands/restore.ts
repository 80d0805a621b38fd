// Puts a backup where the service will look for its databases. It replaces nothing, and puts
// nothing there before all files were checked and opened with the master key.
import { constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EnvironmentName } from '../../access/api-keys.ts';
import { findDamage, flushToDisk } from '../../adapters/database/sqlite/copies.ts';
import { openSqliteDatabase } from '../../adapters/database/sqlite/sqlite-database.ts';
import { createKeyVault, type MasterKeys } from '../../adapters/key-vault/key-vault.ts';
import { readMasterKeyFile } from '../../adapters/key-vault/secret-files.ts';
import { makePrivate } from '../../adapters/private-files.ts';
import type { Configuration } from '../../configuration/settings.ts';
import { migrations } from '../../database/migrations/all-migrations.ts';
import { listServiceSecrets } from '../../database/service-secrets.ts';
import { givenMasterKeys } from '../../keys.ts';
import {
  type BackupList,
  databaseName,
  environments,
  hashFile,
  readList,
  refuseForPostgres,
} from '../backup-folder.ts';
import { Refused, type RunCommand } from '../command.ts';

export const run: RunCommand = async ({ configuration, print }, given) => {
  refuseForPostgres(configuration);
  const { dataDirectory } = configuration;
  const folder = resolve(given!);
  const list = readList(folder);
  if (list.schema_version > migrations.length) {
    throw new Refused(
      `The backup has schema version ${list.schema_version}, but this program supports ${migrations.length}. Use a newer release.`,
    );
  }
  for (const name of environments.map(databaseName)) {
    if (existsSync(join(dataDirectory, name))) {
      throw new Refused(
        `${join(dataDirectory, name)} already exists. Stop the service and move the old data to another folder first.`,
      );
    }
  }
  const masterKeys = await keysFor(configuration);
  const draft = join(dataDirectory, 'restore.incomplete');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    for (const environment of environments) {
      await bring(environment, folder, list, draft);
      await tryKey(environment, draft, masterKeys);
    }
    for (const name of environments.map(databaseName)) renameSync(join(draft, name), join(dataDirectory, name));
    flushToDisk(dataDirectory);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  print(`Restored as of ${list.made_at}. Start the service, then check: npm run operator -- verify-audit`);
};

/**
 * The key must already be there. Otherwise the service would create a new one, which opens nothing.
 */
async function keysFor(configuration: Configuration): Promise<MasterKeys> {
  const given = await givenMasterKeys(configuration);
  if (given) return () => given.keys;
  const { dataDirectory } = configuration;
  const file = join(dataDirectory, 'secrets', 'master-key');
  if (!existsSync(file))
    throw new Refused(`The master key is missing. First put the master key of the backup in ${file}.`);
  const keys = readMasterKeyFile(dataDirectory);
  return () => keys;
}

async function bring(environment: EnvironmentName, folder: string, list: BackupList, draft: string): Promise<void> {
  const name = databaseName(environment);
  const from = join(folder, name);
  if (!existsSync(from)) throw new Refused(`The backup has no ${name}. Use another backup.`);
  const to = join(draft, name);
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  makePrivate(to);
  flushToDisk(to);
  if ((await hashFile(to)) !== list.files?.[name]) {
    throw new Refused(`${from} changed after the backup: its SHA-256 is different. Use another backup.`);
  }
  const damage = findDamage(to);
  if (damage !== undefined) throw new Refused(`${from} is damaged: ${damage}.`);
}

async function tryKey(environment: EnvironmentName, draft: string, masterKeys: MasterKeys): Promise<void> {
  const database = openSqliteDatabase(join(draft, databaseName(environment)), {
    onProblem: () => undefined,
  });
  try {
    await listServiceSecrets(database, createKeyVault(masterKeys, environment), '');
  } finally {
    await database.close();
  }
}
