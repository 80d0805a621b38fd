// Manifests that the service made. They are public: anyone can verify a file or get a manifest, so
// the reads take no organization.
import type { Queries } from '../../adapters/database/database.ts';
import type { C2paManifestsTable } from '../../database/schema.ts';

export async function insertManifest(transaction: Queries, row: C2paManifestsTable): Promise<void> {
  await transaction.insertInto('c2pa_manifests').values(row).execute();
}

export async function findManifestRecordId(queries: Queries, storeHash: string): Promise<string | null> {
  const row = await queries
    .selectFrom('c2pa_manifests')
    .select('record_id')
    .where('store_hash', '=', storeHash)
    .limit(1)
    .executeTakeFirst();
  return row?.record_id ?? null;
}

export async function hasDelivery(queries: Queries, recordId: string, fileHash: string): Promise<boolean> {
  const row = await queries
    .selectFrom('c2pa_manifests')
    .select('manifest_id')
    .where('record_id', '=', recordId)
    .where('file_hash', '=', fileHash)
    .where('output', '=', 'embedded')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** For everyone: manifests are public. */
export function findMadeManifest(queries: Queries, manifestId: string): Promise<C2paManifestsTable | undefined> {
  return queries.selectFrom('c2pa_manifests').selectAll().where('manifest_id', '=', manifestId).executeTakeFirst();
}

/** The manifests of these records, newest first. */
export function listMadeManifests(
  queries: Queries,
  recordIds: readonly string[],
  most: number,
): Promise<Pick<C2paManifestsTable, 'manifest_id' | 'store'>[]> {
  return queries
    .selectFrom('c2pa_manifests')
    .select(['manifest_id', 'store'])
    .where('record_id', 'in', recordIds)
    .orderBy('created_at', 'desc')
    .orderBy('manifest_id')
    .limit(most)
    .execute();
}

/** The same, without their bytes. */
export async function listMadeManifestIds(queries: Queries, recordId: string, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('c2pa_manifests')
    .select('manifest_id')
    .where('record_id', '=', recordId)
    .orderBy('created_at', 'desc')
    .orderBy('manifest_id')
    .limit(most)
    .execute();
  return rows.map(({ manifest_id }) => manifest_id);
}

/** Newest first. */
export async function listDeliveries(queries: Queries, recordId: string, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('c2pa_manifests')
    .select('file_hash')
    .where('record_id', '=', recordId)
    .where('output', '=', 'embedded')
    .orderBy('created_at', 'desc')
    .orderBy('manifest_id')
    .limit(most)
    .execute();
  return rows.map(({ file_hash }) => file_hash);
}
