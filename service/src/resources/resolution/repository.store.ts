// Manifests that organizations stored, and their bindings. Everyone can read them; an organization
// can change only its own.
import type { Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { C2paBindingsTable, C2paStoredManifestsTable } from '../../database/schema.ts';

export type StoredManifestRow = Selectable<C2paStoredManifestsTable>;
export type BindingRow = Selectable<C2paBindingsTable>;

/** For everyone: stored manifests are public. */
export function findStored(queries: Queries, manifestId: string): Promise<StoredManifestRow | undefined> {
  return queries
    .selectFrom('c2pa_stored_manifests')
    .selectAll()
    .where('manifest_id', '=', manifestId)
    .executeTakeFirst();
}

export function findOwnStored(
  queries: Queries,
  orgId: string,
  manifestId: string,
): Promise<StoredManifestRow | undefined> {
  return queries
    .selectFrom('c2pa_stored_manifests')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('manifest_id', '=', manifestId)
    .executeTakeFirst();
}

/** How many manifests the organization has stored, and their bytes. */
export async function countStored(queries: Queries, orgId: string): Promise<{ count: number; bytes: number }> {
  const row = await queries
    .selectFrom('c2pa_stored_manifests')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('size').as('bytes')])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
}

/** false: the id is taken. */
export async function insertStored(transaction: Queries, row: StoredManifestRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('c2pa_stored_manifests')
    .values(row)
    .onConflict((conflict) => conflict.column('manifest_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Also deletes its bindings. */
export async function deleteStored(transaction: Queries, orgId: string, manifestId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('c2pa_stored_manifests')
    .where('org_id', '=', orgId)
    .where('manifest_id', '=', manifestId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Keeps a binding that already exists. */
export async function insertBinding(transaction: Queries, row: BindingRow): Promise<void> {
  await transaction
    .insertInto('c2pa_bindings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['manifest_id', 'alg', 'value']).doNothing())
    .execute();
}

export async function countBindings(queries: Queries, manifestId: string): Promise<number> {
  const { count } = await queries
    .selectFrom('c2pa_bindings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('manifest_id', '=', manifestId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes bindings of one organization. Returns how many it removed. */
export async function deleteBindings(
  transaction: Queries,
  orgId: string,
  { alg, value }: Pick<BindingRow, 'alg' | 'value'>,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('c2pa_bindings')
    .where('value', '=', value)
    .where('alg', '=', alg)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Oldest first, so that later bindings of other organizations do not displace earlier ones. orgId:
 * only the bindings of this organization.
 */
export async function listBound(
  queries: Queries,
  algs: readonly string[],
  value: string,
  most: number,
  orgId?: string,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('c2pa_bindings')
    .select('manifest_id')
    .where('value', '=', value)
    .where('alg', 'in', algs)
    .$if(orgId !== undefined, (query) => query.where('org_id', '=', orgId!))
    .orderBy('created_at')
    .orderBy('manifest_id')
    .limit(most)
    .execute();
  return rows.map(({ manifest_id }) => manifest_id);
}
