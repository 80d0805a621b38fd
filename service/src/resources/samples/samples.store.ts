// The organization that signs the samples.
import type { Queries } from '../../adapters/database/database.ts';
import type { OrganizationsTable } from '../../database/schema.ts';

/** Does nothing if it already exists, because another node can be faster. */
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
