// A new password by the link in an email, which only the owner of the address can open. Before the
// address was verified, anyone could have created the account, so nothing from before survives
// (docs/decisions/0023).
import { hashSecret, makeIdentifier } from '../../access/identifiers.ts';
import { hashPassword } from '../../access/passwords.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import { firstPlan } from '../../plans/plans.ts';
import type { ApiKeysService } from '../account/api-keys.service.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import {
  deleteUser,
  findJoinedTeam,
  insertAccount,
  setEmailVerified,
  setPassword,
  spendAllMailedTokens,
  spendMailedToken,
  type User,
} from './auth.store.ts';
import type { LoginGuard } from './login-guard.ts';
import { disableTwoFactor } from './two-factor.store.ts';

export interface PasswordResetParts {
  readonly database: Database;
  readonly events: EventStream;
  readonly guard: LoginGuard;
  readonly apiKeys: ApiKeysService;
  readonly generators: GeneratorsService;
  readonly now?: () => number;
}

/** Until its owner names it. */
export const unnamedOrganization = 'Unnamed organization';

export type PasswordResetService = ReturnType<typeof createPasswordResetService>;

export function createPasswordResetService(parts: PasswordResetParts) {
  const { database, events, guard, apiKeys, generators, now = Date.now } = parts;

  /**
   * The address was never verified: its owner gets a new user in a new organization. Nothing is
   * taken over, so that nothing can be forgotten. An unverified owner is always alone, because
   * inviting needs a verified address. A member who joined by a copied link leaves the team, which
   * keeps everything.
   */
  async function startAfresh(transaction: Transaction, user: User, passwordHash: string) {
    const time = now();
    const account = {
      orgId: makeIdentifier('org'),
      orgName: unnamedOrganization,
      plan: firstPlan,
      userId: makeIdentifier('usr'),
      email: user.email,
      passwordHash,
      time,
    };
    const joined = (await findJoinedTeam(transaction, user)) !== undefined;
    let logRevocations: (() => Promise<void>) | undefined;
    await deleteUser(transaction, user.user_id);
    // Another link of the same account has just created the new one.
    if (!(await insertAccount(transaction, account))) fail('token_expired_or_used');
    await setEmailVerified(transaction, account.userId, time);
    if (joined) {
      await events.append(transaction, user.org_id, [
        { type: 'member_removed', metadata: { user_id: user.user_id, role: user.role } },
      ]);
    } else {
      await apiKeys.revokeMadeBetween(transaction, user.org_id, { from: 0, until: Number.MAX_SAFE_INTEGER });
      logRevocations = await generators.revokeAll(transaction, user.org_id);
      await events.append(transaction, user.org_id, [
        { type: 'organization_abandoned', metadata: { user_id: user.user_id } },
      ]);
    }
    await events.append(transaction, account.orgId, [
      { type: 'organization_registered', metadata: { user_id: account.userId, role: 'owner' } },
      { type: 'email_verified', metadata: { user_id: account.userId } },
    ]);
    return { userId: account.userId, logRevocations };
  }

  /** The address is verified: only credentials that are older than the verification are removed. */
  async function changePassword(transaction: Transaction, user: User, verifiedAt: number, passwordHash: string) {
    const { user_id: userId, org_id: orgId, two_factor_enabled_at: enabledAt } = user;
    await setPassword(transaction, userId, passwordHash);
    await spendAllMailedTokens(transaction, userId, 'reset_password', now());
    await guard.forgetAll(transaction, userId);
    // A member who joined by an invite loses only personal keys. The others belong to the team.
    const memberId = (await findJoinedTeam(transaction, user)) === undefined ? undefined : userId;
    await apiKeys.revokeMadeBetween(transaction, orgId, { from: user.created_at, until: verifiedAt, memberId });
    const isFactorOlder = enabledAt !== null && enabledAt < verifiedAt;
    if (isFactorOlder) await disableTwoFactor(transaction, userId);
    await events.append(transaction, orgId, [
      ...(isFactorOlder ? [{ type: 'two_factor_disabled' as const, metadata: { user_id: userId } }] : []),
      { type: 'password_changed', metadata: { user_id: userId } },
    ]);
    return { userId, logRevocations: undefined };
  }

  return {
    async reset(token: string, password: string, ip: string) {
      const passwordHash = await hashPassword(password);
      await database.transaction(async (transaction) => {
        const user = await spendMailedToken(transaction, hashSecret(token), 'reset_password', now());
        if (!user) fail('token_expired_or_used');
        const { userId, logRevocations } =
          user.email_verified_at === null
            ? await startAfresh(transaction, user, passwordHash)
            : await changePassword(transaction, user, user.email_verified_at, passwordHash);
        await guard.remember(transaction, userId, ip);
        await logRevocations?.();
      });
      return { success: true as const };
    },
  };
}
