// The names of what events mention by ID. They are read when the log is read, because chained data
// cannot be erased. Every query takes the organization first.
import type { Queries } from '../../adapters/database/database.ts';

export function listMemberNames(queries: Queries, orgId: string, ids: readonly string[]) {
  return queries
    .selectFrom('users')
    .select(['user_id as id', 'email as name'])
    .where('org_id', '=', orgId)
    .where('user_id', 'in', ids)
    .execute();
}

/** Revoked keys too. A personal key also has the address of its member. */
export function listKeyNames(queries: Queries, orgId: string, ids: readonly string[]) {
  return queries
    .selectFrom('api_keys')
    .leftJoin('users', 'users.user_id', 'api_keys.user_id')
    .select(({ fn, ref }) => [
      'api_keys.key_id as id',
      fn.coalesce(ref('api_keys.name'), ref('api_keys.preview')).as('name'),
      'users.email as member',
    ])
    .where('api_keys.org_id', '=', orgId)
    .where('api_keys.key_id', 'in', ids)
    .execute();
}

export function listGeneratorNames(queries: Queries, orgId: string, ids: readonly string[]) {
  return queries
    .selectFrom('generators')
    .select(['generator_id as id', 'name'])
    .where('org_id', '=', orgId)
    .where('generator_id', 'in', ids)
    .execute();
}

export function listInviteNames(queries: Queries, orgId: string, ids: readonly string[]) {
  return queries
    .selectFrom('invites')
    .select(['invite_id as id', 'email as name'])
    .where('org_id', '=', orgId)
    .where('invite_id', 'in', ids)
    .execute();
}

export function listWebhookNames(queries: Queries, orgId: string, ids: readonly string[]) {
  return queries
    .selectFrom('webhook_endpoints')
    .select(['webhook_id as id', 'url as name'])
    .where('org_id', '=', orgId)
    .where('webhook_id', 'in', ids)
    .execute();
}
