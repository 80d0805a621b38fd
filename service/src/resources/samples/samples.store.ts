// The organization under which samples are signed.
import type { Queries } from '../../adapters/database/database.ts';
import type { OrganizationsTable } from '../../database/schema.ts';

/** Does nothing where it is there already: another node may have been faster. */
export async function insertOrganization(
  transaction: Queries,
  organization: Pick<OrganizationsTable, 'org_id' | 'name' | 'plan' | 'created_at'>,
): Promise<void> {
  await transaction
    .insertInto('organizations')
    .values(organization)
    .onConflict((conflict) => conflict.column('org_id').doNothing())
    .execute();
}
