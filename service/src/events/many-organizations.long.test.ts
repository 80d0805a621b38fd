// More organizations at once than a node has connections to its database: no caller that has one
// must wait for another.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../test-support/running-service.ts';
import { makeSigningAccount } from '../../test-support/signing-client.ts';

onEachDatabase((database) => {
  let service: RunningService;
  before(async () => {
    service = await startRunningService({ database });
  });
  after(() => service.stop());

  test('forty organizations revoke a generator at the same moment, and each gets a success', async () => {
    const accounts = await Promise.all(Array.from({ length: 40 }, () => makeSigningAccount(service)));
    const answers = await Promise.all(
      accounts.map(({ key, generatorId }) =>
        service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, { token: key }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      accounts.map(() => 200),
    );
  });
});
