// The second factor: challenges at login, setup, recovery codes. The rules for failed attempts are
// those of the specification (States: 2FA challenge) and of settled points 7 and 23.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionCaller } from '../../access/caller.ts';
import { hashSecret, makeCode, makeSecret } from '../../access/identifiers.ts';
import { base32, makeTotpSecret, matchingStep, otpauthUrl } from '../../access/totp.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import type { TwoFactorMethod } from '../../database/schema.ts';
import { totpPlace } from '../../database/sealed-places.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { findUser, type User } from './auth.store.ts';
import type { OtpStore } from './otp-store.ts';
import { makeRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';
import { disableTwoFactor, enableTwoFactor, spendRecoveryCode, spendTotpStep } from './two-factor.store.ts';

export interface TwoFactorParts {
  readonly database: Database;
  readonly vault: KeyVault;
  readonly otpStore: OtpStore;
  readonly mailQueue: MailQueue;
  readonly events: EventStream;
  /** Key for the hashes of codes, because six digits could be guessed from a plain hash. */
  readonly pepper: Uint8Array;
  readonly issuer: string;
  readonly now?: () => number;
}

const mostIncorrectAttempts = 5;

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

export function createTwoFactorService(parts: TwoFactorParts) {
  const { database, vault, otpStore, mailQueue, events, pepper, issuer, now = Date.now } = parts;

  const hashCode = (code: string) => createHmac('sha256', pepper).update(code).digest('base64url');

  async function mailCode(email: string): Promise<string> {
    const code = makeCode();
    await database.transaction((transaction) =>
      mailQueue.enqueue(transaction, { kind: 'two_factor_code', to: email, code }),
    );
    return hashCode(code);
  }

  async function isRightCode(user: User, otp: string, mailedHash: string | undefined): Promise<boolean> {
    const code = otp.trim();
    if (mailedHash !== undefined && sameText(hashCode(code), mailedHash)) return true;
    if (user.two_factor_method === 'totp' && user.two_factor_secret !== null) {
      const secret = vault.open(user.two_factor_secret, totpPlace(user.user_id));
      const step = matchingStep(secret, code.replaceAll(' ', ''), now());
      if (step !== undefined) {
        return database.transaction((transaction) => spendTotpStep(transaction, user.user_id, step));
      }
    }
    const recoveryHash = hashCode(normalizeRecoveryCode(code));
    return database.transaction((transaction) => spendRecoveryCode(transaction, user.user_id, recoveryHash));
  }

  return {
    /** Starts a login that needs a second step. Resolves with the challenge token. */
    async issueChallenge(user: User, method: TwoFactorMethod): Promise<string> {
      const token = makeSecret();
      const codeHash = method === 'email' ? await mailCode(user.email) : undefined;
      const { user_id: userId, session_generation: sessionGeneration } = user;
      await otpStore.putChallenge(hashSecret(token), {
        userId,
        sessionGeneration,
        method,
        ...(codeHash && { codeHash }),
      });
      return token;
    },

    /**
     * Resolves with the user whose challenge was answered correctly. Any submission uses up the
     * challenge.
     */
    async answerChallenge(challengeToken: string, otp: string): Promise<string> {
      const tokenHash = hashSecret(challengeToken);
      const challenge = await otpStore.findChallenge(tokenHash);
      if (!challenge) fail('invalid_otp', { message: 'The challenge is invalid or has expired. Log in again.' });
      const submissions = await otpStore.countSubmission(tokenHash);
      // Counted before the code is checked, so that simultaneous attempts do not share a count.
      const attempts = await otpStore.countAttempt(challenge.userId);
      const incorrect = submissions - (challenge.answered ? 1 : 0);
      if (incorrect > mostIncorrectAttempts || attempts > mostIncorrectAttempts) fail('too_many_attempts');
      const user = await findUser(database.read, challenge.userId);
      const isOver = submissions > 1 || user?.session_generation !== challenge.sessionGeneration;
      if (isOver || !user || !(await isRightCode(user, otp, challenge.codeHash))) fail('invalid_otp');
      await otpStore.putChallenge(tokenHash, { ...challenge, answered: true });
      await otpStore.forgiveAttempt(challenge.userId);
      return challenge.userId;
    },

    async setUp(caller: SessionCaller, method: TwoFactorMethod) {
      const user = await findUser(database.read, caller.userId);
      if (user?.two_factor_method) fail('two_factor_already_enabled');
      if (method === 'email') {
        await otpStore.putSetup(caller.userId, { method, codeHash: await mailCode(caller.email) });
        return { sent: true as const };
      }
      const secret = makeTotpSecret();
      const sealedSecret = vault.seal(secret, totpPlace(caller.userId));
      await otpStore.putSetup(caller.userId, { method, sealedSecret });
      return { secret: base32(secret), otpauth_url: otpauthUrl(secret, caller.email, issuer) };
    },

    async enable(caller: SessionCaller, otp: string) {
      const setup = await otpStore.findSetup(caller.userId);
      if (!setup) {
        fail('validation_error', {
          message: 'You have not started the setup. Call POST /v1/auth/2fa/setup first.',
          details: [],
        });
      }
      if ((await otpStore.countAttempt(caller.userId)) > mostIncorrectAttempts) fail('too_many_attempts');
      const { method, codeHash, sealedSecret = null } = setup;
      const lastStep =
        sealedSecret === null
          ? null
          : (matchingStep(vault.open(sealedSecret, totpPlace(caller.userId)), otp.replaceAll(' ', ''), now()) ?? null);
      const right = method === 'totp' ? lastStep !== null : sameText(hashCode(otp.trim()), codeHash ?? '');
      if (!right) fail('invalid_otp', { message: 'The code is incorrect. Try the next one.' });
      await otpStore.forgiveAttempt(caller.userId);
      const codes = makeRecoveryCodes();
      const hashes = codes.map((code) => hashCode(normalizeRecoveryCode(code)));
      await database.transaction(async (transaction) => {
        const factor = { method, sealedSecret, lastStep, time: now() };
        const enabled = await enableTwoFactor(transaction, caller.userId, factor, hashes);
        if (!enabled) fail('two_factor_already_enabled');
        await events.append(transaction, caller.organization.orgId, [
          { type: 'two_factor_enabled', metadata: { user_id: caller.userId, method } },
        ]);
      });
      await otpStore.deleteSetup(caller.userId);
      return { enabled: true as const, recovery_codes: codes };
    },

    async disable(caller: SessionCaller) {
      await database.transaction(async (transaction) => {
        await disableTwoFactor(transaction, caller.userId);
        await events.append(transaction, caller.organization.orgId, [
          { type: 'two_factor_disabled', metadata: { user_id: caller.userId } },
        ]);
      });
      return { enabled: false as const };
    },
  };
}

function sameText(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
