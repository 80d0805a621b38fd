// Starts a new transparency log with another name and new keys: after the log of the database was
// lost in part, or in a copy of a database, which must never sign under the name of the original.
// The entries stay and get the same indexes in the new tree.
import { randomBytes } from 'node:crypto';
import { ed25519Signer, emptyRoot, mlDsa44Cosigner, writeVerifierKey } from '@content-provenance/engine/transparency';
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import { serviceSecretPlace } from '../../database/sealed-places.ts';
import { openMasterKeys } from '../../keys.ts';
import { replaceLog } from '../../transparency/checkpoint.store.ts';
import { signCheckpoint } from '../../transparency/integrator.ts';
import { checkpointSecrets } from '../../transparency/log-keys.ts';
import { Refused, type RunCommand, WrongUsage } from '../command.ts';

const longestName = 200;

export const run: RunCommand = async (tools, name) => {
  if (!/^[\w.:/~-]+$/.test(name!) || name!.length > longestName)
    throw new WrongUsage(
      `"${name}" cannot name a log. Use an address without https://, such as provenance.example/log/2.`,
    );
  const origin = name!;
  const database = await tools.openDatabase();
  const vault = createKeyVault(await openMasterKeys(tools.configuration), tools.environment);
  const [ed25519, mlDsa44] = [randomBytes(32), randomBytes(32)];
  const signers = [ed25519Signer(origin, ed25519), mlDsa44Cosigner(origin, mlDsa44)];
  const checkpoint = signCheckpoint({ origin, size: 0, root: emptyRoot }, signers, Date.now());
  const seal = (secretName: string, secret: Buffer) => ({
    ...{ name: secretName, sealed: vault.seal(secret, serviceSecretPlace(secretName)), created_at: Date.now() },
  });
  const secrets = [seal(checkpointSecrets.ed25519, ed25519), seal(checkpointSecrets.mlDsa44, mlDsa44)];
  const former = await database.transaction((transaction) => replaceLog(transaction, { origin, checkpoint, secrets }));
  if (former === undefined)
    throw new Refused(`The ${tools.environment} database has no log yet. It gets one when the service starts.`);
  if (former === origin) throw new Refused(`The log already has the name ${origin}. Choose a name that is new.`);
  tools.print(`The log ${former} has ended. The new log is ${origin}, with these keys:`);
  for (const { key } of signers) tools.print(writeVerifierKey(key));
  tools.print('Restart every node now. Register the name and the keys with your witnesses.');
};
