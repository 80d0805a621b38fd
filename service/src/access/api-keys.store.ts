// API keys: those of an organization, and those of its members. Every query takes the organization
// first. An owner of null means the organization itself, anything else the member with that
// user_id.
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { ApiKeysTable } from '../database/schema.ts';

export type KeyRow = Selectable<ApiKeysTable>;

export async function insertKey(transaction: Queries, key: Insertable<ApiKeysTable>): Promise<void> {
  await transaction.insertInto('api_keys').values(key).execute();
}

/**
 * Those that are not revoked, and not replaced by a rotation whose overlap has ended. A key that
 * has expired on its own stays, so that its owner sees why a program fails.
 */
function keysOf(queries: Queries, orgId: string, owner: string | null, time: number) {
  return queries
    .selectFrom('api_keys')
    .where('org_id', '=', orgId)
    .where('user_id', owner === null ? 'is' : '=', owner)
    .where('revoked_at', 'is', null)
    .where((each) => each.or([each('replaced_by', 'is', null), each('expires_at', '>', time)]));
}

/** Newest first. */
export function listKeys(queries: Queries, orgId: string, owner: string | null, time: number): Promise<KeyRow[]> {
  return keysOf(queries, orgId, owner, time).selectAll().orderBy('created_at', 'desc').orderBy('key_id').execute();
}

export async function countKeys(queries: Queries, orgId: string, owner: string | null, time: number): Promise<number> {
  const { count } = await keysOf(queries, orgId, owner, time)
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** With a lock, so that two changes of a key come one after the other. */
export async function lockKey(
  transaction: Queries,
  orgId: string,
  owner: string | null,
  keyId: string,
  time: number,
): Promise<KeyRow | undefined> {
  await transaction
    .updateTable('api_keys')
    .set({ key_id: keyId })
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .execute();
  return keysOf(transaction, orgId, owner, time).selectAll().where('key_id', '=', keyId).executeTakeFirst();
}

export async function updateKey(
  transaction: Queries,
  orgId: string,
  keyId: string,
  change: Updateable<ApiKeysTable>,
): Promise<void> {
  await transaction
    .updateTable('api_keys')
    .set(change)
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .execute();
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

export interface UsageToAdd {
  readonly month: string;
  readonly requests: number;
  readonly signatures: number;
  readonly lastUsedAt: number | null;
}

/** The counts start again with each month. */
export async function addKeyUsage(
  transaction: Queries,
  keyId: string,
  { month, requests, signatures, lastUsedAt }: UsageToAdd,
): Promise<void> {
  const isSameMonth = sql<boolean>`usage_month = ${month}`;
  await transaction
    .updateTable('api_keys')
    .set({
      requests: sql<number>`CASE WHEN ${isSameMonth} THEN requests + ${requests} ELSE ${requests} END`,
      signatures: sql<number>`CASE WHEN ${isSameMonth} THEN signatures + ${signatures} ELSE ${signatures} END`,
      usage_month: month,
      ...(lastUsedAt !== null && { last_used_at: lastUsedAt }),
    })
    .where('key_id', '=', keyId)
    .execute();
}
