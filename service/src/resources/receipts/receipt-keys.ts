// The keys with which the service signs detection receipts. Older keys stay published for the
// receipts that they signed.
import { mlDsa65, publicKeyFromSeed } from '@content-provenance/engine';
import type { ReceiptKey } from '@content-provenance/engine/receipts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { openSigningSeeds } from '../../database/signing-seeds.ts';

export interface ReceiptKeys {
  /** The one that signs. */
  readonly current: { readonly kid: string; readonly seed: Uint8Array };
  readonly all: readonly ReceiptKey[];
}

export async function openReceiptKeys(database: Database, vault: KeyVault): Promise<ReceiptKeys> {
  const seeds = await openSigningSeeds(database, vault, 'receipt-key:');
  const keys = seeds.map(({ number, seed }) => ({ kid: `receipt-${number}`, seed }));
  return {
    current: keys[0]!,
    all: keys.map(({ kid, seed }) => ({ kid, publicKey: publicKeyFromSeed(seed) })),
  };
}

/** The key in base64, and as a JSON Web Key of the type that RFC 9964 defines. */
export function publishKey({ kid, publicKey }: ReceiptKey) {
  const key = Buffer.from(publicKey);
  return {
    kid,
    algorithm: mlDsa65.algorithm,
    key: key.toString('base64'),
    jwk: { kty: 'AKP' as const, alg: 'ML-DSA-65' as const, kid, pub: key.toString('base64url') },
  };
}
