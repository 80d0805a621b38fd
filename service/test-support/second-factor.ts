// A second factor as a person has it: an authenticator app (otplib in its place), or a mailbox.
import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { type Account, makeAccount, makeVerifiedAccount } from './account.ts';
import type { Client } from './http-client.ts';
import type { Mailbox } from './mail-server.ts';
import type { RunningService } from './running-service.ts';

export interface SecuredAccount extends Account {
  readonly recoveryCodes: readonly string[];
  /** Starts a login: the challenge token. */
  challenge(): Promise<string>;
}

export interface TotpAccount extends SecuredAccount {
  /** What the app stores. */
  readonly secret: string;
  /** A code that is right now and unused. */
  nextCode(): Promise<string>;
}

const stepSeconds = 30;

export function appCode(secret: string, step = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + step * stepSeconds });
}

export async function makeTotpAccount({ live, database }: RunningService): Promise<TotpAccount> {
  const account = await makeAccount(live);
  const setup = await live.call('POST', '/v1/auth/2fa/setup', { token: account.token, body: { method: 'totp' } });
  const { secret } = setup.body;
  return {
    ...(await enable(live, account, appCode(secret))),
    secret,
    async nextCode() {
      // Within one time step, a real app has no new code. Instead, the service forgets the last
      // step.
      await database.transaction((transaction) =>
        transaction
          .updateTable('users')
          .set({ two_factor_last_step: null })
          .where('user_id', '=', account.userId)
          .execute(),
      );
      return appCode(secret);
    },
  };
}

export async function makeMailCodeAccount(live: Client, mailbox: Mailbox, isVerified = false): Promise<SecuredAccount> {
  const account = isVerified ? await makeVerifiedAccount(live, mailbox) : await makeAccount(live);
  await live.call('POST', '/v1/auth/2fa/setup', { token: account.token, body: { method: 'email' } });
  const { code } = await mailbox.waitForMail(account.email, 'login code');
  return enable(live, account, code!);
}

async function enable(live: Client, account: Account, otp: string): Promise<SecuredAccount> {
  const { status, body } = await live.call('POST', '/v1/auth/2fa/enable', { token: account.token, body: { otp } });
  assert.equal(status, 200);
  return {
    ...account,
    recoveryCodes: body.recovery_codes,
    async challenge() {
      const login = await live.call('POST', '/v1/auth/login', {
        body: { email: account.email, password: account.password },
      });
      assert.equal(login.status, 200);
      assert.deepEqual(Object.keys(login.body).sort(), ['challenge_token', 'requires_2fa']);
      return login.body.challenge_token;
    },
  };
}
