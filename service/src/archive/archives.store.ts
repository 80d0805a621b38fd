// The list of archive files, the rows that move into them, and the counts of what moved.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { ArchivedCountsTable, ArchiveState, ArchivesTable, RecordsTable } from '../database/schema.ts';

export type Archive = Selectable<ArchivesTable>;
export type RecordRow = Selectable<RecordsTable>;
export type SignedRow = RecordRow & { readonly signature: Uint8Array };

/** The file that can have the record. Files do not overlap. */
export async function findArchive(queries: Queries, recordId: string): Promise<Archive | undefined> {
  const found = await queries
    .selectFrom('archives')
    .selectAll()
    .where('first_key', '<=', recordId)
    .where('state', '<>', 'writing')
    .orderBy('first_key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && found.last_key >= recordId ? found : undefined;
}

/** In the order of their keys, after a key. */
export function listArchives(queries: Queries, state: ArchiveState, after: string, most: number): Promise<Archive[]> {
  return queries
    .selectFrom('archives')
    .selectAll()
    .where('state', '=', state)
    .where('first_key', '>', after)
    .orderBy('first_key')
    .limit(most)
    .execute();
}

/** Those that are complete, page by page in the order of their keys. */
export async function* listAllArchives(queries: Queries): AsyncGenerator<Archive> {
  for (let after = ''; ; ) {
    const page = await queries
      .selectFrom('archives')
      .selectAll()
      .where('state', '<>', 'writing')
      .where('first_key', '>', after)
      .orderBy('first_key')
      .limit(100)
      .execute();
    yield* page;
    if (page.length < 100) return;
    after = page.at(-1)!.first_key;
  }
}

/** The file with the newest records. Restoring goes backwards from it. */
export function findNewest(queries: Queries, states: readonly ArchiveState[]): Promise<Archive | undefined> {
  return queries
    .selectFrom('archives')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('first_key', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Everything up to this record_id has been archived. Empty: nothing. */
export async function archivedUpTo(queries: Queries): Promise<string> {
  return (await findNewest(queries, ['stored', 'released']))?.last_key ?? '';
}

/** Up to this record_id, rows can have left the database. Empty: none has. */
export async function releasedUpTo(queries: Queries): Promise<string> {
  return (await findNewest(queries, ['released']))?.last_key ?? '';
}

export async function sumArchives(queries: Queries) {
  return queries
    .selectFrom('archives')
    .select(({ fn }) => [
      'state',
      fn.countAll<number>().as('files'),
      fn.sum<number>('entries').as('entries'),
      fn.sum<number>('bytes').as('bytes'),
    ])
    .groupBy('state')
    .orderBy('state')
    .execute();
}

/** Those that are complete. */
export async function sumStoredArchives(queries: Queries): Promise<{ files: number; records: number }> {
  const { files, records } = await queries
    .selectFrom('archives')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('entries').as('records')])
    .where('state', '<>', 'writing')
    .executeTakeFirstOrThrow();
  return { files: Number(files), records: Number(records ?? 0) };
}

export async function insertArchive(transaction: Queries, archive: Archive): Promise<void> {
  await transaction.insertInto('archives').values(archive).execute();
}

export async function setState(transaction: Queries, archiveId: string, state: ArchiveState): Promise<void> {
  await transaction.updateTable('archives').set({ state }).where('archive_id', '=', archiveId).execute();
}

export async function deleteArchive(transaction: Queries, archiveId: string): Promise<void> {
  await transaction.deleteFrom('archives').where('archive_id', '=', archiveId).execute();
}

export function listRows(queries: Queries, recordIds: readonly string[]): Promise<RecordRow[]> {
  return queries.selectFrom('records').selectAll().where('record_id', 'in', recordIds).execute();
}

/** The ids are given for both tables, so that PostgreSQL reads only their months. */
export function listSignedRows(queries: Queries, recordIds: readonly string[]): Promise<SignedRow[]> {
  return queries
    .selectFrom('records')
    .innerJoin('record_signatures', 'record_signatures.record_id', 'records.record_id')
    .selectAll('records')
    .select('record_signatures.signature')
    .where('records.record_id', 'in', recordIds)
    .where('record_signatures.record_id', 'in', recordIds)
    .execute();
}

/** In the order of record ids: after one, and before another. */
export function listSignedRowsBetween(
  queries: Queries,
  after: string,
  before: string,
  most: number,
): Promise<SignedRow[]> {
  return queries
    .selectFrom('records')
    .innerJoin('record_signatures', 'record_signatures.record_id', 'records.record_id')
    .selectAll('records')
    .select('record_signatures.signature')
    .where('records.record_id', '>', after)
    .where('records.record_id', '<', before)
    .where('record_signatures.record_id', '>', after)
    .where('record_signatures.record_id', '<', before)
    .orderBy('records.record_id')
    .limit(most)
    .execute();
}

export async function deleteRows(transaction: Queries, recordIds: readonly string[]): Promise<void> {
  await transaction.deleteFrom('records').where('record_id', 'in', recordIds).execute();
  await transaction.deleteFrom('record_signatures').where('record_id', 'in', recordIds).execute();
}

/** Keeps rows that exist, so that an interrupted restore can continue. */
export async function putRowsBack(transaction: Queries, rows: readonly SignedRow[]): Promise<void> {
  const records = rows.map(({ signature: _, ...row }) => row);
  const signatures = rows.map(({ record_id, signature }) => ({ record_id, signature }));
  await transaction
    .insertInto('records')
    .values(records)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction
    .insertInto('record_signatures')
    .values(signatures)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds the numbers, which are negative when records are restored. */
export async function addToCounts(
  transaction: Queries,
  counts: readonly Insertable<ArchivedCountsTable>[],
): Promise<void> {
  await transaction
    .insertInto('archived_counts')
    .values(counts)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'day', 'format', 'mode']).doUpdateSet({
        records: sql`archived_counts.records + excluded.records`,
        marked: sql`archived_counts.marked + excluded.marked`,
      }),
    )
    .execute();
}
