// Names that organizations show to the public, with what they look like, and the names that proven
// domains give.
import type { Insertable } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { PublicNamesTable, VerifiedNamesTable } from '../database/schema.ts';

export async function setPublicNames(
  transaction: Queries,
  names: readonly Insertable<PublicNamesTable>[],
): Promise<void> {
  await transaction
    .insertInto('public_names')
    .values(names)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'field']).doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        skeleton: row.ref('excluded.skeleton'),
        spelling: row.ref('excluded.spelling'),
      })),
    )
    .execute();
}

export async function deleteDisplayName(transaction: Queries, orgId: string): Promise<void> {
  await transaction
    .deleteFrom('public_names')
    .where('org_id', '=', orgId)
    .where('field', '=', 'display_name')
    .execute();
}

/**
 * Names that are not stored here as they are shown: from organizations that are older than the
 * table, or changed by an older program.
 */
export async function listUnknownNames(queries: Queries, most: number) {
  const fields = (['name', 'display_name'] as const).map((field) =>
    queries
      .selectFrom('organizations')
      .leftJoin('public_names', (join) =>
        join.onRef('public_names.org_id', '=', 'organizations.org_id').on('public_names.field', '=', field),
      )
      .select(['organizations.org_id', `organizations.${field} as name`])
      .$narrowType<{ name: string }>()
      .where(`organizations.${field}`, 'is not', null)
      .where((where) =>
        where.or([
          where('public_names.name', 'is', null),
          where('public_names.name', '<>', where.ref(`organizations.${field}`)),
        ]),
      )
      .limit(most)
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, field }))),
  );
  return (await Promise.all(fields)).flat();
}

/**
 * The domain, proven by another organization, whose name looks like this one. None if this spelling
 * is proven too.
 */
export async function findImitatedDomain(
  queries: Queries,
  orgId: string,
  { skeleton, spelling }: { readonly skeleton: string; readonly spelling: string },
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('verified_names')
    .innerJoin('organization_domains', 'organization_domains.domain_id', 'verified_names.domain_id')
    .select('organization_domains.domain')
    .where('skeleton', '=', skeleton)
    .where('verified_names.org_id', '<>', orgId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('verified_names as own')
            .select('own.domain_id')
            .where('own.skeleton', '=', skeleton)
            .where('own.org_id', '=', orgId)
            .where('own.spelling', '=', spelling),
        ),
      ),
    )
    .orderBy('verified_at')
    .orderBy('organization_domains.domain_id')
    .limit(1)
    .executeTakeFirst();
  return row?.domain;
}

export async function insertVerifiedNames(
  transaction: Queries,
  names: readonly Insertable<VerifiedNamesTable>[],
): Promise<void> {
  await transaction
    .insertInto('verified_names')
    .values(names)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteVerifiedNames(transaction: Queries, domainId: string): Promise<void> {
  await transaction.deleteFrom('verified_names').where('domain_id', '=', domainId).execute();
}

export async function hasProven(queries: Queries, orgId: string, domain: string): Promise<boolean> {
  const row = await queries
    .selectFrom('organization_domains')
    .select('domain_id')
    .where('org_id', '=', orgId)
    .where('domain', '=', domain)
    .where('state', 'in', ['verified', 'failing'])
    .executeTakeFirst();
  return row !== undefined;
}
