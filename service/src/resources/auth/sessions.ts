// Opens sessions: after a login, after a second factor, and for a user who comes from the other
// environment.
import type { SessionTokens } from '../../access/session-tokens.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import type { User } from './auth.store.ts';
import type { LoginGuard } from './login-guard.ts';
import type { TwoFactorService } from './two-factor.service.ts';

export interface SessionsParts {
  readonly database: Database;
  readonly guard: LoginGuard;
  readonly sessionTokens: SessionTokens;
  readonly twoFactor: TwoFactorService;
  readonly events: EventStream;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ database, guard, sessionTokens, twoFactor, events }: SessionsParts) {
  async function open(user: User, ip: string, hasSwitched = false) {
    await database.transaction(async (transaction) => {
      await guard.remember(transaction, user.user_id, ip);
      await events.append(transaction, user.org_id, [{ type: 'login', metadata: { user_id: user.user_id } }]);
    });
    const token = sessionTokens.issue({
      userId: user.user_id,
      email: user.email,
      orgId: user.org_id,
      sessionGeneration: user.session_generation,
      hasSwitched,
    });
    return { token, user: publicUser(user) };
  }

  return {
    open,

    /** For a user who has shown the first factor: a session, or a challenge for the second. */
    async openOrChallenge(user: User, ip: string, hasSwitched = false) {
      const { two_factor_method: method } = user;
      if (method === null) return open(user, ip, hasSwitched);
      const challengeToken = await twoFactor.issueChallenge(user, method);
      return { requires_2fa: true as const, challenge_token: challengeToken };
    },
  };
}

function publicUser(user: User) {
  return {
    user_id: user.user_id,
    email: user.email,
    email_verified: user.email_verified_at !== null,
    org_id: user.org_id,
  };
}
