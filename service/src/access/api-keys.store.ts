// API keys: those of an organization, and those of its members. Every query takes the organization
// first. An owner of null means the organization itself, anything else the member with that
// user_id.
import type { Insertable } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { ApiKeysTable } from '../database/schema.ts';

export async function insertKey(transaction: Queries, key: Insertable<ApiKeysTable>): Promise<void> {
  await transaction.insertInto('api_keys').values(key).execute();
}

/** The active ones, newest first. */
export function listKeys(queries: Queries, orgId: string, owner: string | null) {
  return queries
    .selectFrom('api_keys')
    .select(['key_id', 'name', 'preview', 'created_at', 'last_used_at'])
    .where('org_id', '=', orgId)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
}

export async function countKeys(queries: Queries, orgId: string, owner: string | null): Promise<number> {
  const { count } = await queries
    .selectFrom('api_keys')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** False if the owner has no such active key. */
export async function revokeKey(
  transaction: Queries,
  orgId: string,
  owner: string | null,
  keyId: string,
  time: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: time })
    .where('org_id', '=', orgId)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keys of all owners, or only of one member. Resolves with those that were active. */
export function revokeKeysMadeBetween(
  transaction: Queries,
  orgId: string,
  { from, until, memberId }: { readonly from: number; readonly until: number; readonly memberId?: string | undefined },
  time: number,
) {
  return transaction
    .updateTable('api_keys')
    .set({ revoked_at: time })
    .where('org_id', '=', orgId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('revoked_at', 'is', null)
    .$if(memberId !== undefined, (query) => query.where('user_id', '=', memberId!))
    .returning(['key_id', 'user_id'])
    .execute();
}
