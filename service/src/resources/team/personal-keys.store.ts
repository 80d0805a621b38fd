// Personal API keys. Every query takes the organization first.
import type { Queries } from '../../adapters/database/database.ts';

export interface NewPersonalKey {
  readonly keyId: string;
  readonly preview: string;
  readonly keyHash: string;
  readonly createdBy: string;
  readonly time: number;
}

export async function insertPersonalKey(
  transaction: Queries,
  orgId: string,
  userId: string,
  key: NewPersonalKey,
): Promise<void> {
  await transaction
    .insertInto('api_keys')
    .values({
      key_id: key.keyId,
      org_id: orgId,
      user_id: userId,
      created_by: key.createdBy,
      preview: key.preview,
      key_hash: key.keyHash,
      created_at: key.time,
    })
    .execute();
}

/** Those in force, newest first. */
export function listPersonalKeys(queries: Queries, orgId: string, userId: string) {
  return queries
    .selectFrom('api_keys')
    .select(['key_id', 'preview', 'created_at'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
}

/** False when the member has no such key in force. */
export async function revokePersonalKey(
  transaction: Queries,
  orgId: string,
  userId: string,
  keyId: string,
  time: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('api_keys')
    .set({ revoked_at: time })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
