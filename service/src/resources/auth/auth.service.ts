// Accounts: registration, login, logout, verification of the address. Known and unknown addresses
// cost the same time and get the same response, except where the specification requires 409.
import type { SessionCaller } from '../../access/caller.ts';
import { hashSecret, makeIdentifier } from '../../access/identifiers.ts';
import { hashPassword } from '../../access/passwords.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { Counters } from '../../adapters/key-value/patient-counters.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import { keepName } from '../../identity/public-names.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { firstPlan } from '../../plans/plans.ts';
import type { AuthMailKind } from './auth.mails.ts';
import { findUser, insertAccount, insertRevokedSession, setEmailVerified, spendMailedToken } from './auth.store.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Sessions } from './sessions.ts';
import type { TwoFactorService } from './two-factor.service.ts';

export interface AuthParts {
  readonly database: Database;
  readonly counters: Counters;
  readonly guard: LoginGuard;
  readonly sessions: Sessions;
  readonly mailQueue: MailQueue;
  readonly twoFactor: TwoFactorService;
  readonly events: EventStream;
  readonly now?: () => number;
}

/** Emails of one kind to one address per hour, so that nobody can flood a mailbox through us. */
const mostMailsPerHour = 5;
const hour = 60 * 60 * 1_000;

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService(parts: AuthParts) {
  const { database, counters, guard, sessions, mailQueue, twoFactor, events, now = Date.now } = parts;

  /** Does the same work with or without an account for the address. The queue finds out later. */
  async function requestMail(kind: AuthMailKind, address: string): Promise<{ success: true }> {
    const to = normalizeEmail(address);
    const { value } = await counters.increment(`mails:${kind}:${hashSecret(to)}`, 1, hour);
    if (value <= mostMailsPerHour) {
      await database.transaction((transaction) => mailQueue.enqueue(transaction, { kind, to }));
    }
    return { success: true };
  }

  return {
    async register(input: { org_name: string; email: string; password: string }) {
      const email = normalizeEmail(input.email);
      const passwordHash = await hashPassword(input.password);
      const account = {
        orgId: makeIdentifier('org'),
        orgName: input.org_name.trim(),
        plan: firstPlan,
        userId: makeIdentifier('usr'),
        email,
        passwordHash,
        time: now(),
      };
      await database.transaction(async (transaction) => {
        if (!(await insertAccount(transaction, account))) fail('email_taken');
        await keepName(transaction, account.orgId, account.orgName);
        await mailQueue.enqueue(transaction, { kind: 'verify_email' satisfies AuthMailKind, to: email });
        await events.append(transaction, account.orgId, [
          { type: 'organization_registered', metadata: { user_id: account.userId, role: 'owner' } },
        ]);
      });
      return { user: { user_id: account.userId, email, email_verified: false, org_id: account.orgId } };
    },

    async logIn(input: { email: string; password: string }, ip: string) {
      const user = await guard.checkPassword(normalizeEmail(input.email), input.password, ip);
      return sessions.openOrChallenge(user, ip);
    },

    async answerChallenge(input: { challenge_token: string; otp: string }, ip: string) {
      const userId = await twoFactor.answerChallenge(input.challenge_token, input.otp);
      const user = await findUser(database.read, userId);
      return sessions.open(user ?? fail('invalid_otp'), ip);
    },

    async disableTwoFactor(caller: SessionCaller, password: string, ip: string) {
      await guard.checkPassword(caller.email, password, ip);
      return twoFactor.disable(caller);
    },

    async verifyEmail(token: string) {
      await database.transaction(async (transaction) => {
        const user = await spendMailedToken(transaction, hashSecret(token), 'verify_email', now());
        if (!user) fail('token_expired_or_used');
        await setEmailVerified(transaction, user.user_id, now());
        await events.append(transaction, user.org_id, [
          { type: 'email_verified', metadata: { user_id: user.user_id } },
        ]);
      });
      return { success: true as const };
    },

    resendVerification: (email: string) => requestMail('verify_email', email),

    forgotPassword: (email: string) => requestMail('reset_password', email),

    me(caller: SessionCaller) {
      const { orgId, name, plan } = caller.organization;
      return {
        user: {
          user_id: caller.userId,
          email: caller.email,
          email_verified: caller.emailVerified,
          org_id: orgId,
          created_at: new Date(caller.userCreatedAt).toISOString(),
          role: caller.role,
          two_factor: caller.twoFactor,
        },
        org: { org_id: orgId, name, plan },
      };
    },

    async logOut(caller: SessionCaller) {
      await database.transaction((transaction) =>
        insertRevokedSession(transaction, caller.sessionId, caller.sessionExpiresAt),
      );
      return { success: true as const };
    },
  };
}

/** Addresses are compared without case, because no email service in use distinguishes it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}
