// Removes rows that are no longer needed, and keeps the others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { migrate } from './migrate.ts';
import { removeExpired } from './retention.ts';

onEachDatabase((kind) => {
  let opened: TestDatabase;
  before(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
  });
  after(() => opened.remove());

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
    await removeExpired(database, time);
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
