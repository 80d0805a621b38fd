// The keys of an organization that the service signs with, for the operator, and the generators
// that have a public key.
import type { Queries } from '../adapters/database/database.ts';

export function listGeneratorKeys(queries: Queries, orgId: string) {
  return queries
    .selectFrom('generators')
    .innerJoin('generator_keys', 'generator_keys.generator_id', 'generators.generator_id')
    .select(['generators.generator_id', 'generators.name', 'generator_keys.kid', 'generator_keys.sealed_seed'])
    .$narrowType<{ sealed_seed: string }>()
    .where('generators.org_id', '=', orgId)
    .where('generators.status', '=', 'active')
    .where('generator_keys.status', '=', 'active')
    .where('generator_keys.sealed_seed', 'is not', null)
    .orderBy('generators.created_at')
    .execute();
}

export function listCertificateKeys(queries: Queries, orgId: string) {
  return queries
    .selectFrom('c2pa_signing_certificates')
    .select(['certificate_id', 'subject', 'state', 'sealed_key'])
    .where('org_id', '=', orgId)
    .where('state', 'in', ['requested', 'active'])
    .orderBy('created_at')
    .execute();
}

/** publicKey: base64. */
export async function findGeneratorWithKey(queries: Queries, publicKey: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('generator_keys')
    .select('generator_id')
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  return row?.generator_id;
}
