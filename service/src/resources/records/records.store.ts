// Provenance records: written once, never changed. Reading one is public. record-list.store.ts has
// the lists of an organization.
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { RecordsTable } from '../../database/schema.ts';
import { signerColumns } from '../../database/signer.ts';

export type RecordRow = Selectable<RecordsTable>;

/** What makes a record the same as another with its watermark_id. */
export type RecordIdentity = Pick<
  RecordRow,
  'record_id' | 'watermark_id' | 'org_id' | 'generator_id' | 'model' | 'content_hash'
>;

export function findByWatermarkIds(queries: Queries, watermarkIds: readonly string[]): Promise<RecordIdentity[]> {
  return queries
    .selectFrom('records')
    .select(['record_id', 'watermark_id', 'org_id', 'generator_id', 'model', 'content_hash'])
    .where('watermark_id', 'in', watermarkIds)
    .execute();
}

/** Fails with KeyTaken if one of the watermark_ids is taken. */
export async function insertRecords(transaction: Queries, records: readonly Insertable<RecordsTable>[]): Promise<void> {
  await transaction.insertInto('records').values(records).execute();
}

/**
 * A record with what can have changed around it since: its organization's name and its generator's
 * status.
 */
export function findRecord(queries: Queries, recordId: string) {
  return queries
    .selectFrom('records')
    .innerJoin('organizations', 'organizations.org_id', 'records.org_id')
    .innerJoin('generators', 'generators.generator_id', 'records.generator_id')
    .selectAll('records')
    .select(['organizations.name as org_name', 'generators.status as generator_status'])
    .select(signerColumns)
    .where('records.record_id', '=', recordId)
    .executeTakeFirst();
}

/** What a status response needs, including the organization's branding. */
export function findRecordStatus(queries: Queries, recordId: string) {
  return queries
    .selectFrom('records')
    .innerJoin('organizations', 'organizations.org_id', 'records.org_id')
    .innerJoin('generators', 'generators.generator_id', 'records.generator_id')
    .select([
      'records.record_id',
      'records.model',
      'records.signed_at',
      'records.org_id',
      'organizations.name as org_name',
      'organizations.plan',
      'organizations.display_name',
      'organizations.logo_url',
      'organizations.primary_color',
      'organizations.support_url',
      'generators.status as generator_status',
      'generators.revoked_at',
    ])
    .select(signerColumns)
    .where('records.record_id', '=', recordId)
    .executeTakeFirst();
}
