// Changes the master key while the service runs. Both environments are sealed under it, so both are
// sealed again, whichever the option chooses. After an interruption, every text can still be
// opened: run the command again.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { EnvironmentName } from '../../access/api-keys.ts';
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import type { GivenMasterKeys } from '../../adapters/key-vault/master-keys.ts';
import { readMasterKeyFile, rereadMilliseconds, writeMasterKeyFile } from '../../adapters/key-vault/secret-files.ts';
import { givenMasterKeys } from '../../keys.ts';
import { Refused, type RunCommand, type Tools } from '../command.ts';
import { resealAll } from '../reseal.ts';
import { takeRotationLock } from '../rotation-lock.ts';

const environments: readonly EnvironmentName[] = ['live', 'sandbox'];

export const run: RunCommand = async (tools) => {
  const given = await givenMasterKeys(tools.configuration);
  return given ? resealUnderFirst(tools, given) : rotateKeyFile(tools);
};

async function rotateKeyFile(tools: Tools): Promise<void> {
  const { configuration, print } = tools;
  const { dataDirectory } = configuration;
  const file = join(dataDirectory, 'secrets', 'master-key');
  if (!existsSync(file)) throw new Refused(`${file} does not exist. Start the service once, or check DATA_DIR.`);
  const lock = takeRotationLock(dataDirectory);
  try {
    // Opened first, so that an unreachable database is found before anything changes.
    for (const name of environments) await tools.openDatabase(name);
    const old = readMasterKeyFile(dataDirectory);
    const keys = [randomBytes(32), ...old];
    writeMasterKeyFile(dataDirectory, keys);
    print(`A new master key is now first in ${file}.`);
    await runningServicesReread();
    let complete = await resealBoth(tools, keys);
    if (complete) {
      writeMasterKeyFile(dataDirectory, keys.slice(0, 1));
      // Until it reads the file again, a service can store texts that were sealed before. We still
      // have the old keys.
      await runningServicesReread();
      complete = await resealBoth(tools, keys);
      if (!complete) writeMasterKeyFile(dataDirectory, keys);
    }
    if (!complete)
      throw new Refused('The old keys stay in the file. Fix the problems above and run this command again.');
    print(`No secret uses an old key. ${old.length} old key(s) removed from the file.`);
    print('Older backups need the old key. Keep a copy of the old key file with them.');
  } finally {
    lock.release();
  }
}

/**
 * We cannot change where the operator keeps the keys: either the new key is already there, or the
 * operator gets instructions.
 */
async function resealUnderFirst(tools: Tools, { setting, keys }: GivenMasterKeys): Promise<void> {
  if (keys.length === 1) throw new Refused(instructionsFor(setting));
  if (!(await resealBoth(tools, keys)))
    throw new Refused(`Some secrets still need an old key. Keep all keys of ${setting}.`);
  tools.print(`All secrets use the first key of ${setting}. You can remove the other keys.`);
}

function instructionsFor(setting: string): string {
  const [both, newFirst, alone] =
    setting === 'MASTER_KEY'
      ? ['MASTER_KEY=old,new', 'MASTER_KEY=new,old', 'MASTER_KEY=new']
      : [`the old and the new key in ${setting}`, `the new key first in ${setting}`, `only the new key in ${setting}`];
  return [
    `${setting} has only one key. To rotate it:`,
    '  1. Create a key: openssl rand -base64 32',
    `  2. Restart every node with ${both}, so that every node can decrypt with both keys.`,
    `  3. Restart every node with ${newFirst}. The first key encrypts.`,
    `  4. Run this command with ${newFirst}. It encrypts every secret with the first key.`,
    `  5. Restart every node with ${alone}. Keep the old key with the older backups.`,
  ].join('\n');
}

/** Whether no text is left under an old key, in either environment. */
async function resealBoth(tools: Tools, keys: readonly Buffer[]): Promise<boolean> {
  let complete = true;
  for (const name of environments) {
    const { count, left } = await resealAll(
      await tools.openDatabase(name),
      createKeyVault(() => keys, name),
    );
    if (count > 0) tools.print(`${name}: ${count} secret(s) encrypted with the new key.`);
    for (const sentence of left) tools.print(`${name}: ${sentence}`);
    complete &&= left.length === 0;
  }
  return complete;
}

/** Twice the time after which a service reads the file again. */
async function runningServicesReread(): Promise<void> {
  await wait(2 * rereadMilliseconds);
}
