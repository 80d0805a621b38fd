// The members of organizations. Every query takes the organization first.
import type { Queries } from '../../adapters/database/database.ts';
import type { Role } from '../../database/schema.ts';
import type { PlanName } from '../../plans/plans.ts';

/**
 * Locks the team until the transaction ends, so that other changes wait. Resolves with the current
 * plan.
 */
export async function lockTeam(transaction: Queries, orgId: string): Promise<PlanName> {
  const { plan } = await transaction
    .updateTable('organizations')
    .set((expression) => ({ plan: expression.ref('plan') }))
    .where('org_id', '=', orgId)
    .returning('plan')
    .executeTakeFirstOrThrow();
  return plan;
}

/** In the order in which they joined, each with the number of their active keys. */
export function listMembers(queries: Queries, orgId: string, time: number) {
  const member = [
    'users.user_id',
    'users.email',
    'users.role',
    'users.email_verified_at',
    'users.created_at',
    'users.last_active_at',
  ] as const;
  return queries
    .selectFrom('users')
    .leftJoin('api_keys', (join) =>
      join
        .onRef('api_keys.user_id', '=', 'users.user_id')
        .on('api_keys.revoked_at', 'is', null)
        .on((each) => each.or([each('api_keys.expires_at', 'is', null), each('api_keys.expires_at', '>', time)])),
    )
    .select(member)
    .select(({ fn }) => fn.count<number>('api_keys.key_id').as('api_key_count'))
    .where('users.org_id', '=', orgId)
    .groupBy(member)
    .orderBy('users.created_at')
    .orderBy('users.user_id')
    .execute();
}

export function findMember(queries: Queries, orgId: string, userId: string) {
  return queries
    .selectFrom('users')
    .select(['user_id', 'role', 'email_verified_at'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function isMemberAddress(queries: Queries, orgId: string, email: string): Promise<boolean> {
  const row = await queries
    .selectFrom('users')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countMembers(queries: Queries, orgId: string, role?: Role): Promise<number> {
  const { count } = await queries
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .$if(role !== undefined, (query) => query.where('role', '=', role!))
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewMember {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
  readonly time: number;
  /** Whether the emailed link has proven the address. */
  readonly isVerified: boolean;
}

/** False if the address has an account. */
export async function insertMember(transaction: Queries, orgId: string, member: NewMember): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('users')
    .values({
      user_id: member.userId,
      org_id: orgId,
      email: member.email,
      role: member.role,
      email_verified_at: member.isVerified ? member.time : null,
      password_hash: member.passwordHash,
      created_at: member.time,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function setRole(transaction: Queries, orgId: string, userId: string, role: Role): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ role })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Keys, recovery codes and emailed links are deleted with the row. Sessions end because the row is
 * gone.
 */
export async function deleteMember(transaction: Queries, orgId: string, userId: string): Promise<void> {
  await transaction.deleteFrom('users').where('org_id', '=', orgId).where('user_id', '=', userId).execute();
}
