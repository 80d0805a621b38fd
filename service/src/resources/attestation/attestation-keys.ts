// The keys with which the service itself signs exported attestations. They are sealed in the
// database, so that every node signs with the same one. Older keys stay published for the
// attestations that they signed.
import { mlDsa65, publicKeyFromSeed } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { listServiceSecrets, readOrMakeServiceSecret } from '../../database/service-secrets.ts';

export interface AttestationKeys {
  /** The one that signs. */
  readonly current: { readonly kid: string; readonly seed: Uint8Array };
  readonly published: readonly {
    readonly kid: string;
    readonly algorithm: typeof mlDsa65.algorithm;
    readonly key: string;
  }[];
}

/** `attestation-key:1`, `attestation-key:2` …: the highest number signs. */
const prefix = 'attestation-key:';

export async function openAttestationKeys(database: Database, vault: KeyVault): Promise<AttestationKeys> {
  await readOrMakeServiceSecret(database, vault, `${prefix}1`);
  const secrets = await listServiceSecrets(database, vault, prefix);
  const keys = secrets
    .map(({ name, secret }) => ({ number: Number(name.slice(prefix.length)), seed: secret }))
    .sort((left, right) => right.number - left.number)
    .map(({ number, seed }) => ({ kid: `attestation-${number}`, seed }));
  return {
    current: keys[0]!,
    published: keys.map(({ kid, seed }) => ({
      kid,
      algorithm: mlDsa65.algorithm,
      key: Buffer.from(publicKeyFromSeed(seed)).toString('base64'),
    })),
  };
}
