// POST /v1/auth/login, me and logout: sessions as callers see them, on both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logIn, makeAccount, makeEmail } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const attempt = (body: unknown) => running.call('POST', '/v1/auth/login', { body });
  const me = (token: string, environment: 'live' | 'sandbox' = 'live') =>
    running.service[environment].call('GET', '/v1/auth/me', { token });

  test('200: a token and the user', async () => {
    const { email, password, userId, orgId } = await makeAccount(running.service.live);
    const { status, body } = await attempt({ email, password });
    assert.equal(status, 200);
    assert.deepEqual(body.user, { user_id: userId, email, email_verified: false, org_id: orgId });
    assert.equal((await attempt({ email: email.toUpperCase(), password })).status, 200);
  });

  test('the token is an HS256 JWT with user_id, email, org_id, iat and exp, valid 24 hours', async () => {
    const { email, userId, orgId, token } = await makeAccount(running.service.live);
    const [header, payload] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    assert.deepEqual(header, { alg: 'HS256', typ: 'JWT' });
    const { iat, exp, jti: _, ...rest } = payload;
    assert.deepEqual(rest, { user_id: userId, email, org_id: orgId });
    assert.equal(exp - iat, 86_400);
    assert.ok(Math.abs(iat - Date.now() / 1_000) < 60);
  });

  test('400: a missing or wrongly typed field is named', async () => {
    for (const body of [
      {},
      { email: 'a@example.org' },
      { password: 'x' },
      { email: 'a@example.org', password: 1 },
      { email: '', password: '' },
    ]) {
      assert.equal((await attempt(body)).status, 400);
    }
  });

  test('401: a wrong password and an unknown address get exactly the same response', async () => {
    const { email } = await makeAccount(running.service.live);
    const strip = ({ status, body: { request_id: _, ...body } }: Awaited<ReturnType<typeof attempt>>) => ({
      status,
      body,
    });
    const wrong = strip(await attempt({ email, password: 'wrong password' }));
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'invalid_credentials']);
    assert.deepEqual(strip(await attempt({ email: makeEmail(), password: 'wrong password' })), wrong);
    assert.deepEqual(strip(await attempt({ email: 'not an address', password: 'wrong password' })), wrong);
  });

  test('429: after ten wrong passwords for an address, also for the right one and for an unknown address', async () => {
    const { email, password } = await makeAccount(running.service.live);
    for (const address of [email, makeEmail()]) {
      const statuses = [];
      for (let count = 0; count < 10; count += 1)
        statuses.push((await attempt({ email: address, password: 'wrong' })).status);
      assert.deepEqual(statuses, Array(10).fill(401));
      const { status, body } = await attempt({ email: address, password });
      assert.deepEqual([status, body.error], [429, 'too_many_attempts']);
    }
    const other = await makeAccount(running.service.live);
    assert.equal((await attempt(other)).status, 200, 'others are not concerned');
  });

  test('right passwords never count against anyone', async () => {
    const { email, password } = await makeAccount(running.service.live);
    for (let count = 0; count < 12; count += 1) assert.equal((await attempt({ email, password })).status, 200);
  });

  test('me: the user with created_at, and the organization', async () => {
    const { token, email, userId, orgId } = await makeAccount(running.service.live);
    const { body } = await me(token);
    const { created_at, ...user } = body.user;
    assert.deepEqual(user, {
      user_id: userId,
      email,
      email_verified: false,
      org_id: orgId,
      role: 'owner',
      two_factor: null,
    });
    assert.equal(new Date(created_at).toISOString(), created_at);
    assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 60_000);
    assert.deepEqual(body.org, { org_id: orgId, name: `Organization of ${email}`, plan: 'free' });
  });

  test('logout ends only this session, at once and after a restart of the service', async () => {
    const { email, password, token } = await makeAccount(running.service.live);
    const other = await logIn(running.service.live, email, password);
    const { status, body } = await running.call('POST', '/v1/auth/logout', { token });
    assert.deepEqual([status, body], [200, { success: true }]);
    assert.equal((await me(token)).status, 401);
    assert.equal((await running.call('POST', '/v1/auth/logout', { token })).status, 401);
    await running.service.restart();
    assert.equal((await me(token)).status, 401);
    assert.equal((await me(other)).status, 200, 'sessions outlive a restart');
  });

  test('a session is invalid in the other environment', async () => {
    const live = await makeAccount(running.service.live);
    const sandbox = await makeAccount(running.service.sandbox);
    assert.equal((await me(sandbox.token, 'sandbox')).status, 200);
    assert.equal((await me(live.token, 'sandbox')).status, 401);
    assert.equal((await me(sandbox.token)).status, 401);
  });

  test('a session of a deleted user is refused', async () => {
    const { token, userId } = await makeAccount(running.service.live);
    await running.service.database.transaction((transaction) =>
      transaction.deleteFrom('users').where('user_id', '=', userId).execute(),
    );
    assert.equal((await me(token)).status, 401);
  });
});
