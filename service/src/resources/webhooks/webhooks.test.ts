// The webhook routes: every response in the specification's table, on both databases.
// delivery.test.ts covers deliveries.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Account, makeAccount, makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import type { PlanName } from '../../plans/plans.ts';
import { webhookEvents } from './webhook-catalogue.ts';

const url = 'https://8.8.8.8/hook';

onEachDatabase((database) => {
  let service: RunningService;
  before(async () => {
    service = await startRunningService({ database });
  });
  after(() => service.stop());

  async function makeOrganization(plan: PlanName = 'growth'): Promise<Account & { key: string }> {
    const account = await makeVerifiedAccount(service.live, service.outbox);
    await setPlan(service, account.orgId, plan);
    return { ...account, key: (await makeApiKey(service.live, account)).key };
  }

  const create = (token: string, body: unknown = { url, events: ['record.created'] }) =>
    service.live.call('POST', '/v1/webhooks', { token, body });
  const list = (token: string) => service.live.call('GET', '/v1/webhooks', { token });
  const change = (token: string, id: string, body: unknown) =>
    service.live.call('PATCH', `/v1/webhooks/${id}`, { token, body });
  const auditOf = async (token: string) =>
    (await service.live.call('GET', '/v1/audit?limit=100', { token })).body.events as {
      type: string;
      metadata: Record<string, unknown>;
    }[];

  test('an endpoint is created with its secret, which is never shown again', async () => {
    const { key, token, orgId } = await makeOrganization();
    const { status, body } = await create(key, { url, events: ['record.created', 'quota.warning', 'record.created'] });
    assert.equal(status, 201);
    const { secret, ...endpoint } = body;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(
      { ...endpoint, webhook_id: '', created_at: '' },
      {
        webhook_id: '',
        url,
        events: ['record.created', 'quota.warning'],
        status: 'active',
        delivery: 'synchronous',
        failure_count: 0,
        failing_since: null,
        created_at: '',
      },
    );
    for (const credential of [key, token]) {
      const listed = await list(credential);
      assert.deepEqual(listed.body, { endpoints: [endpoint], plan: 'growth', webhooks_enabled: true });
    }
    const stored = await service.database.read
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(stored).includes(secret.slice(6)));
    const [created] = await auditOf(key);
    assert.equal(created!.type, 'webhook_created');
    assert.deepEqual([created!.metadata.webhook_id, created!.metadata.url], [endpoint.webhook_id, url]);
    assert.ok(!JSON.stringify(created).includes(secret.slice(6)));
  });

  test('below Growth the list is empty and readable, creating and retrying get 402', async () => {
    for (const plan of ['free', 'starter'] as const) {
      const { key } = await makeOrganization(plan);
      assert.deepEqual((await list(key)).body, { endpoints: [], plan, webhooks_enabled: false });
      const { status, body } = await create(key, {});
      assert.deepEqual([status, body.error, body.required_plan], [402, 'plan_required', 'growth']);
      const retry = await service.live.call('POST', `/v1/webhooks/x/deliveries/y/retry`, { token: key });
      assert.deepEqual([retry.status, retry.body.error], [402, 'plan_required']);
    }
  });

  test('without a verified address it gets 403', async () => {
    const account = await makeAccount(service.live);
    await setPlan(service, account.orgId, 'growth');
    const { status, body } = await create(account.token);
    assert.deepEqual([status, body.error], [403, 'email_not_verified']);
  });

  test('invalid input gets 400 with its place', async () => {
    const { key } = await makeOrganization();
    const { body: endpoint } = await create(key);
    const bad: [unknown, string][] = [
      [{ events: ['record.created'] }, 'url'],
      [{ url }, 'events'],
      [{ url, events: [] }, 'events'],
      [{ url, events: ['record.deleted'] }, 'events.0'],
      [{ url, events: 'record.created' }, 'events'],
      [{ url: 'http://8.8.8.8/', events: ['record.created'] }, 'url'],
      [{ url: 'https://127.0.0.1/', events: ['record.created'] }, 'url'],
      [{ url: 'https://2130706433/', events: ['record.created'] }, 'url'],
      [{ url: 'https://localhost/', events: ['record.created'] }, 'url'],
      [{ url: `https://8.8.8.8/${'x'.repeat(2_048)}`, events: ['record.created'] }, 'url'],
    ];
    for (const [body, path] of bad) {
      const answer = await create(key, body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.equal(answer.body.error, 'validation_error');
      assert.equal(answer.body.details[0].path, path, JSON.stringify(answer.body));
    }
    for (const body of [{}, { unknown: 1 }, { status: 'failing' }, { url: 'https://10.0.0.1/' }, { events: [] }]) {
      assert.equal((await change(key, endpoint.webhook_id, body)).status, 400, JSON.stringify(body));
    }
    assert.equal((await list(key)).body.endpoints.length, 1);
  });

  test('the eleventh endpoint gets 409, even if all arrive at once', async () => {
    const { key } = await makeOrganization();
    const answers = await Promise.all(Array.from({ length: 15 }, () => create(key)));
    const codes = answers.map(({ body }) => body.error ?? 'created');
    assert.equal(codes.filter((code) => code === 'created').length, 10);
    assert.equal(codes.filter((code) => code === 'webhook_limit_reached').length, 5);
    assert.equal((await list(key)).body.endpoints.length, 10);
    assert.equal((await auditOf(key)).filter(({ type }) => type === 'webhook_created').length, 10);
  });

  test('PATCH changes the given fields, returns no secret, and is audited', async () => {
    const { key } = await makeOrganization();
    const { secret: _, ...endpoint } = (await create(key)).body;
    const id = endpoint.webhook_id;
    const moved = await change(key, id, { url: 'https://1.1.1.1/' });
    assert.deepEqual([moved.status, moved.body], [200, { ...endpoint, url: 'https://1.1.1.1/' }]);
    const resubscribed = await change(key, id, { events: [...webhookEvents], status: 'disabled' });
    assert.deepEqual(resubscribed.body, { ...moved.body, events: [...webhookEvents], status: 'disabled' });
    await service.database.transaction((transaction) =>
      transaction.updateTable('webhook_endpoints').set({ failure_count: 5 }).where('webhook_id', '=', id).execute(),
    );
    assert.equal((await change(key, id, { url })).body.failure_count, 5);
    const enabled = await change(key, id, { status: 'active' });
    assert.deepEqual([enabled.body.status, enabled.body.failure_count], ['active', 0]);
    const [last, ...before] = (await auditOf(key)).filter(({ type }) => type === 'webhook_updated');
    assert.equal(before.length, 3);
    const { actor: __, ...metadata } = last!.metadata;
    assert.deepEqual(metadata, { webhook_id: id, status: 'active' });
  });

  test('DELETE removes it, and a deleted or foreign endpoint gets 404 everywhere', async () => {
    const { key } = await makeOrganization();
    const stranger = await makeOrganization();
    const id = (await create(key)).body.webhook_id;
    const tries = (token: string, webhookId: string) => [
      change(token, webhookId, { status: 'disabled' }),
      service.live.call('GET', `/v1/webhooks/${webhookId}/deliveries`, { token }),
      service.live.call('POST', `/v1/webhooks/${webhookId}/deliveries/${randomUUID()}/retry`, { token }),
      service.live.call('DELETE', `/v1/webhooks/${webhookId}`, { token }),
    ];
    for (const [token, webhookId] of [
      [stranger.key, id],
      [key, randomUUID()],
      [key, 'x'],
    ] as const) {
      for (const { status, body } of await Promise.all(tries(token, webhookId))) {
        assert.deepEqual([status, body.error], [404, 'not_found']);
      }
    }
    const deleted = await service.live.call('DELETE', `/v1/webhooks/${id}`, { token: key });
    assert.deepEqual([deleted.status, deleted.body], [200, { deleted: true }]);
    for (const { status } of await Promise.all(tries(key, id))) assert.equal(status, 404);
    assert.deepEqual((await list(key)).body.endpoints, []);
    assert.equal((await auditOf(key))[0]!.type, 'webhook_deleted');
  });
});
