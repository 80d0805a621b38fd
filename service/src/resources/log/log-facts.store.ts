// What entries about generators and keys commit to.
import type { Queries } from '../../adapters/database/database.ts';

/** When the generator was revoked. Undefined: it was not, or it belongs to others. */
export async function findRevocation(
  queries: Queries,
  orgId: string,
  generatorId: string,
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('generators')
    .select('revoked_at')
    .where('org_id', '=', orgId)
    .where('generator_id', '=', generatorId)
    .executeTakeFirst();
  return row?.revoked_at ?? undefined;
}

/** When the key was retired. Undefined: it was not, or it belongs to others. */
export async function findRetirement(
  queries: Queries,
  orgId: string,
  generatorId: string,
  kid: string,
): Promise<number | undefined> {
  const row = await queries
    .selectFrom('generator_keys')
    .innerJoin('generators', 'generators.generator_id', 'generator_keys.generator_id')
    .select('generator_keys.retired_at')
    .where('generators.org_id', '=', orgId)
    .where('generator_keys.generator_id', '=', generatorId)
    .where('generator_keys.kid', '=', kid)
    .executeTakeFirst();
  return row?.retired_at ?? undefined;
}
