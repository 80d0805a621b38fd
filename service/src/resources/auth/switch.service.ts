// One login for both environments (docs/decisions/0035). A ticket from here opens a session there.
// The sandbox makes an account for a live user who comes for the first time. The live environment
// never makes one, and never joins accounts by an address that is not verified on both sides.
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { SessionCaller } from '../../access/caller.ts';
import { makeIdentifier, makeSecret } from '../../access/identifiers.ts';
import { hashPassword } from '../../access/passwords.ts';
import { type Database, KeyTaken, type Queries, type Transaction } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import { keepName } from '../../identity/public-names.ts';
import { findUser, findUserByEmail, insertRevokedSession, setEmailVerified, type User } from './auth.store.ts';
import type { Sessions } from './sessions.ts';
import {
  findTwin,
  findTwinOrganization,
  insertTwin,
  insertTwinOrganization,
  linkUser,
  setTwin,
} from './switch.store.ts';
import type { SwitchTickets, Traveler } from './switch-tickets.ts';

export interface SwitchParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly tickets: SwitchTickets;
  readonly sessions: Sessions;
  readonly events: EventStream;
  readonly now?: () => number;
}

type Admitted = NonNullable<ReturnType<SwitchTickets['read']>>;

export type SwitchService = ReturnType<typeof createSwitchService>;

export function createSwitchService(parts: SwitchParts) {
  const { environment, database, tickets, sessions, events, now = Date.now } = parts;
  const other = environment === 'live' ? 'sandbox' : 'live';

  /** The same address is the same person only if both environments have verified it. */
  async function findSameAddress(transaction: Queries, traveler: Traveler): Promise<User | undefined> {
    const user = await findUserByEmail(transaction, traveler.email);
    // Another tab has made their account a moment ago.
    if (user?.live_user_id === traveler.userId) return user;
    if (user && !(traveler.emailVerified && user.email_verified_at !== null)) {
      fail('forbidden', {
        message: `This address has its own account in the ${environment} environment. Log in to it there.`,
      });
    }
    return user;
  }

  async function enterLive(transaction: Queries, traveler: Traveler): Promise<User> {
    return (
      (await findSameAddress(transaction, traveler)) ??
      fail('forbidden', { message: 'You have no account in the live environment. Register there first.' })
    );
  }

  async function enterSandbox(transaction: Transaction, traveler: Traveler, passwordHash: string): Promise<User> {
    const known = await findTwin(transaction, traveler.userId);
    if (known) return follow(transaction, known, traveler);
    const same = await findSameAddress(transaction, traveler);
    if (!same) return makeTwin(transaction, traveler, passwordHash);
    await linkUser(transaction, same.user_id, traveler.userId);
    return same;
  }

  /** The account follows what has changed in the live environment. */
  async function follow(transaction: Transaction, user: User, traveler: Traveler): Promise<User> {
    if (traveler.emailVerified) await setEmailVerified(transaction, user.user_id, now());
    const organization = await findTwinOrganization(transaction, traveler.orgId);
    // A sandbox organization that the user had before keeps its plan and roles.
    if (organization?.org_id !== user.org_id) return user;
    const { org_id: orgId, plan } = organization;
    await setTwin(transaction, { orgId, plan: traveler.plan, userId: user.user_id, role: traveler.role });
    await events.append(transaction, orgId, [
      ...(plan === traveler.plan
        ? []
        : [{ type: 'plan_changed' as const, metadata: { from: plan, to: traveler.plan } }]),
      ...(user.role === traveler.role
        ? []
        : [
            {
              type: 'member_role_changed' as const,
              metadata: { user_id: user.user_id, from: user.role, to: traveler.role },
            },
          ]),
    ]);
    return { ...user, role: traveler.role };
  }

  async function makeTwin(transaction: Transaction, traveler: Traveler, passwordHash: string): Promise<User> {
    const time = now();
    const existing = await findTwinOrganization(transaction, traveler.orgId);
    const orgId = existing?.org_id ?? makeIdentifier('org');
    const userId = makeIdentifier('usr');
    if (!existing) {
      await insertTwinOrganization(transaction, { orgId, traveler, time });
      await keepName(transaction, orgId, traveler.orgName);
    }
    await insertTwin(transaction, { orgId, userId, traveler, passwordHash, time });
    const metadata = { user_id: userId, role: traveler.role };
    await events.append(transaction, orgId, [
      { type: existing ? 'member_joined' : 'organization_registered', metadata },
    ]);
    return (await findUser(transaction, userId))!;
  }

  async function admitOnce(transaction: Transaction, traveler: Admitted, passwordHash: string): Promise<User> {
    if (!(await insertRevokedSession(transaction, traveler.jti, traveler.exp * 1_000))) fail('token_expired_or_used');
    if (environment === 'live') return enterLive(transaction, traveler);
    return enterSandbox(transaction, traveler, passwordHash);
  }

  return {
    /** Only for a session that began here: one that came over cannot be used to come back. */
    issueTicket(caller: SessionCaller, challenge: string) {
      if (caller.hasSwitched) {
        fail('forbidden', { message: `This session began in the ${other} environment. Log in there.` });
      }
      const { orgId, name, plan } = caller.organization;
      const { userId, email, emailVerified, role } = caller;
      const traveler = {
        to: other,
        userId,
        email,
        emailVerified,
        role,
        orgId,
        orgName: name,
        plan,
        challenge,
      } as const;
      return { ticket: tickets.issue(traveler) };
    },

    async enter({ ticket, verifier }: { readonly ticket: string; readonly verifier: string }, ip: string) {
      const traveler = tickets.read(ticket, verifier);
      if (traveler?.to !== environment) fail('token_expired_or_used');
      // Nobody knows it. The user can set another with a link by email.
      const passwordHash = await hashPassword(makeSecret());
      const admit = () => database.transaction((transaction) => admitOnce(transaction, traveler, passwordHash));
      const user = await admit().catch((problem) => {
        // Another tab has made the account in the meantime. The second try finds it.
        if (problem instanceof KeyTaken) return admit();
        throw problem;
      });
      return sessions.openOrChallenge(user, ip, true);
    },
  };
}
