// POST /v1/auth/forgot-password and /v1/auth/reset-password, with the links of real emails, on both
// databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Account,
  makeAccount,
  makeApiKey,
  makeEmail,
  makeVerifiedAccount,
} from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { makeMailCodeAccount } from '../../../test-support/second-factor.ts';
import { hashSecret } from '../../access/identifiers.ts';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const forgot = (email: unknown) => running.call('POST', '/v1/auth/forgot-password', { body: { email } });
  const reset = (token: unknown, password: unknown = 'another horse') =>
    running.call('POST', '/v1/auth/reset-password', { body: { token, password } });
  const logIn = (email: string, password: string) =>
    running.call('POST', '/v1/auth/login', { body: { email, password } });
  const askForLink = async ({ email }: Account) => {
    await forgot(email);
    return running.mail.waitForMail(email, 'new password');
  };
  const assertSpent = (answer: Awaited<ReturnType<typeof reset>>) =>
    assert.deepEqual([answer.status, answer.body.error], [400, 'token_expired_or_used']);

  test('200: the link sets a new password, once', async () => {
    const account = await makeAccount(running.service.live);
    const mail = await askForLink(account);
    assert.match(mail.link ?? '', /^http:\/\/live\.test\/reset-password#token=[\w-]{43}$/);
    const { status, body } = await reset(mail.token);
    assert.deepEqual([status, body], [200, { success: true }]);
    assert.equal((await logIn(account.email, account.password)).status, 401);
    assert.equal((await logIn(account.email, 'another horse')).status, 200);
    assertSpent(await reset(mail.token));
  });

  test('a new password ends every session, and API keys continue to work', async () => {
    const account = await makeVerifiedAccount(running.service.live, running.mail);
    const { key } = await makeApiKey(running.service.live, account);
    const second = (await logIn(account.email, account.password)).body.token;
    await reset((await askForLink(account)).token);
    for (const token of [account.token, second]) {
      assert.equal((await running.call('GET', '/v1/auth/me', { token })).status, 401);
    }
    assert.equal((await running.call('GET', '/v1/generators', { token: key })).status, 200);
  });

  test('a new password ends a login that waits for its second factor', async () => {
    const account = await makeMailCodeAccount(running.service.live, running.mail, true);
    const challenge = await account.challenge();
    const { code } = await running.mail.waitForMail(account.email, 'login code');
    await reset((await askForLink(account)).token);
    const answer = await running.call('POST', '/v1/auth/verify-2fa', {
      body: { challenge_token: challenge, otp: code },
    });
    assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_otp']);
  });

  test('one of two simultaneous submissions succeeds', async () => {
    const account = await makeAccount(running.service.live);
    const { token } = await askForLink(account);
    const answers = await Promise.all([reset(token, 'first horse'), reset(token, 'second horse')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const winner = answers[0]!.status === 200 ? 'first horse' : 'second horse';
    assert.equal((await logIn(account.email, winner)).status, 200);
  });

  test('a reset uses up the other links of the account too', async () => {
    const account = await makeAccount(running.service.live);
    const [first, second] = [await askForLink(account), await askForLink(account)];
    assert.equal((await reset(second.token)).status, 200);
    assertSpent(await reset(first.token));
  });

  test('400: a link is valid for one hour', async () => {
    const account = await makeAccount(running.service.live);
    const { token } = await askForLink(account);
    const { read, transaction } = running.service.database;
    const row = await read
      .selectFrom('mailed_tokens')
      .selectAll()
      .where('token_hash', '=', hashSecret(token!))
      .executeTakeFirstOrThrow();
    assert.ok(Math.abs(row.expires_at - Date.now() - 60 * 60 * 1_000) < 60_000);
    await transaction((queries) =>
      queries
        .updateTable('mailed_tokens')
        .set({ expires_at: Date.now() })
        .where('token_hash', '=', row.token_hash)
        .execute(),
    );
    assertSpent(await reset(token));
    assert.equal((await logIn(account.email, account.password)).status, 200);
  });

  test('400: a password that is too short does not use up the link', async () => {
    const account = await makeAccount(running.service.live);
    const { token } = await askForLink(account);
    for (const password of ['1234567', '', null, 12345678]) {
      assert.equal((await reset(token, password)).body.error, 'validation_error');
    }
    assert.equal((await reset(token)).status, 200);
  });

  test('400: missing, malformed, unknown, of another kind', async () => {
    for (const token of [undefined, '', 7, 'x'.repeat(201)])
      assert.equal((await reset(token)).body.error, 'validation_error');
    assertSpent(await reset('x'.repeat(43)));
    const { email } = await makeAccount(running.service.live);
    assertSpent(await reset((await running.mail.waitForMail(email, 'Verify')).token));
  });

  test('forgot: 200 and no email for an unknown address', async () => {
    const unknown = makeEmail();
    const { status, body } = await forgot(unknown);
    assert.deepEqual([status, body], [200, { success: true }]);
    await running.mailSent();
    assert.ok(!running.mail.mails().some(({ to }) => to === unknown));
  });

  test('forgot: 400 for an invalid address', async () => {
    for (const email of [undefined, '', 'nobody', 7]) assert.equal((await forgot(email)).status, 400);
  });

  test('the link itself is not stored', async () => {
    const account = await makeAccount(running.service.live);
    const { token } = await askForLink(account);
    const rows = await running.service.database.read.selectFrom('mailed_tokens').selectAll().execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token!));
  });
});
