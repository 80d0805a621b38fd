// POST /v1/auth/verify-email and /v1/auth/resend-verification, with the links of real emails, on
// both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeEmail, makeVerifiedAccount } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { hashSecret } from '../../access/identifiers.ts';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const verify = (token: unknown) => running.call('POST', '/v1/auth/verify-email', { body: { token } });
  const resend = (email: string) => running.call('POST', '/v1/auth/resend-verification', { body: { email } });
  const isVerified = async (token: string) =>
    (await running.call('GET', '/v1/auth/me', { token })).body.user.email_verified;
  const assertSpent = (answer: Awaited<ReturnType<typeof verify>>) =>
    assert.deepEqual([answer.status, answer.body.error], [400, 'token_expired_or_used']);

  test('200: the link verifies the address, once', async () => {
    const account = await makeAccount(running.service.live);
    const { token } = await running.mail.waitForMail(account.email);
    assert.equal(await isVerified(account.token), false);
    const { status, body } = await verify(token);
    assert.deepEqual([status, body], [200, { success: true }]);
    assert.equal(await isVerified(account.token), true);
    assertSpent(await verify(token));
    const login = await running.call('POST', '/v1/auth/login', { body: account });
    assert.equal(login.body.user.email_verified, true);
  });

  test('one of two simultaneous submissions succeeds', async () => {
    const { email } = await makeAccount(running.service.live);
    const { token } = await running.mail.waitForMail(email);
    const answers = await Promise.all([verify(token), verify(token), verify(token)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400]);
  });

  test('400: missing, malformed, unknown', async () => {
    for (const token of [undefined, '', 7, 'x'.repeat(201)])
      assert.equal((await verify(token)).body.error, 'validation_error');
    for (const token of ['x', 'x'.repeat(43)]) assertSpent(await verify(token));
  });

  test('400: a link is valid for 24 hours', async () => {
    const account = await makeAccount(running.service.live);
    const { token } = await running.mail.waitForMail(account.email);
    const { read, transaction } = running.service.database;
    const row = await read
      .selectFrom('mailed_tokens')
      .selectAll()
      .where('token_hash', '=', hashSecret(token!))
      .executeTakeFirstOrThrow();
    assert.ok(Math.abs(row.expires_at - Date.now() - 24 * 60 * 60 * 1_000) < 60_000);
    await transaction((queries) =>
      queries
        .updateTable('mailed_tokens')
        .set({ expires_at: Date.now() })
        .where('token_hash', '=', row.token_hash)
        .execute(),
    );
    assertSpent(await verify(token));
    assert.equal(await isVerified(account.token), false);
  });

  test('a link of the other environment, or for a new password, verifies nothing', async () => {
    const sandbox = await makeAccount(running.service.sandbox);
    assertSpent(await verify((await running.mail.waitForMail(sandbox.email)).token));
    const { email } = await makeAccount(running.service.live);
    await running.call('POST', '/v1/auth/forgot-password', { body: { email } });
    assertSpent(await verify((await running.mail.waitForMail(email, 'new password')).token));
  });

  test('resend: a new link for an unverified address', async () => {
    const account = await makeAccount(running.service.live);
    const first = await running.mail.waitForMail(account.email);
    assert.deepEqual((await resend(account.email.toUpperCase())).body, { success: true });
    const second = await running.mail.waitForMail(account.email);
    assert.notEqual(second.token, first.token);
    assert.equal((await verify(second.token)).status, 200);
    assert.equal(await isVerified(account.token), true);
  });

  test('resend: 200 and no email for an unknown address and for a verified one', async () => {
    const verified = await makeVerifiedAccount(running.service.live, running.mail);
    const unknown = makeEmail();
    for (const email of [unknown, verified.email]) assert.deepEqual((await resend(email)).body, { success: true });
    await running.mailSent();
    const received = running.mail.mails().map(({ to }) => to);
    assert.ok(!received.includes(unknown));
    assert.equal(received.filter((to) => to === verified.email).length, 1);
  });

  test('resend: five emails per hour to one address, and always 200', async () => {
    const { email } = await makeAccount(running.service.live);
    for (let count = 0; count < 8; count += 1) assert.equal((await resend(email)).status, 200);
    await running.mailSent();
    assert.equal(
      running.mail.mails().filter(({ to }) => to === email).length,
      6,
      'the one of the registration and five more',
    );
  });

  test('resend: 400 for an invalid address', async () => {
    for (const email of ['', 'nobody', undefined]) assert.equal((await resend(email as string)).status, 400);
  });
});
