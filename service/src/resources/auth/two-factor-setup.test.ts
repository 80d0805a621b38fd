// /v1/auth/2fa: turning the second factor on and off, on both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { appCode, makeMailCodeAccount, makeTotpAccount } from '../../../test-support/second-factor.ts';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const setUp = (token: string, method: unknown) =>
    running.call('POST', '/v1/auth/2fa/setup', { token, body: { method } });
  const enable = (token: string, otp: unknown) => running.call('POST', '/v1/auth/2fa/enable', { token, body: { otp } });
  const disable = (token: string, password: unknown) =>
    running.call('POST', '/v1/auth/2fa/disable', { token, body: { password } });
  const logIn = ({ email, password }: { email: string; password: string }) =>
    running.call('POST', '/v1/auth/login', { body: { email, password } });

  test('an app: the secret and the address for its QR code, and the first right code turns it on', async () => {
    const account = await makeAccount(running.service.live);
    const { status, body } = await setUp(account.token, 'totp');
    assert.equal(status, 200);
    assert.match(body.secret, /^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauth_url);
    assert.equal(decodeURIComponent(url.pathname), `/Content Provenance:${account.email}`);
    assert.equal(url.searchParams.get('secret'), body.secret);
    assert.ok((await logIn(account)).body.token, 'not yet on');
    const enabled = await enable(account.token, appCode(body.secret));
    assert.equal(enabled.body.enabled, true);
    assert.equal(enabled.body.recovery_codes.length, 10);
    for (const code of enabled.body.recovery_codes) assert.match(code, /^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/);
    assert.equal((await logIn(account)).body.requires_2fa, true);
  });

  test('codes by email: a code is sent, and only this code turns the second factor on', async () => {
    const account = await makeAccount(running.service.live);
    assert.deepEqual((await setUp(account.token, 'email')).body, { sent: true });
    const mail = await running.mail.waitForMail(account.email, 'login code');
    assert.match(mail.code ?? '', /^\d{6}$/);
    assert.ok(mail.subject.startsWith(mail.code!) && mail.html.includes(mail.code!));
    const other = String((Number(mail.code) + 1) % 1_000_000).padStart(6, '0');
    assert.equal((await enable(account.token, other)).body.error, 'invalid_otp');
    assert.equal((await enable(account.token, mail.code)).status, 200);
    assert.equal((await logIn(account)).body.requires_2fa, true);
  });

  test('the code that turned it on is not valid for a login', async () => {
    const account = await makeAccount(running.service.live);
    const { body } = await setUp(account.token, 'totp');
    const otp = appCode(body.secret);
    await enable(account.token, otp);
    const { challenge_token } = (await logIn(account)).body;
    assert.equal((await running.call('POST', '/v1/auth/verify-2fa', { body: { challenge_token, otp } })).status, 401);
  });

  test('400: an unknown method, no code, and nothing set up', async () => {
    const { token } = await makeAccount(running.service.live);
    for (const method of [undefined, 'sms', '', 1])
      assert.equal((await setUp(token, method)).body.error, 'validation_error');
    for (const otp of [undefined, '', 123456]) assert.equal((await enable(token, otp)).body.error, 'validation_error');
    const { body } = await enable(token, '123456');
    assert.equal(body.error, 'validation_error');
    assert.match(body.message, /2fa\/setup/);
  });

  test('401 for five wrong codes during setup, then 429, even with the right one', async () => {
    const { token } = await makeAccount(running.service.live);
    const { body } = await setUp(token, 'totp');
    for (let count = 0; count < 5; count += 1) assert.equal((await enable(token, '000000')).status, 401);
    assert.equal((await enable(token, appCode(body.secret))).status, 429);
  });

  test('409: while it is on, it cannot be set up or turned on again', async () => {
    const { token } = await makeTotpAccount(running.service);
    for (const method of ['totp', 'email'])
      assert.equal((await setUp(token, method)).body.error, 'two_factor_already_enabled');
  });

  test('a setup that was started twice uses the last secret', async () => {
    const { token } = await makeAccount(running.service.live);
    const first = (await setUp(token, 'totp')).body.secret;
    const second = (await setUp(token, 'totp')).body.secret;
    assert.equal((await enable(token, appCode(first))).status, 401);
    assert.equal((await enable(token, appCode(second))).status, 200);
  });

  test('one of two simultaneous submissions of the right code succeeds', async () => {
    const { token } = await makeAccount(running.service.live);
    const otp = appCode((await setUp(token, 'totp')).body.secret);
    const answers = await Promise.all([enable(token, otp), enable(token, otp)]);
    const statuses = answers.map(({ status }) => status).sort();
    assert.equal(statuses[0], 200);
    assert.ok(statuses[1] === 409 || statuses[1] === 400, String(statuses[1]));
  });

  test('disable: needs the password, then a login needs no second step, and old recovery codes are invalid', async () => {
    const account = await makeMailCodeAccount(running.service.live, running.mail);
    assert.deepEqual((await disable(account.token, 'wrong password')).body.error, 'invalid_credentials');
    assert.equal((await disable(account.token, undefined)).status, 400);
    assert.equal((await logIn(account)).body.requires_2fa, true);
    assert.deepEqual((await disable(account.token, account.password)).body, { enabled: false });
    assert.ok((await logIn(account)).body.token);
    const { secret } = (await setUp(account.token, 'totp')).body;
    await enable(account.token, appCode(secret));
    const { challenge_token } = (await logIn(account)).body;
    const answer = await running.call('POST', '/v1/auth/verify-2fa', {
      body: { challenge_token, otp: account.recoveryCodes[0] },
    });
    assert.equal(answer.status, 401);
  });

  test('disable: wrong passwords count as at login', async () => {
    const account = await makeTotpAccount(running.service);
    for (let count = 0; count < 10; count += 1) assert.equal((await disable(account.token, 'wrong')).status, 401);
    assert.equal((await disable(account.token, account.password)).status, 429);
  });

  test('neither the secret of the app nor a recovery code is readable in the database', async () => {
    const account = await makeAccount(running.service.live);
    const { secret } = (await setUp(account.token, 'totp')).body;
    const { recovery_codes } = (await enable(account.token, appCode(secret))).body;
    const { read } = running.service.database;
    const user = await read
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', account.userId)
      .executeTakeFirstOrThrow();
    const codes = await read.selectFrom('recovery_codes').selectAll().where('user_id', '=', account.userId).execute();
    assert.equal(codes.length, 10);
    const stored = JSON.stringify([user, codes]);
    assert.ok(!stored.includes(secret));
    for (const code of recovery_codes) assert.ok(!stored.includes(code) && !stored.includes(code.replace('-', '')));
  });
});
