// Redis with Sentinel, whose master is killed: the node follows the new master without a restart.
// Limits continue with their counts, and a login that had begun can be finished.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withRedis, withSentinel } from '../test-support/on-each-database.ts';
import { until } from '../test-support/replicated-service.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeTotpAccount } from '../test-support/second-factor.ts';
import { type SentinelCluster, startSentinels } from '../test-support/sentinel-cluster.ts';

const limit = 200;

withRedis(() =>
  withSentinel(() => {
    let redis: SentinelCluster;
    let service: RunningService;
    before(async () => {
      redis = await startSentinels();
      const settings = { REDIS_URL: redis.url, ACCOUNT_LIMIT_PER_MINUTE: String(limit) };
      service = await startRunningService({ settings });
      // While the master is away, /health is a failure.
      service.expectErrors();
      await untilCacheIs('ok');
    });
    after(async () => {
      await service.stop();
      await redis.stop();
    });

    const call: RunningService['live']['call'] = (...given) => service.live.call(...given);
    const untilCacheIs = (state: 'ok' | 'failing') =>
      until(async () => (await call('GET', '/health')).body.checks.cache === state, `the cache is ${state}`);
    const verify = async (challenge_token: string, otp: string) =>
      (await call('POST', '/v1/auth/verify-2fa', { body: { challenge_token, otp } })).status;
    const remaining = async () => {
      const { headers } = await call('POST', '/v1/auth/verify-email', { body: { token: 'x' } });
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };

    test('after the master is killed, limits and one-time codes continue on the new one', async () => {
      const account = await makeTotpAccount(service);
      const challenge = await account.challenge();
      for (let count = 0; count < 50; count += 1) await remaining();
      const before = await remaining();
      assert.ok(before <= limit - 50, String(before));
      await redis.killMaster();
      await untilCacheIs('failing');
      await untilCacheIs('ok');
      const after = await remaining();
      assert.ok(after < before, `the count continues: ${before}, then ${after}`);
      assert.equal(await verify(challenge, await account.nextCode()), 200);
      assert.equal(await verify(await account.challenge(), await account.nextCode()), 200);
    });
  }),
);
