// Warnings about API keys that expire soon, in simulated time: who gets one, when, and that nobody
// gets two.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { insertKey } from '../../access/api-keys.store.ts';
import { migrate } from '../../database/migrate.ts';
import { createEventStream } from '../../events/event-stream.ts';
import { createLog } from '../../log.ts';
import type { MailRequest } from '../../mail/mail-queue.ts';
import { warnOfKeys } from './api-key-warnings.ts';
import { apiKeyMails } from './api-keys.mails.ts';

const day = 24 * 60 * 60 * 1_000;
const start = Date.UTC(2026, 10, 1);

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let time = start;
  let mails: MailRequest[] = [];
  beforeEach(async () => {
    time = start;
    mails = [];
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
    await opened.database.transaction(async (transaction) => {
      await transaction
        .insertInto('organizations')
        .values({ org_id: 'org_1', name: 'Acme', plan: 'growth', created_at: 0 })
        .execute();
      for (const [user_id, role] of [
        ['usr_owner', 'owner'],
        ['usr_second', 'owner'],
        ['usr_user', 'user'],
      ] as const) {
        const email = `${user_id}@example.org`;
        await transaction
          .insertInto('users')
          .values({ user_id, org_id: 'org_1', email, role, password_hash: '', created_at: 0 })
          .execute();
      }
    });
  });
  afterEach(() => opened.remove());

  const addKey = (keyId: string, expiresAt: number, more: object = {}) =>
    opened.database.transaction((transaction) =>
      insertKey(transaction, {
        key_id: keyId,
        org_id: 'org_1',
        name: `The ${keyId}`,
        preview: 'svc_key_abcd…wxyz',
        key_hash: keyId,
        created_at: start,
        expires_at: expiresAt,
        ...more,
      }),
    );

  async function warn(): Promise<string[]> {
    mails = [];
    await warnOfKeys({
      database: opened.database,
      events: createEventStream(randomBytes(32), () => time),
      mailQueue: { enqueue: async (_transaction, request) => void mails.push(request) },
      log: createLog('silent'),
      now: () => time,
    });
    return mails.map(({ to, code }) => `${code} → ${to}`).sort();
  }
  const toOwners = (id: string) => [`${id} → usr_owner@example.org`, `${id} → usr_second@example.org`];

  test('owners get one email 7 days ahead and one a day ahead', async () => {
    await addKey('kid_1', start + 30 * day);
    time = start + 23 * day - 1;
    assert.deepEqual(await warn(), []);
    time += 1;
    assert.deepEqual(await warn(), toOwners('kid_1'));
    assert.deepEqual(await warn(), []);
    time = start + 29 * day;
    assert.deepEqual(await warn(), toOwners('kid_1'));
    assert.deepEqual(await warn(), []);
    time = start + 31 * day;
    assert.deepEqual(await warn(), []);
    const events = await opened.database.read.selectFrom('events').select(['type', 'metadata']).execute();
    assert.deepEqual(
      events.map(({ type }) => type),
      ['api_key_expiring', 'api_key_expiring'],
    );
    assert.deepEqual(JSON.parse(events[0]!.metadata), {
      key_id: 'kid_1',
      name: 'The kid_1',
      expires_at: new Date(start + 30 * day).toISOString(),
    });
  });

  test('a node that was away for days sends only the nearest warning', async () => {
    await addKey('kid_1', start + 30 * day);
    time = start + 29.5 * day;
    assert.deepEqual(await warn(), toOwners('kid_1'));
    assert.deepEqual(await warn(), []);
  });

  test('the member gets the warning about a personal key', async () => {
    await addKey('kid_1', start + 30 * day, { user_id: 'usr_user', created_by: 'usr_owner' });
    time = start + 25 * day;
    assert.deepEqual(await warn(), ['kid_1 → usr_user@example.org']);
  });

  test('no warning: revoked, replaced, without an expiry, or made for a few days', async () => {
    await addKey('kid_revoked', start + 30 * day, { revoked_at: start });
    await addKey('kid_replaced', start + 30 * day, { replaced_by: 'kid_new' });
    await addKey('kid_endless', start + 30 * day, { expires_at: null });
    await addKey('kid_short', start + 30 * day, { created_at: start + 24 * day });
    time = start + 24 * day;
    assert.deepEqual(await warn(), []);
    time = start + 29 * day;
    assert.deepEqual(await warn(), toOwners('kid_short'));
  });

  test('the email names the key, and is not sent if the key was rotated', async () => {
    const { api_key_expiring: compose } = apiKeyMails(opened.database, 'https://live.test');
    const request = { kind: 'api_key_expiring', to: 'usr_owner@example.org', code: 'kid_1' };
    await addKey('kid_1', start + 30 * day, { name: 'Deploy https://evil.test/' });
    const mail = await compose(request);
    assert.equal(mail?.subject, 'An API key expires on 2026-12-01');
    assert.match(mail!.text, /svc_key_abcd…wxyz/);
    assert.match(mail!.text, /https:\/\/live\.test\/api-keys/);
    assert.doesNotMatch(mail!.text, /evil\.test\//);
    await opened.database.transaction((transaction) =>
      transaction.updateTable('api_keys').set({ replaced_by: 'kid_2' }).execute(),
    );
    assert.equal(await compose(request), undefined);
  });
});
