// Sandbox accounts of live users. The live environment has none.
import type { Queries } from '../../adapters/database/database.ts';
import type { Role } from '../../database/schema.ts';
import type { PlanName } from '../../plans/plans.ts';
import type { Traveler } from './switch-tickets.ts';

export function findTwin(queries: Queries, liveUserId: string) {
  return queries.selectFrom('users').selectAll().where('live_user_id', '=', liveUserId).executeTakeFirst();
}

export function findTwinOrganization(queries: Queries, liveOrgId: string) {
  return queries
    .selectFrom('organizations')
    .select(['org_id', 'plan'])
    .where('live_org_id', '=', liveOrgId)
    .executeTakeFirst();
}

interface NewTwinOrganization {
  readonly orgId: string;
  readonly traveler: Traveler;
  readonly time: number;
}

export async function insertTwinOrganization(
  transaction: Queries,
  { orgId, traveler, time }: NewTwinOrganization,
): Promise<void> {
  await transaction
    .insertInto('organizations')
    .values({
      org_id: orgId,
      name: traveler.orgName,
      plan: traveler.plan,
      created_at: time,
      live_org_id: traveler.orgId,
    })
    .execute();
}

interface NewTwin extends NewTwinOrganization {
  readonly userId: string;
  readonly passwordHash: string;
}

export async function insertTwin(
  transaction: Queries,
  { orgId, userId, traveler, passwordHash, time }: NewTwin,
): Promise<void> {
  await transaction
    .insertInto('users')
    .values({
      user_id: userId,
      org_id: orgId,
      email: traveler.email,
      role: traveler.role,
      password_hash: passwordHash,
      created_at: time,
      live_user_id: traveler.userId,
      ...(traveler.emailVerified && { email_verified_at: time }),
    })
    .execute();
}

export async function linkUser(transaction: Queries, userId: string, liveUserId: string): Promise<void> {
  await transaction.updateTable('users').set({ live_user_id: liveUserId }).where('user_id', '=', userId).execute();
}

interface Followed {
  readonly orgId: string;
  readonly plan: PlanName;
  readonly userId: string;
  readonly role: Role;
}

export async function setTwin(transaction: Queries, { orgId, plan, userId, role }: Followed): Promise<void> {
  await transaction.updateTable('organizations').set({ plan }).where('org_id', '=', orgId).execute();
  await transaction.updateTable('users').set({ role }).where('user_id', '=', userId).execute();
}
