// Invites: a link that works once, for seven days, and is replaced by the next one to the same
// address. The emailed link proves the address. The inviter can copy another link, which proves
// nothing: an account made with it has an unverified address.
import type { SessionCaller } from '../../access/caller.ts';
import { hashSecret, makeIdentifier, makeSecret } from '../../access/identifiers.ts';
import { hashPassword } from '../../access/passwords.ts';
import { requireFeature } from '../../access/require-feature.ts';
import type { SessionTokens } from '../../access/session-tokens.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { Counters } from '../../adapters/key-value/patient-counters.ts';
import type { InvitedRole } from '../../database/schema.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { normalizeEmail } from '../auth/auth.service.ts';
import {
  countPendingInvites,
  deletePendingInvite,
  expireInvite,
  findInvite,
  insertInvite,
  listPendingInvites,
  setInviteLink,
  spendInvite,
} from './invites.store.ts';
import { insertMember, isMemberAddress, lockTeam } from './members.store.ts';
import type { SeatsService } from './seats.service.ts';
import type { TeamMailKind } from './team.mails.ts';

export interface InvitesParts {
  readonly database: Database;
  readonly counters: Counters;
  readonly sessionTokens: SessionTokens;
  readonly mailQueue: MailQueue;
  readonly events: EventStream;
  readonly seats: SeatsService;
  readonly publicUrl: string;
  readonly upgradeUrl: string;
  readonly now?: () => number;
}

const hour = 60 * 60 * 1_000;
/** Specification, Limits: invite. */
const inviteMilliseconds = 7 * 24 * hour;
/** Per address, so that nobody can flood a mailbox through us. */
const mostInvitesPerHour = 5;
/** More than any organization needs. It keeps the list on one page. */
const mostPending = 1_000;

export type InvitesService = ReturnType<typeof createInvitesService>;

export function createInvitesService(parts: InvitesParts) {
  const { database, counters, sessionTokens, mailQueue, events, seats, publicUrl, upgradeUrl, now = Date.now } = parts;

  async function chargeAddress(email: string): Promise<void> {
    const { value, expiresIn } = await counters.increment(`mails:invite:${hashSecret(email)}`, 1, hour);
    if (value <= mostInvitesPerHour) return;
    const seconds = Math.ceil(expiresIn / 1_000);
    fail(
      'rate_limited',
      { message: 'This address was invited several times in the last hour. Try again later.' },
      { 'retry-after': String(seconds) },
    );
  }

  async function find(token: string) {
    const secretHash = hashSecret(token);
    const invite = (await findInvite(database.read, secretHash)) ?? fail('invite_not_found');
    return {
      ...invite,
      isOpen: invite.accepted_at === null && invite.expires_at > now(),
      wasMailed: invite.token_hash === secretHash,
    };
  }

  // The token is after the #, which browsers do not send.
  const urlOf = (secret: string) => `${publicUrl}/accept-invite#token=${secret}`;

  return {
    async create(caller: SessionCaller, input: { readonly email: string; readonly role: InvitedRole }) {
      const { orgId, plan } = caller.organization;
      const { role } = input;
      if (role === 'admin') requireFeature('admin_role', plan, upgradeUrl);
      const email = normalizeEmail(input.email);
      await chargeAddress(email);
      const [secret, copied] = [makeSecret(), makeSecret()];
      const inviteId = makeIdentifier('inv');
      const time = now();
      const expiresAt = time + inviteMilliseconds;
      await database.transaction(async (transaction) => {
        await seats.require(transaction, { orgId, plan: await lockTeam(transaction, orgId) });
        if (await isMemberAddress(transaction, orgId, email)) fail('already_member');
        const replaced = await expireInvite(transaction, orgId, email, time);
        if ((await countPendingInvites(transaction, orgId, time)) >= mostPending) fail('invite_limit_reached');
        await insertInvite(transaction, {
          invite_id: inviteId,
          org_id: orgId,
          email,
          role,
          inviter_id: caller.userId,
          token_hash: hashSecret(secret),
          link_hash: hashSecret(copied),
          created_at: time,
          expires_at: expiresAt,
        });
        await mailQueue.enqueue(transaction, { kind: 'invite' satisfies TeamMailKind, to: email, code: secret });
        await events.append(transaction, orgId, [
          {
            type: 'invite_created',
            metadata: {
              invite_id: inviteId,
              role,
              ...(replaced !== undefined && { replaces: replaced }),
              actor: caller.userId,
            },
          },
        ]);
      });
      const expires_at = new Date(expiresAt).toISOString();
      return { invite_id: inviteId, role, expires_at, invite_url: urlOf(copied) };
    },

    /** Only hashes are stored, so a link can be replaced but not shown again. */
    async makeLink(caller: SessionCaller, inviteId: string) {
      const { orgId } = caller.organization;
      const secret = makeSecret();
      return database.transaction(async (transaction) => {
        const invite = await setInviteLink(transaction, orgId, inviteId, hashSecret(secret), now());
        if (!invite) fail('invite_not_found');
        await events.append(transaction, orgId, [
          { type: 'invite_link_created', metadata: { invite_id: inviteId, actor: caller.userId } },
        ]);
        return { invite_url: urlOf(secret), expires_at: new Date(invite.expires_at).toISOString() };
      });
    },

    async list(orgId: string) {
      const invites = await listPendingInvites(database.read, orgId, now());
      return {
        invites: invites.map((invite) => ({
          ...invite,
          created_at: new Date(invite.created_at).toISOString(),
          expires_at: new Date(invite.expires_at).toISOString(),
        })),
      };
    },

    async cancel(caller: SessionCaller, inviteId: string) {
      const { orgId } = caller.organization;
      await database.transaction(async (transaction) => {
        if (!(await deletePendingInvite(transaction, orgId, inviteId, now()))) fail('invite_not_found');
        await events.append(transaction, orgId, [
          { type: 'invite_cancelled', metadata: { invite_id: inviteId, actor: caller.userId } },
        ]);
      });
      return { cancelled: true as const };
    },

    async preview(token: string) {
      const invite = await find(token);
      if (!invite.isOpen) fail('invite_not_found');
      return {
        invite_id: invite.invite_id,
        role: invite.role,
        org_name: invite.org_name,
        expires_at: new Date(invite.expires_at).toISOString(),
      };
    },

    async accept(token: string, password: string) {
      const { invite_id: inviteId, org_id: orgId, email, role, isOpen, wasMailed } = await find(token);
      if (!isOpen) fail('token_expired_or_used');
      const passwordHash = await hashPassword(password);
      const userId = makeIdentifier('usr');
      const time = now();
      await database.transaction(async (transaction) => {
        const plan = await lockTeam(transaction, orgId);
        if (!(await spendInvite(transaction, orgId, inviteId, time))) fail('token_expired_or_used');
        // The plan can have become smaller since the invite was sent.
        if (role === 'admin') requireFeature('admin_role', plan, upgradeUrl);
        await seats.require(transaction, { orgId, plan });
        const member = { userId, email, role, passwordHash, time, isVerified: wasMailed };
        if (!(await insertMember(transaction, orgId, member))) fail('email_taken');
        if (!wasMailed) await mailQueue.enqueue(transaction, { kind: 'verify_email', to: email });
        await events.append(transaction, orgId, [
          { type: 'member_joined', metadata: { user_id: userId, role, invite_id: inviteId, actor: userId } },
        ]);
      });
      return {
        token: sessionTokens.issue({ userId, email, orgId, sessionGeneration: 0 }),
        user: { user_id: userId, org_id: orgId, role, email_verified: wasMailed },
      };
    },
  };
}
