// Monthly partitions under the running service: months are created and removed under load, and a
// clock moves ahead of all months. No request fails, nothing is lost, and the audit chain is valid.
import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { createKeyVault } from '../src/adapters/key-vault/key-vault.ts';
import { monthStart, partitionedTables } from '../src/database/partitions/partitioned-tables.ts';
import { createMonths, listPartitions, removePartitionsBefore } from '../src/database/partitions/partitions.ts';
import { readOrMakeServiceSecret } from '../src/database/service-secrets.ts';
import { verifyChain } from '../src/events/verify-chain.ts';
import { divideIntoMonths } from '../test-support/old-months.ts';
import { withPostgres } from '../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../test-support/signing-client.ts';
import { allOf, countStored } from '../test-support/stored-counts.ts';

withPostgres(() => {
  const masterKey = Buffer.alloc(32, 7);
  const tables = Object.values(partitionedTables);
  let service: RunningService;
  let org: SigningAccount;
  let stored: { recordId: string; token: string }[];

  before(async () => {
    service = await startRunningService({
      database: 'postgres',
      settings: { MASTER_KEY: masterKey.toString('base64'), VERIFY_LIMIT_PER_MINUTE: '0' },
    });
    org = await makeSigningAccount(service, 'enterprise');
    stored = [];
  });
  after(() => service.stop());

  async function submit(): Promise<void> {
    const { status, body } = await service.live.call('POST', '/v1/records', {
      token: org.key,
      body: makeSubmission(org.signer, org.generatorId),
    });
    assert.equal(status, 201, JSON.stringify(body));
    stored.push({ recordId: body.record_id, token: body.token });
  }

  async function readAll(): Promise<void> {
    const { recordId, token } = stored[Math.floor(Math.random() * stored.length)]!;
    for (const [path, credentials] of [
      [`/v1/records/${recordId}`],
      [`/v1/verify/status/${token}`],
      ['/v1/records?limit=20', org.key],
      ['/v1/audit?limit=20', org.key],
      ['/v1/analytics/overview', org.key],
    ] as const) {
      const { status, body } = await service.live.call('GET', path, credentials ? { token: credentials } : {});
      assert.equal(status, 200, `${path} ${JSON.stringify(body)}`);
    }
  }

  async function expectAll(): Promise<void> {
    assert.deepEqual(await countStored(service.database, org.orgId), allOf(stored.length));
    const vault = createKeyVault(() => [masterKey], 'live');
    const key = await readOrMakeServiceSecret(service.database, vault, 'audit-key');
    assert.ok('events' in (await verifyChain(service.database.read, key, org.orgId)));
  }

  test('months are created and removed while requests write and read', async () => {
    for (const table of tables) await divideIntoMonths(service.database, table, 36);
    await submit();
    let isChanging = true;
    const repeat = async (work: () => Promise<void>) => {
      while (isChanging) await work();
    };
    const load = Promise.all([repeat(submit), repeat(submit), repeat(readAll), repeat(readAll)]);
    const change = async () => {
      for (let month = 1; month <= 12; month += 1)
        for (const table of tables) {
          await createMonths(service.database, table, monthStart(Date.now(), month));
          await removePartitionsBefore(service.database, table, monthStart(Date.now(), 3 * month - 36));
        }
    };
    await Promise.all([
      change().finally(() => {
        isChanging = false;
      }),
      load,
    ]);
    for (const table of tables) {
      const partitions = await listPartitions(service.database.read, table);
      assert.deepEqual(
        [partitions[0]!.to, partitions.at(-1)!.from],
        [monthStart(Date.now()), monthStart(Date.now(), 16)],
      );
    }
    assert.ok(stored.length > 10);
    await expectAll();
  });

  test('nobody creates months for two years', async () => {
    mock.timers.enable({ apis: ['Date'], now: monthStart(Date.now(), 30) });
    try {
      for (let count = 0; count < 5; count += 1) await submit();
      await readAll();
      await expectAll();
      const events = await listPartitions(service.database.read, partitionedTables.events);
      assert.ok(events.at(-1)!.from! < Date.now());
      await service.restart();
      await submit();
      await readAll();
      await expectAll();
      for (const table of tables) await createMonths(service.database, table, Date.now());
      const after = await listPartitions(service.database.read, partitionedTables.events);
      assert.ok(after.at(-1)!.from! > Date.now());
      await expectAll();
    } finally {
      mock.timers.reset();
    }
  });
});
