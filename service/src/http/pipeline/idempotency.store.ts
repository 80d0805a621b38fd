// The rows for Idempotency-Key. They are in the database, not the key-value store, because a retry
// after a crash must find them.
import type { ExpressionBuilder } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { Tables } from '../../database/schema.ts';

export interface IdempotencyPlace {
  readonly orgId: string;
  readonly route: string;
  readonly key: string;
}

export interface IdempotencyRow {
  readonly fingerprint: string;
  readonly lease_until: number | null;
  /** From a release that did not seal it. */
  readonly body: string | null;
  readonly sealed_body: string | null;
  readonly expires_at: number;
}

/** Takes the key. false: it is already taken. */
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
    .select(['fingerprint', 'lease_until', 'body', 'sealed_body', 'expires_at'])
    .where(at(place))
    .executeTakeFirst();
}

/** Takes over an expired lease. false: another request took it first. */
export async function takeOverLease(
  queries: Queries,
  place: IdempotencyPlace,
  time: number,
  leaseUntil: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('idempotency_keys')
    .set({ lease_until: leaseUntil })
    .where(at(place))
    .where('lease_until', '<=', time)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Only if the caller still has the lease. */
export async function keepAnswer(
  queries: Queries,
  place: IdempotencyPlace,
  leaseUntil: number,
  sealedBody: string,
): Promise<void> {
  await queries
    .updateTable('idempotency_keys')
    .set({ lease_until: null, sealed_body: sealedBody })
    .where(at(place))
    .where('lease_until', '=', leaseUntil)
    .execute();
}

/** Only if the caller still has the lease. */
export async function giveUpLease(queries: Queries, place: IdempotencyPlace, leaseUntil: number): Promise<void> {
  await queries.deleteFrom('idempotency_keys').where(at(place)).where('lease_until', '=', leaseUntil).execute();
}

/** The same, but the key stays, because the outcome of the work is unknown. */
export async function releaseLease(queries: Queries, place: IdempotencyPlace, leaseUntil: number): Promise<void> {
  await queries
    .updateTable('idempotency_keys')
    .set({ lease_until: 0 })
    .where(at(place))
    .where('lease_until', '=', leaseUntil)
    .execute();
}

export async function deleteExpiredKey(queries: Queries, place: IdempotencyPlace, time: number): Promise<void> {
  await queries.deleteFrom('idempotency_keys').where(at(place)).where('expires_at', '<=', time).execute();
}

function at({ orgId, route, key }: IdempotencyPlace) {
  return (where: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    where.and({ org_id: orgId, route, idempotency_key: key });
}
