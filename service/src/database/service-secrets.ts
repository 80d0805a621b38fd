// Secrets the service makes for itself, once for each database: sealed under the master key, so that every node opens
// the same ones, and a wrong master key shows at the start instead of at the first use.
import { randomBytes } from 'node:crypto';
import type { Database } from '../adapters/database/database.ts';
import type { KeyVault } from '../adapters/key-vault/key-vault.ts';

export async function readOrMakeServiceSecret(database: Database, vault: KeyVault, name: string): Promise<Buffer> {
  const sealed = await database.transaction(async (transaction) => {
    await transaction
      .insertInto('service_secrets')
      .values({ name, sealed: vault.seal(randomBytes(32), placeOfSecret(name)), created_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await transaction.selectFrom('service_secrets').select('sealed').where('name', '=', name).executeTakeFirstOrThrow();
    return row.sealed;
  });
  return vault.open(sealed, placeOfSecret(name));
}

export function placeOfSecret(name: string): string {
  return `service-secret:${name}`;
}
