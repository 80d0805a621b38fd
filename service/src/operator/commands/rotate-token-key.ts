// Adds a key for the tokens of records. Every node reads it within half a minute and writes with it
// after a full minute, so that every node knows the key of every token.
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import { openMasterKeys } from '../../keys.ts';
import { makeTokenKey } from '../../resources/records/record-tokens.ts';
import type { RunCommand } from '../command.ts';

export const run: RunCommand = async ({ configuration, environment, openDatabase, print }) => {
  const database = await openDatabase();
  const vault = createKeyVault(await openMasterKeys(configuration), environment);
  const number = await makeTokenKey(database, vault);
  print(`Created token key ${number}. The service uses it for new tokens in one minute. Older tokens stay valid.`);
};
