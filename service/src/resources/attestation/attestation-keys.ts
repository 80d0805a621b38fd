// The keys with which the service itself signs exported attestations. Older keys stay published for
// the attestations that they signed.
import { mlDsa65, publicKeyFromSeed } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { openSigningSeeds } from '../../database/signing-seeds.ts';

export interface AttestationKeys {
  /** The one that signs. */
  readonly current: { readonly kid: string; readonly seed: Uint8Array };
  readonly published: readonly {
    readonly kid: string;
    readonly algorithm: typeof mlDsa65.algorithm;
    readonly key: string;
  }[];
}

export async function openAttestationKeys(database: Database, vault: KeyVault): Promise<AttestationKeys> {
  const seeds = await openSigningSeeds(database, vault, 'attestation-key:');
  const keys = seeds.map(({ number, seed }) => ({ kid: `attestation-${number}`, seed }));
  return {
    current: keys[0]!,
    published: keys.map(({ kid, seed }) => ({
      kid,
      algorithm: mlDsa65.algorithm,
      key: Buffer.from(publicKeyFromSeed(seed)).toString('base64'),
    })),
  };
}
