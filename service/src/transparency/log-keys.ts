// The secrets of the log: what salts commitments, what organizations recognize their entries with,
// and the two keys that sign checkpoints. All are service secrets, sealed under the master key.
import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type CheckpointSigner, ed25519Signer, mlDsa44Cosigner } from '@content-provenance/engine/transparency';
import type { Database } from '../adapters/database/database.ts';
import type { KeyVault } from '../adapters/key-vault/key-vault.ts';
import { readOrMakeServiceSecret } from '../database/service-secrets.ts';

/** What an entry needs. */
export interface EntryKeys {
  readonly salt: Uint8Array;
  /** 32 bytes that only the organization gets. */
  monitoringKeyOf(orgId: string): Uint8Array;
}

/** How others find and check the log. */
export interface LogIdentity {
  readonly origin: string;
  readonly url: string;
  readonly verifierKeys: readonly string[];
}

export async function openEntryKeys(database: Database, vault: KeyVault): Promise<EntryKeys> {
  const salt = await readOrMakeServiceSecret(database, vault, 'log-salt');
  const monitoring = await readOrMakeServiceSecret(database, vault, 'log-monitoring');
  return {
    salt,
    monitoringKeyOf: (orgId) => createHmac('sha256', monitoring).update(orgId).digest(),
  };
}

/** Their names in service_secrets. */
export const checkpointSecrets = { ed25519: 'log-ed25519:1', mlDsa44: 'log-ml-dsa-44:1' } as const;

/** Both sign every checkpoint, under the name of the log. */
export async function openCheckpointSigners(
  database: Database,
  vault: KeyVault,
  origin: string,
): Promise<readonly CheckpointSigner[]> {
  const ed25519 = await readOrMakeServiceSecret(database, vault, checkpointSecrets.ed25519);
  const mlDsa44 = await readOrMakeServiceSecret(database, vault, checkpointSecrets.mlDsa44);
  // OpenSSL signs several times faster than JavaScript does.
  const signWith = (key: KeyObject) => (message: Uint8Array) => sign(null, message, key);
  const first = createPrivateKey({ key: ed25519, format: 'raw-private', asymmetricKeyType: 'ed25519' });
  const second = createPrivateKey({ key: mlDsa44, format: 'raw-seed', asymmetricKeyType: 'ml-dsa-44' });
  return [ed25519Signer(origin, ed25519, signWith(first)), mlDsa44Cosigner(origin, mlDsa44, signWith(second))];
}
