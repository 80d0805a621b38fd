// What a credential gives access to.
import { type Selectable, sql } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { OrganizationsTable } from '../database/schema.ts';

export type OrganizationRow = Pick<
  Selectable<OrganizationsTable>,
  'org_id' | 'name' | 'plan' | 'keeps_labels' | 'keeps_thumbnails'
>;

/**
 * The user of a session, with the organization. Undefined if the user does not exist or the session
 * has ended.
 */
export function findSessionUser(queries: Queries, userId: string, sessionId: string) {
  return queries
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.org_id', 'users.org_id')
    .select([
      'users.user_id',
      'users.email',
      'users.role',
      'users.email_verified_at',
      'users.session_generation',
      'users.two_factor_method',
      'users.created_at',
      'users.last_active_at',
      'organizations.org_id',
      'organizations.name',
      'organizations.plan',
      'organizations.keeps_labels',
      'organizations.keeps_thumbnails',
    ])
    .where('users.user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('revoked_sessions').select('session_id').where('session_id', '=', sessionId))),
    )
    .executeTakeFirst();
}

export function findKey(queries: Queries, keyHash: string) {
  return queries
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.org_id', 'api_keys.org_id')
    .leftJoin('users', 'users.user_id', 'api_keys.user_id')
    .leftJoin('users as creators', 'creators.user_id', 'api_keys.created_by')
    .select([
      'api_keys.key_id',
      'api_keys.user_id',
      'api_keys.last_used_at',
      'api_keys.scopes',
      'api_keys.expires_at',
      'api_keys.generator_ids',
      'api_keys.addresses',
      'api_keys.limit_per_minute',
      'users.role',
      'creators.role as creator_role',
      'organizations.org_id',
      'organizations.name',
      'organizations.plan',
      'organizations.keeps_labels',
      'organizations.keeps_thumbnails',
      sql<number>`EXISTS (SELECT 1 FROM users AS owners WHERE owners.org_id = api_keys.org_id
        AND owners.role = 'owner' AND owners.email_verified_at IS NOT NULL)`.as('has_verified_owner'),
    ])
    .where('api_keys.key_hash', '=', keyHash)
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst();
}

export async function setLastActive(queries: Queries, userId: string, time: number): Promise<void> {
  await queries.updateTable('users').set({ last_active_at: time }).where('user_id', '=', userId).execute();
}
