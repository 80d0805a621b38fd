// Secrets that the service creates for itself, once for each database. They are sealed under the
// master key, so that every node opens the same ones, and a wrong master key is detected at the
// start instead of at the first use.
import { randomBytes } from 'node:crypto';
import type { Database } from '../adapters/database/database.ts';
import type { KeyVault } from '../adapters/key-vault/key-vault.ts';
import { serviceSecretPlace } from './sealed-places.ts';

export interface ServiceSecret {
  readonly name: string;
  readonly secret: Buffer;
  readonly createdAt: number;
}

export async function listServiceSecrets(
  database: Database,
  vault: KeyVault,
  prefix: string,
): Promise<ServiceSecret[]> {
  const rows = await database.read
    .selectFrom('service_secrets')
    .select(['name', 'sealed', 'created_at'])
    .where('name', 'like', `${prefix}%`)
    .execute();
  return rows.map(({ name, sealed, created_at }) => ({
    name,
    secret: vault.open(sealed, serviceSecretPlace(name)),
    createdAt: created_at,
  }));
}

export async function readOrMakeServiceSecret(database: Database, vault: KeyVault, name: string): Promise<Buffer> {
  const sealed = await database.transaction(async (transaction) => {
    await transaction
      .insertInto('service_secrets')
      .values({ name, sealed: vault.seal(randomBytes(32), serviceSecretPlace(name)), created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await transaction
      .selectFrom('service_secrets')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return row.sealed;
  });
  return vault.open(sealed, serviceSecretPlace(name));
}
