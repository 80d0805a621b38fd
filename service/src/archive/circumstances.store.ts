// What can have changed around a record since it was signed: its organization, the status of its
// generator, and the key that signed. Always read from the database.
import type { Queries } from '../adapters/database/database.ts';
import { signerColumns } from '../database/signer.ts';

export function listCircumstances(queries: Queries, generatorIds: readonly string[], kids: readonly string[]) {
  return queries
    .selectFrom('generator_keys')
    .innerJoin('generators', 'generators.generator_id', 'generator_keys.generator_id')
    .innerJoin('organizations', 'organizations.org_id', 'generators.org_id')
    .select([
      'generator_keys.generator_id',
      'generator_keys.kid',
      'generator_keys.public_key',
      'generators.status as generator_status',
      'generators.revoked_at',
      'organizations.name as org_name',
      'organizations.plan',
      'organizations.display_name',
      'organizations.logo_url',
      'organizations.primary_color',
      'organizations.support_url',
    ])
    .select(signerColumns)
    .where('generator_keys.generator_id', 'in', generatorIds)
    .where('generator_keys.kid', 'in', kids)
    .execute();
}

export type Circumstances = Awaited<ReturnType<typeof listCircumstances>>[number];
