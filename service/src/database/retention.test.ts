// Removes rows that are no longer needed, and keeps the others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { divideIntoMonths } from '../../test-support/old-months.ts';
import { onEachDatabase, withPostgres } from '../../test-support/on-each-database.ts';
import { until } from '../../test-support/replicated-service.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { migrate } from './migrate.ts';
import { partitionedTables } from './partitions/partitioned-tables.ts';
import { keepTables, startRetention } from './retention.ts';

const forever = { deliveryDays: 30, verificationMonths: 0, activityMonths: 0 };

onEachDatabase((kind) => {
  let opened: TestDatabase;
  before(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
  });
  after(() => opened.remove());

  test('verifications and activity lose the months that the settings name, and counts stay', async () => {
    const { database } = opened;
    const time = Date.UTC(2026, 10, 18);
    const rows = [
      ['kept', '2025-10-01'],
      ['kept', '2026-11-18'],
      ['expired', '2025-09-30'],
    ] as const;
    await database.transaction(async (transaction) => {
      for (const [org_id, day] of rows) {
        const record = { org_id, record_id: 'record' };
        const counts = { verifications: 1, tampered: 0 };
        await transaction.insertInto('daily_activity').values({ org_id, day }).execute();
        await transaction
          .insertInto('record_activity')
          .values({ ...record, day, ...counts, high: 1, medium: 0, low: 0, none: 0 })
          .execute();
        for (const span of [day, `${day}/10`])
          await transaction
            .insertInto('record_ranking')
            .values({ ...record, span, verifications: 1 })
            .execute();
        await transaction
          .insertInto('record_verifications')
          .values({ ...record, sequence: 1, occurred_at: Date.parse(day) })
          .execute();
        await transaction
          .insertInto('record_counts')
          .values({ ...record, signed_at: Date.parse(day), ...counts, authentic: 1 })
          .execute();
      }
    });
    const namesIn = async (table: 'daily_activity' | 'record_activity' | 'record_ranking' | 'record_verifications') =>
      (await database.read.selectFrom(table).select('org_id').execute()).map(({ org_id }) => org_id).sort();
    const all = ['expired', 'kept', 'kept'];
    await keepTables(database, forever, time);
    assert.deepEqual(await namesIn('daily_activity'), all);
    // Months must exist before single ones can be removed.
    if (kind === 'postgres')
      for (const table of Object.values(partitionedTables)) await divideIntoMonths(database, table, 20, time);
    await keepTables(database, { deliveryDays: 30, verificationMonths: 13, activityMonths: 13 }, time);
    assert.deepEqual(await namesIn('daily_activity'), ['kept', 'kept']);
    assert.deepEqual(await namesIn('record_activity'), ['kept', 'kept']);
    assert.deepEqual(await namesIn('record_ranking'), ['kept', 'kept', 'kept', 'kept']);
    assert.deepEqual(await namesIn('record_verifications'), ['kept', 'kept']);
    const counted = await database.read.selectFrom('record_counts').select('org_id').execute();
    assert.equal(counted.length, 3);
  });

  test('expired sessions, links and idempotency keys are removed, invites and deliveries after 30 days, networks after 90, hours after two days', async () => {
    const { database } = opened;
    const time = Date.now();
    await database.transaction(async (transaction) => {
      await transaction
        .insertInto('organizations')
        .values({ org_id: 'org_1', name: '', plan: 'free', created_at: 0 })
        .execute();
      await transaction
        .insertInto('users')
        .values({
          user_id: 'usr_1',
          org_id: 'org_1',
          email: 'a@example.org',
          role: 'owner',
          password_hash: '',
          created_at: 0,
        })
        .execute();
      for (const [name, expires_at] of [
        ['over', time],
        ['in force', time + 1],
      ] as const) {
        await transaction.insertInto('revoked_sessions').values({ session_id: name, expires_at }).execute();
        await transaction
          .insertInto('mailed_tokens')
          .values({ token_hash: name, purpose: 'reset_password', user_id: 'usr_1', expires_at })
          .execute();
        await transaction
          .insertInto('idempotency_keys')
          .values({ org_id: 'org_1', route: '', idempotency_key: name, fingerprint: '', expires_at })
          .execute();
        await transaction
          .insertInto('invites')
          .values({
            invite_id: name,
            org_id: 'org_1',
            email: 'b@example.org',
            role: 'user',
            inviter_id: 'usr_1',
            token_hash: name,
            created_at: 0,
            expires_at: expires_at - 30 * 24 * 60 * 60 * 1_000,
          })
          .execute();
        await transaction
          .insertInto('webhook_deliveries')
          .values({
            delivery_id: name,
            org_id: 'org_1',
            webhook_id: '',
            sequence: 1,
            event: '',
            payload: '',
            status: 'delivered',
            attempts: 1,
            created_at: expires_at - 30 * 24 * 60 * 60 * 1_000,
          })
          .execute();
        await transaction
          .insertInto('known_networks')
          .values({ user_id: 'usr_1', network_hash: name, last_login_at: expires_at - 90 * 24 * 60 * 60 * 1_000 })
          .execute();
        const hoursAgo = name === 'over' ? 49 : 47;
        const hour = new Date(time - hoursAgo * 60 * 60 * 1_000).toISOString().slice(0, 13);
        await transaction.insertInto('hourly_activity').values({ org_id: name, hour, signatures: 1 }).execute();
      }
    });
    await keepTables(database, forever, time);
    const sessions = await database.read.selectFrom('revoked_sessions').select('session_id as name').execute();
    const links = await database.read.selectFrom('mailed_tokens').select('token_hash as name').execute();
    const keys = await database.read.selectFrom('idempotency_keys').select('idempotency_key as name').execute();
    const invites = await database.read.selectFrom('invites').select('invite_id as name').execute();
    const deliveries = await database.read.selectFrom('webhook_deliveries').select('delivery_id as name').execute();
    const networks = await database.read.selectFrom('known_networks').select('network_hash as name').execute();
    const hours = await database.read.selectFrom('hourly_activity').select('org_id as name').execute();
    for (const rows of [sessions, links, keys, invites, deliveries, networks, hours])
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['in force'],
      );
  });
});

withPostgres(() => {
  test('a node whose clock is months ahead removes what has expired, and nothing else', async (context) => {
    const { database, remove } = await openTestDatabase('postgres');
    await migrate(database);
    const time = Date.now();
    await database.transaction(async (transaction) => {
      for (const [org_id, hoursAgo] of Object.entries({ expired: 49, kept: 1 })) {
        const hour = new Date(time - hoursAgo * 60 * 60 * 1_000).toISOString().slice(0, 13);
        await transaction.insertInto('hourly_activity').values({ org_id, hour, signatures: 1 }).execute();
      }
    });
    const stored = async () => (await database.read.selectFrom('hourly_activity').select('org_id').execute()).length;
    const now = Date.now.bind(Date);
    const ahead = context.mock.method(Date, 'now', () => now() + 400 * 24 * 60 * 60 * 1_000);
    const problems: unknown[] = [];
    const retention = startRetention(database, forever, { warn: (problem: unknown) => problems.push(problem) });
    await until(async () => (await stored()) < 2, 'something is removed');
    await retention.stop();
    ahead.mock.restore();
    const rows = await database.read.selectFrom('hourly_activity').select('org_id').execute();
    assert.deepEqual([rows, problems], [[{ org_id: 'kept' }], []]);
    await remove();
  });
});
