// The rows behind Idempotency-Key. In the database, not the key-value store: a retry after a crash must find them.
import type { Queries } from '../adapters/database/database.ts';

export interface IdempotencyPlace {
  readonly orgId: string;
  readonly route: string;
  readonly key: string;
}

export interface IdempotencyRow {
  readonly fingerprint: string;
  readonly lease_until: number | null;
  readonly body: string | null;
}

/** Takes the place; false when it is taken already. */
export async function insertIdempotencyKey(
  queries: Queries,
  place: IdempotencyPlace,
  row: { fingerprint: string; leaseUntil: number; expiresAt: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insertInto('idempotency_keys')
    .values({
      org_id: place.orgId,
      route: place.route,
      idempotency_key: place.key,
      fingerprint: row.fingerprint,
      lease_until: row.leaseUntil,
      expires_at: row.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function findIdempotencyKey(queries: Queries, place: IdempotencyPlace): Promise<IdempotencyRow | undefined> {
  return queries
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'lease_until', 'body'])
    .where('org_id', '=', place.orgId)
    .where('route', '=', place.route)
    .where('idempotency_key', '=', place.key)
    .executeTakeFirst();
}

export async function updateIdempotencyKey(
  queries: Queries,
  place: IdempotencyPlace,
  change: { lease_until: number | null; body?: string },
): Promise<void> {
  await queries
    .updateTable('idempotency_keys')
    .set(change)
    .where('org_id', '=', place.orgId)
    .where('route', '=', place.route)
    .where('idempotency_key', '=', place.key)
    .execute();
}

/** Removes the place; with `expiredAt`, only if it has expired by then. */
export async function deleteIdempotencyKey(
  queries: Queries,
  place: IdempotencyPlace,
  expiredAt?: number,
): Promise<void> {
  await queries
    .deleteFrom('idempotency_keys')
    .where('org_id', '=', place.orgId)
    .where('route', '=', place.route)
    .where('idempotency_key', '=', place.key)
    .$if(expiredAt !== undefined, (query) => query.where('expires_at', '<=', expiredAt!))
    .execute();
}
