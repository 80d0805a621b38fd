// Provenance records: written once, never changed. archive/record-lookup.ts finds them, and
// record-list.store.ts has the lists of an organization.
import type { Insertable, Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import { hashRowOf, isSearchedKind } from '../../database/hash-keys.ts';
import type { RecordsTable } from '../../database/schema.ts';

export type RecordRow = Selectable<RecordsTable>;

/** What makes a record the same as another with its watermark_id. */
export type RecordIdentity = Pick<
  RecordRow,
  'record_id' | 'watermark_id' | 'org_id' | 'generator_id' | 'model' | 'content_hash'
>;

/** A watermark_id that is taken, and its record if the database has it. */
export interface TakenMark {
  readonly watermark_id: string;
  readonly record_id: string;
  /** Undefined: the record is archived. */
  readonly record: RecordIdentity | undefined;
}

export async function listTakenMarks(queries: Queries, watermarkIds: readonly string[]): Promise<TakenMark[]> {
  const marks = await queries.selectFrom('watermarks').selectAll().where('watermark_id', 'in', watermarkIds).execute();
  if (marks.length === 0) return [];
  const recordIds = marks.map(({ record_id }) => record_id);
  const records = await queries
    .selectFrom('records')
    .select(['record_id', 'watermark_id', 'org_id', 'generator_id', 'model', 'content_hash'])
    .where('record_id', 'in', recordIds)
    .execute();
  const byId = new Map(records.map((record) => [record.record_id, record]));
  return marks.map((mark) => ({ ...mark, record: byId.get(mark.record_id) }));
}

export type NewRecord = Insertable<RecordsTable> & { readonly signature: Uint8Array };

/** With their perceptual hashes. Fails with KeyTaken if one of the watermark_ids is taken. */
export async function insertRecords(transaction: Queries, records: readonly NewRecord[]): Promise<void> {
  const watermarks = records.map(({ watermark_id, record_id }) => ({ watermark_id, record_id }));
  const signatures = records.map(({ record_id, signature }) => ({ record_id, signature }));
  const rows = records.map(({ signature: _, ...row }) => row);
  await transaction.insertInto('watermarks').values(watermarks).execute();
  await transaction.insertInto('records').values(rows).execute();
  await transaction.insertInto('record_signatures').values(signatures).execute();
  const hashes = records.flatMap(({ record_id, phash, format }) =>
    phash && isSearchedKind(format) ? [hashRowOf(record_id, phash, format)] : [],
  );
  if (hashes.length > 0) await transaction.insertInto('perceptual_hashes').values(hashes).execute();
}
