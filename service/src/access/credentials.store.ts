// What a credential stands for.
import { sql } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import { gatheredRow } from '../adapters/database/gathered-query.ts';

/** A user with the organization; what a session of theirs may do. */
export const findMember = gatheredRow('user_id', (queries, userIds) =>
  queries
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
      'organizations.org_id',
      'organizations.name',
      'organizations.plan',
    ])
    .where('users.user_id', 'in', userIds),
);

/** Undefined: the session has not been ended. */
export const findRevokedSession = gatheredRow('session_id', (queries, sessionIds) =>
  queries.selectFrom('revoked_sessions').select('session_id').where('session_id', 'in', sessionIds),
);

export const findKey = gatheredRow('key_hash', (queries, keyHashes) =>
  queries
    .selectFrom('api_keys')
    .innerJoin('organizations', 'organizations.org_id', 'api_keys.org_id')
    .leftJoin('users', 'users.user_id', 'api_keys.user_id')
    .leftJoin('users as creators', 'creators.user_id', 'api_keys.created_by')
    .select([
      'api_keys.key_hash',
      'api_keys.key_id',
      'api_keys.user_id',
      'api_keys.last_used_at',
      'users.role',
      'creators.role as creator_role',
      'organizations.org_id',
      'organizations.name',
      'organizations.plan',
      sql<number>`EXISTS (SELECT 1 FROM users AS owners WHERE owners.org_id = api_keys.org_id
        AND owners.role = 'owner' AND owners.email_verified_at IS NOT NULL)`.as('has_verified_owner'),
    ])
    .where('api_keys.key_hash', 'in', keyHashes)
    .where('api_keys.revoked_at', 'is', null),
);

export async function setLastUsed(queries: Queries, keyId: string, time: number): Promise<void> {
  await queries.updateTable('api_keys').set({ last_used_at: time }).where('key_id', '=', keyId).execute();
}
