// API keys that expire soon, who receives the warning, and which warnings were sent.
import type { Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { ApiKeysTable } from '../../database/schema.ts';

export type ExpiringKey = Pick<
  Selectable<ApiKeysTable>,
  'key_id' | 'org_id' | 'user_id' | 'name' | 'preview' | 'expires_at'
>;

const day = 24 * 60 * 60 * 1000;
const columns = ['key_id', 'org_id', 'user_id', 'name', 'preview', 'expires_at'] as const;

/**
 * The keys of all organizations. A replaced key needs no warning, and neither does one that was
 * created within these days of its expiry.
 */
export function listExpiring(
  queries: Queries,
  { time, days, before }: { readonly time: number; readonly days: number; readonly before: number },
  most: number,
): Promise<ExpiringKey[]> {
  return queries
    .selectFrom('api_keys')
    .select(columns)
    .where('expires_at', '>', time)
    .where('expires_at', '<=', before)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where((each) => each(each.ref('created_at'), '<', each('expires_at', '-', days * day)))
    .where((each) => each.or([each('warned_days', 'is', null), each('warned_days', '>', days)]))
    .orderBy('expires_at')
    .limit(most)
    .execute();
}

/** Claims one warning for this node. false: another node was first. */
export async function claimWarning(transaction: Queries, orgId: string, keyId: string, days: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('api_keys')
    .set({ warned_days: days })
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .where((each) => each.or([each('warned_days', 'is', null), each('warned_days', '>', days)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The owners, or the member of a personal key. */
export async function listRecipients(queries: Queries, orgId: string, userId: string | null): Promise<string[]> {
  const rows = await queries
    .selectFrom('users')
    .select('email')
    .where('org_id', '=', orgId)
    .where((each) => (userId === null ? each('role', '=', 'owner') : each('user_id', '=', userId)))
    .execute();
  return rows.map(({ email }) => email);
}

/** For an email, which is not sent if the key was revoked or rotated in the meantime. */
export function findWarned(queries: Queries, keyId: string): Promise<ExpiringKey | undefined> {
  return queries
    .selectFrom('api_keys')
    .select(columns)
    .where('key_id', '=', keyId)
    .where('expires_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .executeTakeFirst();
}
