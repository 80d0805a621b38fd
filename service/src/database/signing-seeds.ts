// Seeds of keys with which the service itself signs: service secrets with a number at the end of
// their name. They are sealed in the database, so that every node signs with the same one. Older
// ones stay, because their public keys stay published for what they signed.
import type { Database } from '../adapters/database/database.ts';
import type { KeyVault } from '../adapters/key-vault/key-vault.ts';
import { listServiceSecrets, readOrMakeServiceSecret } from './service-secrets.ts';

export interface SigningSeed {
  readonly number: number;
  readonly seed: Uint8Array;
}

/** `<prefix>1`, `<prefix>2` …: the highest number is first, and signs. The first start makes 1. */
export async function openSigningSeeds(database: Database, vault: KeyVault, prefix: string): Promise<SigningSeed[]> {
  await readOrMakeServiceSecret(database, vault, `${prefix}1`);
  const secrets = await listServiceSecrets(database, vault, prefix);
  return secrets
    .map(({ name, secret }) => ({ number: Number(name.slice(prefix.length)), seed: secret }))
    .sort((left, right) => right.number - left.number);
}
