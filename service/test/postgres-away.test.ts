// PostgreSQL stopped in the middle of work: callers are told to come back, the program goes on, nothing acknowledged is
// lost, and all is well again when it is back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, makeAccount, setPlan } from '../test-support/account.ts';
import { withPostgres } from '../test-support/on-each-database.ts';
import { type PrivatePostgres, startPostgres } from '../test-support/postgres-server.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';

withPostgres(() => {
  let postgres: PrivatePostgres;
  let service: RunningService;
  let account: Account;
  before(async () => {
    postgres = await startPostgres();
    const settings = {
      DATABASE_URL: await postgres.createDatabase(),
      SANDBOX_DATABASE_URL: await postgres.createDatabase(),
    };
    service = await startRunningService({ settings });
    account = await makeAccount(service.live);
    await setPlan(service, account.orgId, 'enterprise');
  });
  after(async () => {
    await service.stop();
    await postgres.stop();
  });

  test('503 while it is away, and every key that was acknowledged works afterwards', async () => {
    service.expectErrors();
    const { token } = account;
    const keys: string[] = [];
    const statuses = new Set<number>();
    let working = true;
    const worker = async () => {
      while (working) {
        const { status, body } = await service.live.call('POST', '/v1/account/api-keys', { token });
        statuses.add(status);
        if (status === 201) keys.push(body.key);
        else await pause(20);
      }
    };
    const workers = Array.from({ length: 4 }, worker);
    while (keys.length < 20) await pause(5);
    await postgres.stop();
    while (!statuses.has(503)) await pause(5);
    const health = await service.live.call('GET', '/health');
    assert.deepEqual([health.status, health.body.checks.database], [503, 'failing']);
    const refused = await service.live.call('GET', '/v1/auth/me', { token });
    assert.deepEqual([refused.status, refused.body.error], [503, 'service_unavailable']);
    assert.ok(refused.headers.get('retry-after'));
    assert.equal((await service.live.call('GET', '/version')).status, 200);
    const before = keys.length;
    await postgres.start();
    while (keys.length < before + 20) await pause(5);
    working = false;
    await Promise.all(workers);
    assert.deepEqual([...statuses].sort(), [201, 503]);
    for (const key of keys)
      assert.equal((await service.live.call('GET', '/v1/generators', { token: key })).status, 200);
  });
});
