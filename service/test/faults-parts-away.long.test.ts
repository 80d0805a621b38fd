// PostgreSQL restarted and Redis stopped under load: callers get an error that allows a retry or
// notice nothing. Afterwards nothing acknowledged is lost, nothing is counted twice, and the
// service recovers by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectKept, makeFaultedOrganization, startFaultLoad, untilWell } from '../test-support/fault-load.ts';
import { withPostgres, withRedis } from '../test-support/on-each-database.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import { startRedis } from '../test-support/redis-server.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { spawnService } from '../test-support/spawned-service.ts';

withPostgres(() =>
  withRedis(() => {
    test('PostgreSQL killed and started again, then Redis, under load', { timeout: 180_000 }, async (t) => {
      const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
      const settings = await settingsFor({
        settings: {
          DATABASE_URL: await postgres.createDatabase(),
          SANDBOX_DATABASE_URL: await postgres.createDatabase(),
          REDIS_URL: redis.url,
          VERIFY_LIMIT_PER_MINUTE: '1000000',
        },
      });
      const service = await spawnService(settings);
      t.after(() => service.kill());
      const org = await makeFaultedOrganization(service.liveUrl, settings);
      const load = startFaultLoad(service.liveUrl, org, [503]);
      await load.more(15);
      await postgres.stop();
      await load.oneFailure();
      await postgres.start();
      await load.more(15);
      await untilWell(service.liveUrl);
      const failures = load.failures.get(503);
      await redis.stop();
      await load.more(25);
      await redis.start();
      await load.more(15);
      await untilWell(service.liveUrl);
      await load.end();
      assert.equal(load.failures.get(503), failures, 'without Redis everything goes on');
      await expectKept(settings, org, load);
      t.diagnostic(
        `${load.acknowledged.records.size} records and ${load.acknowledged.verifications} verifications, ${failures} asked to come back`,
      );
      assert.equal(await service.stop(), 0);
      await removeData(settings);
      await Promise.all([postgres.stop(), redis.stop()]);
    });
  }),
);
