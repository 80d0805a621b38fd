// Redis stopped in the middle: requests that need it say so, everything else continues, and
// everything recovers when it is back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, logIn, makeAccount, makeApiKey } from '../test-support/account.ts';
import { withRedis } from '../test-support/on-each-database.ts';
import { type RedisServer, startRedis } from '../test-support/redis-server.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeTotpAccount, type TotpAccount } from '../test-support/second-factor.ts';

withRedis(() => {
  let redis: RedisServer;
  let service: RunningService;
  let plain: Account;
  let secured: TotpAccount;
  let key: string;
  before(async () => {
    redis = await startRedis();
    service = await startRunningService({ settings: { REDIS_URL: redis.url, ACCOUNT_LIMIT_PER_MINUTE: '200' } });
    await untilCacheIs('ok');
    plain = await makeAccount(service.live);
    secured = await makeTotpAccount(service);
    ({ key } = await makeApiKey(service.live, plain));
  });
  after(async () => {
    await service.stop();
    await redis.stop();
  });

  const call: RunningService['live']['call'] = (...given) => service.live.call(...given);
  const verify = async (challenge_token: string, otp: string) =>
    (await call('POST', '/v1/auth/verify-2fa', { body: { challenge_token, otp } })).status;
  const me = async (token: string) => (await call('GET', '/v1/auth/me', { token })).status;
  const startLogin = ({ email, password }: Account) => call('POST', '/v1/auth/login', { body: { email, password } });
  async function untilCacheIs(state: 'ok' | 'failing', { live } = service): Promise<void> {
    const end = Date.now() + 10_000;
    while ((await live.call('GET', '/health')).body.checks.cache !== state) {
      assert.ok(Date.now() < end, `the cache did not become ${state}`);
      await pause(25);
    }
  }

  test('one-time codes and their rules work on Redis', async () => {
    assert.equal(await verify(await secured.challenge(), await secured.nextCode()), 200);
    const account = await makeTotpAccount(service);
    const challenge = await account.challenge();
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push(await verify(challenge, '000000'));
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    assert.equal(await verify(await account.challenge(), await account.nextCode()), 429);
  });

  test('limits are counted on Redis, once for all nodes', async () => {
    const second = await startRunningService({ settings: { REDIS_URL: redis.url, ACCOUNT_LIMIT_PER_MINUTE: '200' } });
    const remaining = async ({ live }: RunningService) =>
      Number(
        /r=(\d+)/.exec(
          (await live.call('POST', '/v1/auth/verify-email', { body: { token: 'x' } })).headers.get('ratelimit') ?? '',
        )?.[1],
      );
    // Before it is connected, its health is a failure.
    second.expectErrors();
    await untilCacheIs('ok', second);
    const first = await remaining(service);
    assert.equal(await remaining(second), first - 1);
    await second.stop();
  });

  test('without Redis, a login with a second factor gets 503, everything else works, and ended sessions stay refused', async () => {
    service.expectErrors();
    const challenge = await secured.challenge();
    const loggedOut = await logIn(service.live, plain.email, plain.password);
    assert.equal((await call('POST', '/v1/auth/logout', { token: loggedOut })).status, 200);

    await redis.stop();
    await untilCacheIs('failing');

    const refused = await startLogin(secured);
    assert.deepEqual([refused.status, refused.body.error], [503, 'otp_store_unavailable']);
    assert.equal(refused.body.token, undefined);
    assert.equal(refused.body.challenge_token, undefined);
    assert.ok(refused.headers.get('retry-after'));
    assert.equal(await verify(challenge, await secured.nextCode()), 503);
    assert.equal(
      (await call('POST', '/v1/auth/2fa/setup', { token: plain.token, body: { method: 'totp' } })).status,
      503,
    );

    assert.equal((await startLogin(plain)).status, 200);
    assert.equal((await startLogin({ ...plain, password: 'wrong password' })).status, 401);
    assert.equal(await me(plain.token), 200);
    assert.equal((await call('GET', '/v1/generators', { token: key })).status, 200);
    const another = await makeAccount(service.live);
    assert.equal((await call('POST', '/v1/auth/logout', { token: another.token })).status, 200);
    assert.equal(await me(another.token), 401);
    assert.equal(await me(loggedOut), 401);
    assert.equal((await call('GET', '/health')).status, 503);

    await redis.start();
    await untilCacheIs('ok');
    assert.equal(await verify(await secured.challenge(), await secured.nextCode()), 200);
    for (const token of [another.token, loggedOut]) assert.equal(await me(token), 401);
    assert.equal(await verify(challenge, await secured.nextCode()), 401, 'challenges do not outlive the store');
  });

  test('limits continue while Redis is away: each node counts alone', async () => {
    await redis.stop();
    await untilCacheIs('failing');
    const { headers } = await startLogin(plain);
    assert.match(headers.get('ratelimit') ?? '', /"account";r=\d+/);
    await redis.start();
    await untilCacheIs('ok');
  });
});
