// Private notes about records: labels and thumbnails. They are separate from the records, because
// records never change. Every query takes the organization.
import type { Queries } from '../../adapters/database/database.ts';

export interface NewNotes {
  readonly recordId: string;
  readonly signedAt: number;
  readonly label: string | null;
  readonly thumbnail: Uint8Array | null;
}

export interface NoteSettings {
  readonly keeps_labels: number;
  readonly keeps_thumbnails: number;
}

const settingColumns = ['keeps_labels', 'keeps_thumbnails'] as const;

/** Locks the organization, so that nothing is kept after a setting was turned off. */
export function lockNoteSettings(transaction: Queries, orgId: string): Promise<NoteSettings> {
  return transaction
    .updateTable('organizations')
    .set((expression) => ({ keeps_labels: expression.ref('keeps_labels') }))
    .where('org_id', '=', orgId)
    .returning(settingColumns)
    .executeTakeFirstOrThrow();
}

export async function setNoteSettings(transaction: Queries, orgId: string, settings: NoteSettings): Promise<void> {
  await transaction.updateTable('organizations').set(settings).where('org_id', '=', orgId).execute();
}

/** Stores what the organization keeps now, and drops the rest. */
export async function insertNotes(transaction: Queries, orgId: string, notes: readonly NewNotes[]): Promise<void> {
  const some = notes.filter(({ label, thumbnail }) => label !== null || thumbnail !== null);
  if (some.length === 0) return;
  const { keeps_labels, keeps_thumbnails } = await lockNoteSettings(transaction, orgId);
  const labels = some.flatMap(({ recordId, signedAt, label }) =>
    keeps_labels === 1 && label !== null ? [labelRow(orgId, recordId, signedAt, label)] : [],
  );
  const thumbnails = some.flatMap(({ recordId: record_id, thumbnail: picture }) =>
    keeps_thumbnails === 1 && picture !== null ? [{ record_id, org_id: orgId, picture }] : [],
  );
  if (labels.length > 0) await transaction.insertInto('record_labels').values(labels).execute();
  if (thumbnails.length > 0) await transaction.insertInto('record_thumbnails').values(thumbnails).execute();
}

export async function setLabel(
  transaction: Queries,
  orgId: string,
  { recordId, signedAt, label }: { recordId: string; signedAt: number; label: string },
): Promise<void> {
  const row = labelRow(orgId, recordId, signedAt, label);
  await transaction
    .insertInto('record_labels')
    .values(row)
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet({ label, folded: row.folded }))
    .execute();
}

export async function deleteLabel(transaction: Queries, orgId: string, recordId: string): Promise<void> {
  await transaction.deleteFrom('record_labels').where('org_id', '=', orgId).where('record_id', '=', recordId).execute();
}

export async function deleteAllNotes(
  transaction: Queries,
  orgId: string,
  table: 'record_labels' | 'record_thumbnails',
): Promise<void> {
  await transaction.deleteFrom(table).where('org_id', '=', orgId).execute();
}

/** What the organization keeps about one of its records. */
export async function findNotes(queries: Queries, orgId: string, recordId: string) {
  const labeled = await queries
    .selectFrom('record_labels')
    .select('label')
    .where('record_id', '=', recordId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  const pictured = await queries
    .selectFrom('record_thumbnails')
    .select('record_id')
    .where('record_id', '=', recordId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return { label: labeled?.label ?? null, has_thumbnail: pictured !== undefined };
}

export async function findThumbnail(
  queries: Queries,
  orgId: string,
  recordId: string,
): Promise<Uint8Array | undefined> {
  const row = await queries
    .selectFrom('record_thumbnails')
    .select('picture')
    .where('record_id', '=', recordId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return row?.picture;
}

function labelRow(org_id: string, record_id: string, signed_at: number, label: string) {
  return { record_id, org_id, signed_at, label, folded: foldLabel(label) };
}

/** What a search compares, so that case and width of letters do not matter. */
export function foldLabel(label: string): string {
  return label.normalize('NFKC').toLowerCase();
}
