// The keys of service-managed generators: in the database, sealed, or in custody. In both cases the
// same column contains the secret: a seed, or a reference.
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import { generatorKey, type KeyCustody, type KeyPlace } from '../../adapters/key-custody/key-custody.ts';
import { asSecret, type KeyReference } from '../../adapters/key-custody/key-reference.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { seedPlace } from '../../database/sealed-places.ts';
import { findActiveKey } from './generators.store.ts';

/** The key with which a generator signs now, wherever it is. */
export interface ServerKey {
  readonly kid: string;
  /** Raw. */
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export interface ServerKeysParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly custody: KeyCustody;
}

export type ServerKeyRow = ReturnType<ReturnType<typeof createServerKeys>['attach']>;

export function createServerKeys({ database, vault, custody }: ServerKeysParts) {
  function rowOf(generatorId: string, kid: string, secret: Uint8Array, publicKey: Uint8Array, time: number) {
    return {
      generator_id: generatorId,
      kid,
      public_key: Buffer.from(publicKey).toString('base64'),
      sealed_seed: vault.seal(secret, seedPlace(kid)),
      status: 'active' as const,
      created_at: time,
    };
  }

  async function findActive(generatorId: string) {
    const row = await findActiveKey(database.read, generatorId);
    return row && { ...row, secret: vault.open(row.sealed_seed, seedPlace(row.kid)) };
  }

  return {
    async make(generatorId: string, place: KeyPlace, time: number) {
      const kid = makeIdentifier('mldsa');
      const { secret, publicKey } = await custody.createGeneratorKey(place, kid);
      return rowOf(generatorId, kid, secret, publicKey, time);
    },

    attach(generatorId: string, reference: KeyReference, publicKey: Uint8Array, time: number) {
      return rowOf(generatorId, makeIdentifier('mldsa'), asSecret(reference), publicKey, time);
    },

    async find(generatorId: string): Promise<ServerKey | undefined> {
      const active = await findActive(generatorId);
      if (!active) return undefined;
      const publicKey = Buffer.from(active.public_key, 'base64');
      const { sign } = custody.open(active.secret, 'ML-DSA-65', generatorKey(publicKey));
      return { kid: active.kid, publicKey, sign };
    },

    async placeOf(generatorId: string): Promise<KeyPlace | undefined> {
      const active = await findActive(generatorId);
      return active && custody.placeOf(active.secret);
    },
  };
}
