// The organization's own row.
import type { Queries } from '../../adapters/database/database.ts';

export function findOrganization(queries: Queries, orgId: string) {
  return queries
    .selectFrom('organizations')
    .select(['org_id', 'name', 'plan'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
}

export async function setName(transaction: Queries, orgId: string, name: string): Promise<void> {
  await transaction.updateTable('organizations').set({ name }).where('org_id', '=', orgId).execute();
}
