// Branding: four columns of the organization.
import type { Selectable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { OrganizationsTable } from '../../database/schema.ts';

export type BrandingRow = Pick<
  Selectable<OrganizationsTable>,
  'display_name' | 'logo_url' | 'primary_color' | 'support_url'
>;

const columns = ['display_name', 'logo_url', 'primary_color', 'support_url'] as const;

export function findBranding(queries: Queries, orgId: string): Promise<BrandingRow> {
  return queries.selectFrom('organizations').select(columns).where('org_id', '=', orgId).executeTakeFirstOrThrow();
}

/** Sets the given fields, leaves the others, and resolves with all four. */
export function setBranding(transaction: Queries, orgId: string, fields: Partial<BrandingRow>): Promise<BrandingRow> {
  return transaction
    .updateTable('organizations')
    .set(fields)
    .where('org_id', '=', orgId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}
