// API keys of organizations. Every query takes the organization first.
import type { Queries } from '../../adapters/database/database.ts';

export interface NewOrganizationKey {
  readonly keyId: string;
  readonly name: string | null;
  readonly preview: string;
  readonly keyHash: string;
  readonly time: number;
}

export async function insertOrganizationKey(
  transaction: Queries,
  orgId: string,
  key: NewOrganizationKey,
): Promise<void> {
  await transaction
    .insertInto('api_keys')
    .values({
      key_id: key.keyId,
      org_id: orgId,
      name: key.name,
      preview: key.preview,
      key_hash: key.keyHash,
      created_at: key.time,
    })
    .execute();
}

export function listOrganizationKeys(queries: Queries, orgId: string) {
  return queries
    .selectFrom('api_keys')
    .select(['key_id', 'name', 'preview', 'created_at', 'last_used_at'])
    .where('org_id', '=', orgId)
    .where('user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
}

export async function countOrganizationKeys(queries: Queries, orgId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('api_keys')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Resolves with those that were in force. */
export function revokeKeysMadeBetween(
  transaction: Queries,
  orgId: string,
  { from, until }: { readonly from: number; readonly until: number },
  time: number,
) {
  return transaction
    .updateTable('api_keys')
    .set({ revoked_at: time })
    .where('org_id', '=', orgId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('revoked_at', 'is', null)
    .returning(['key_id', 'user_id'])
    .execute();
}

/** False when the organization has no such key in force. */
export async function revokeOrganizationKey(
  transaction: Queries,
  orgId: string,
  keyId: string,
  time: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: time })
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .where('user_id', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
