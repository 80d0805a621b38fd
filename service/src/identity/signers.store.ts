// Computes what people see next to the name of an organization, and stores it in the organization's
// row.
import { sql } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';

/** The domain that was proven first. */
const shownDomain = sql`FROM organization_domains AS shown
  WHERE shown.org_id = organizations.org_id AND shown.state IN ('verified', 'failing')
  ORDER BY shown.verified_at, shown.domain_id LIMIT 1`;

/** Proven by another organization, and this one has not proven its spelling. */
const imitatedDomain = sql<string | null>`(SELECT imitated.domain FROM public_names AS own
  JOIN verified_names AS other ON other.skeleton = own.skeleton AND other.org_id <> own.org_id
  JOIN organization_domains AS imitated ON imitated.domain_id = other.domain_id
  WHERE own.org_id = organizations.org_id AND NOT EXISTS (
    SELECT 1 FROM verified_names AS proven
    WHERE proven.skeleton = own.skeleton AND proven.org_id = own.org_id AND proven.spelling = own.spelling)
  ORDER BY imitated.verified_at, imitated.domain_id LIMIT 1)`;

/** For these organizations, and for all with a name that looks like one of theirs. */
export async function refreshSigners(
  transaction: Queries,
  orgIds: readonly string[],
  skeletons: readonly string[] = [],
): Promise<void> {
  await transaction
    .updateTable('organizations')
    .set({
      signer_domain: sql<string | null>`(SELECT shown.domain ${shownDomain})`,
      signer_verified_at: sql<number | null>`(SELECT shown.verified_at ${shownDomain})`,
      signer_resembles: imitatedDomain,
    })
    .where((where) => {
      const named = where('org_id', 'in', orgIds);
      if (skeletons.length === 0) return named;
      const alike = where.selectFrom('public_names').select('org_id').where('skeleton', 'in', skeletons);
      return where.or([named, where('org_id', 'in', alike)]);
    })
    .execute();
}

/** A name and a proof that were stored at the same moment did not see each other. */
export async function mendImitations(transaction: Queries): Promise<void> {
  await transaction
    .updateTable('organizations')
    .set({ signer_resembles: imitatedDomain })
    .where((where) =>
      where.or([
        where('signer_resembles', 'is not', null),
        where(
          'org_id',
          'in',
          where
            .selectFrom('public_names')
            .innerJoin('verified_names', 'verified_names.skeleton', 'public_names.skeleton')
            .select('public_names.org_id')
            .whereRef('verified_names.org_id', '<>', 'public_names.org_id'),
        ),
      ]),
    )
    .where('signer_resembles', 'is distinct from', imitatedDomain)
    .execute();
}
