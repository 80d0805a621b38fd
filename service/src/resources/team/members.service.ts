// The members of a team, their roles, and their removal. A change locks the team and checks the
// caller again, so that owners who act on each other at the same moment always leave one.

import type { CallingOrganization, SessionCaller } from '../../access/caller.ts';
import { requireFeature } from '../../access/require-feature.ts';
import type { Database, Queries } from '../../adapters/database/database.ts';
import type { Role } from '../../database/schema.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import { planHas, plans } from '../../plans/plans.ts';
import { countMembers, deleteMember, findMember, listMembers, lockTeam, setRole } from './members.store.ts';

export interface MembersParts {
  readonly database: Database;
  readonly events: EventStream;
  readonly upgradeUrl: string;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService({ database, events, upgradeUrl }: MembersParts) {
  return {
    async list({ orgId, plan }: CallingOrganization) {
      const members = await listMembers(database.read, orgId, Date.now());
      return {
        members: members.map(({ email_verified_at, created_at, last_active_at, ...member }) => ({
          ...member,
          email_verified: email_verified_at !== null,
          created_at: new Date(created_at).toISOString(),
          last_active_at: last_active_at === null ? null : new Date(last_active_at).toISOString(),
        })),
        plan,
        max_members: plans[plan].seats,
        admin_role: planHas(plan, 'admin_role'),
      };
    },

    async changeRole(caller: SessionCaller, userId: string, role: Role) {
      const { orgId } = caller.organization;
      if (role === 'admin' && !caller.emailVerified) fail('email_not_verified');
      await database.transaction(async (transaction) => {
        const plan = await lockTeam(transaction, orgId);
        if ((await roleNow(transaction, caller)) !== 'owner')
          fail('forbidden', { message: 'Only owners can change roles.' });
        if (role === 'admin') requireFeature('admin_role', plan, upgradeUrl);
        const member = await findOwnMember(transaction, orgId, userId);
        if (member.role === role) return;
        // The real owner of the address can take it back at any time, and the team would lose its
        // last owner.
        if (role === 'owner' && member.email_verified_at === null) {
          fail('email_not_verified', {
            message: 'This member has not verified their email address. Ask them to verify it first.',
          });
        }
        if (member.role === 'owner' && (await countMembers(transaction, orgId, 'owner')) === 1) fail('last_owner');
        await setRole(transaction, orgId, userId, role);
        await events.append(transaction, orgId, [
          {
            type: 'member_role_changed',
            metadata: { user_id: userId, from: member.role, to: role, actor: caller.userId },
          },
        ]);
      });
      return { user_id: userId, role };
    },

    /**
     * The last owner is safe: you cannot remove yourself, and only another owner can remove an
     * owner.
     */
    async remove(caller: SessionCaller, userId: string) {
      const { orgId } = caller.organization;
      if (userId === caller.userId) fail('cannot_remove_self');
      await database.transaction(async (transaction) => {
        await lockTeam(transaction, orgId);
        const role = await roleNow(transaction, caller);
        if (role === 'user') fail('forbidden');
        const member = await findOwnMember(transaction, orgId, userId);
        if (role === 'admin' && member.role !== 'user') {
          fail('forbidden', {
            message: `Admins can remove only users, but this member is ${article(member.role)}. Ask an owner.`,
          });
        }
        await deleteMember(transaction, orgId, userId);
        await events.append(transaction, orgId, [
          { type: 'member_removed', metadata: { user_id: userId, role: member.role, actor: caller.userId } },
        ]);
      });
      return { removed: true as const };
    },
  };
}

/**
 * The caller's role once the team is locked. Since the gate, it can have changed, or the caller can
 * be gone.
 */
async function roleNow(transaction: Queries, { organization, userId }: SessionCaller): Promise<Role> {
  const member = await findMember(transaction, organization.orgId, userId);
  return member?.role ?? fail('unauthorized', { message: 'Your session has expired. Log in again.' });
}

/** A member of another organization gets the same response as one that does not exist. */
export async function findOwnMember(queries: Queries, orgId: string, userId: string) {
  const member = await findMember(queries, orgId, userId);
  return member ?? fail('not_found', { message: 'The organization has no member with this ID.' });
}

function article(role: Role): string {
  return role === 'user' ? 'a user' : `an ${role}`;
}
