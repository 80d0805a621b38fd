// What an attestation counts, and the signatures of exported ones. Every query takes the
// organization first. The public query for a signature starts with the attestation's own id.
import { type Insertable, sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { AttestationsTable } from '../../database/schema.ts';

export interface RecordPlace {
  readonly time: number;
  readonly recordId: string;
}

/**
 * A page of the records signed from `after` (not included) up to `to` (included), oldest first.
 * Leaves out those up to a record_id, which are archived.
 */
export function listSignedRecords(
  queries: Queries,
  orgId: string,
  after: RecordPlace,
  to: number,
  limit: number,
  archivedUpTo: string,
) {
  return (
    queries
      .selectFrom('records')
      .select(['record_id', 'signed_at', 'format', 'mode'])
      // If the service had the content, a hash that differs from the upload's means that the
      // content itself was marked.
      .select(sql<number>`CASE WHEN original_hash <> content_hash THEN 1 ELSE 0 END`.as('marked'))
      .where('org_id', '=', orgId)
      .where((where) => where(where.refTuple('signed_at', 'record_id'), '>', where.tuple(after.time, after.recordId)))
      .where('signed_at', '<=', to)
      .where('record_id', '>', archivedUpTo)
      .orderBy('signed_at')
      .orderBy('record_id')
      .limit(limit)
      .execute()
  );
}

/** Archived records by day, from the day of one time to the day of another. */
export function listArchivedCounts(queries: Queries, orgId: string, from: number, to: number) {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return queries
    .selectFrom('archived_counts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('day', '>=', dayOf(from))
    .where('day', '<=', dayOf(to))
    .execute();
}

/**
 * Verifications among the events with `after < sequence <= upTo`: all, those that found tampering,
 * and by source.
 */
export async function countVerifications<Source extends string>(
  queries: Queries,
  orgId: string,
  [after, upTo]: readonly [number, number],
  sources: readonly Source[],
): Promise<Record<Source | 'total' | 'tampered', number>> {
  // Metadata is JSON from the event stream, without spaces. A quotation mark within its texts is
  // escaped.
  const holds = (text: string) => sql<number>`count(CASE WHEN metadata LIKE ${`%${text}%`} THEN 1 END)`;
  const row = await queries
    .selectFrom('events')
    .select(({ fn }) => [fn.countAll<number>().as('total'), holds('"tampered":true').as('tampered')])
    .select(sources.map((source) => holds(`"token_source":"${source}"`).as(source)))
    .where('org_id', '=', orgId)
    .where('sequence', '>', after)
    .where('sequence', '<=', upTo)
    .where('type', '=', 'verify')
    .executeTakeFirstOrThrow();
  return row as Record<Source | 'total' | 'tampered', number>;
}

/** Those created up to a moment, oldest first, one row per key. */
export function listGeneratorKeys(queries: Queries, orgId: string, to: number) {
  return queries
    .selectFrom('generators')
    .innerJoin('generator_keys', 'generator_keys.generator_id', 'generators.generator_id')
    .select([
      'generators.generator_id',
      'generators.name',
      'generators.mode',
      'generators.created_at',
      'generators.revoked_at',
      'generator_keys.kid',
      'generator_keys.created_at as key_created_at',
      'generator_keys.retired_at',
    ])
    .where('generators.org_id', '=', orgId)
    .where('generators.created_at', '<=', to)
    .where('generator_keys.created_at', '<=', to)
    .orderBy('generators.created_at')
    .orderBy('generators.generator_id')
    .orderBy('generator_keys.created_at')
    .orderBy('generator_keys.kid')
    .execute();
}

export async function insertAttestation(transaction: Queries, attestation: Insertable<AttestationsTable>) {
  await transaction.insertInto('attestations').values(attestation).execute();
}

export function findAttestation(queries: Queries, attestationId: string) {
  return queries.selectFrom('attestations').selectAll().where('attestation_id', '=', attestationId).executeTakeFirst();
}
