// Organizations as the operator sees them.
import type { Updateable } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { OrganizationsTable } from '../database/schema.ts';

export function listOrganizations(queries: Queries) {
  return queries
    .selectFrom('organizations')
    .leftJoin('users', 'users.org_id', 'organizations.org_id')
    .select(({ fn }) => [
      'organizations.org_id',
      'organizations.name',
      'organizations.plan',
      'organizations.created_at',
      fn.count<number>('users.user_id').as('members'),
    ])
    .groupBy(['organizations.org_id', 'organizations.name', 'organizations.plan', 'organizations.created_at'])
    .orderBy('organizations.created_at')
    .orderBy('organizations.org_id')
    .execute();
}

export function findOrganization(queries: Queries, orgId: string) {
  return queries.selectFrom('organizations').selectAll().where('org_id', '=', orgId).executeTakeFirst();
}

export function listMembers(queries: Queries, orgId: string) {
  return queries
    .selectFrom('users')
    .select(['user_id', 'email', 'role', 'email_verified_at', 'two_factor_method', 'created_at'])
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

export function listKeysInForce(queries: Queries, orgId: string, time: number) {
  return queries
    .selectFrom('api_keys')
    .select(['key_id', 'name', 'preview', 'user_id', 'last_used_at'])
    .where('org_id', '=', orgId)
    .where('revoked_at', 'is', null)
    .where((each) => each.or([each('expires_at', 'is', null), each('expires_at', '>', time)]))
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();
}

export async function setPlan(
  transaction: Queries,
  orgId: string,
  changes: Pick<Updateable<OrganizationsTable>, 'plan' | 'billing_interval'>,
): Promise<void> {
  await transaction.updateTable('organizations').set(changes).where('org_id', '=', orgId).execute();
}
