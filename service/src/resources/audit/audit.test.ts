// GET /v1/audit over HTTP, on both databases: what it returns, to whom, and that no page skips or
// repeats an event.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';

interface AuditEvent {
  readonly event_id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'enterprise');
    // 150 sign events, 50 to a millisecond.
    for (let batch = 0; batch < 3; batch += 1) {
      const records = Array.from({ length: 50 }, () => makeSubmission(org.signer, org.generatorId));
      await service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records } });
    }
  });
  after(() => service.stop());

  const call = (method: string, path: string, token = org.key) => service.live.call(method, path, { token });
  const list = (query = '', token?: string) => call('GET', `/v1/audit${query}`, token);
  const storedIds = async (): Promise<string[]> => {
    const rows = await service.database.read
      .selectFrom('events')
      .select('event_id')
      .where('org_id', '=', org.orgId)
      .orderBy('sequence', 'desc')
      .execute();
    return rows.map(({ event_id }) => event_id);
  };

  test('the first page has the 20 newest events and the number of all', async () => {
    const { status, body } = await list();
    const all = await storedIds();
    assert.equal(status, 200);
    assert.deepEqual([body.total, body.page, body.limit, 'next_cursor' in body], [all.length, 1, 20, false]);
    assert.deepEqual(
      body.events.map(({ event_id }: AuditEvent) => event_id),
      all.slice(0, 20),
    );
    for (const event of body.events as AuditEvent[]) {
      assert.match(event.event_id, /^evt_[0-9a-f-]{36}$/);
      assert.ok(Math.abs(Date.parse(event.timestamp) - Date.now()) < 600_000);
    }
  });

  test('pages follow each other without a gap, and there is nothing after the last', async () => {
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await list(`?limit=33&page=${page}`);
      assert.equal(body.page, page);
      if (body.events.length === 0) break;
      seen.push(...body.events.map(({ event_id }: AuditEvent) => event_id));
    }
    assert.deepEqual(seen, await storedIds());
    assert.deepEqual((await list('?page=1000000')).body.events, []);
  });

  test('the cursor neither skips nor repeats events of one millisecond, even while new ones arrive', async () => {
    const all = await storedIds();
    for (const limit of [7, 50, 100]) {
      const seen: string[] = [];
      let cursor: string | undefined = new Date(Date.now() + 1_000).toISOString();
      for (let steps = 0; cursor !== undefined; steps += 1) {
        const { body } = await list(`?limit=${limit}&before=${encodeURIComponent(cursor)}`);
        seen.push(...body.events.map(({ event_id }: AuditEvent) => event_id));
        cursor = body.next_cursor;
        if (steps === 1) await registerGenerator(service.live, org.key);
      }
      assert.deepEqual(seen.slice(-all.length), all);
      assert.equal(new Set(seen).size, seen.length);
    }
  });

  test('a plain timestamp means everything before that moment', async () => {
    const { body: newest } = await list('?limit=100');
    const times = newest.events.map(({ timestamp }: AuditEvent) => timestamp);
    const moment = times.find((time: string) => time !== times[0]);
    const { body } = await list(`?limit=100&before=${moment}`);
    assert.ok(body.events.length > 0);
    assert.ok(body.events.every(({ timestamp }: AuditEvent) => timestamp < moment));
    const later = newest.events.filter(({ timestamp }: AuditEvent) => timestamp >= moment).length;
    assert.equal(body.events[0].event_id, (await storedIds())[later]);
    assert.deepEqual((await list('?before=2001-01-01T00:00:00.000Z')).body.events, []);
  });

  test('the type and from filters select events', async () => {
    const walk = async (query: string) => {
      const seen: AuditEvent[] = [];
      let cursor: string | undefined;
      do {
        const before = cursor === undefined ? '' : `&before=${encodeURIComponent(cursor)}`;
        const { body } = await list(`?${query}${before}`);
        seen.push(...body.events);
        cursor = body.next_cursor;
      } while (cursor !== undefined);
      return seen;
    };
    const all = await walk('limit=100&from=2001-01-01');
    assert.deepEqual(
      all.map(({ event_id }) => event_id),
      await storedIds(),
    );
    const signed = all.filter(({ type }) => type === 'sign');
    assert.deepEqual(await walk('type=sign&limit=40'), signed);
    const moment = signed[60]!.timestamp;
    assert.deepEqual(
      await walk(`type=sign&limit=40&from=${moment}`),
      signed.filter(({ timestamp }) => timestamp >= moment),
    );
    assert.deepEqual(await walk('type=nothing_of_the_kind'), []);
  });

  test('a rare type is searched in many pages, each of them short', async () => {
    const own = await makeSigningAccount(service, 'growth');
    const newest = await service.database.read
      .selectFrom('events')
      .selectAll()
      .where('org_id', '=', own.orgId)
      .orderBy('sequence', 'desc')
      .executeTakeFirstOrThrow();
    const logins = Array.from({ length: 2_500 }, (_, place) => ({
      ...newest,
      event_id: `evt_${randomUUID()}`,
      type: 'login' as const,
      sequence: newest.sequence + 1 + place,
    }));
    await service.database.transaction(async (transaction) => {
      for (let start = 0; start < logins.length; start += 500) {
        await transaction
          .insertInto('events')
          .values(logins.slice(start, start + 500))
          .execute();
      }
      const sequence = newest.sequence + logins.length;
      await transaction.updateTable('event_heads').set({ sequence }).where('org_id', '=', own.orgId).execute();
    });
    const { body: first } = await list('?type=key_created', own.key);
    assert.deepEqual(first.events, []);
    const { body: second } = await list(`?type=key_created&before=${encodeURIComponent(first.next_cursor)}`, own.key);
    assert.deepEqual([second.events.length, 'next_cursor' in second], [1, false]);
  });

  test('an invalid query is refused by name', async () => {
    for (const [query, path] of [
      ['limit=101', 'limit'],
      ['limit=0', 'limit'],
      ['limit=ten', 'limit'],
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['before=yesterday', 'before'],
      ['before=2026-01-01T00:00:00.000Z~x', 'before'],
      ['before=~5', 'before'],
      ['from=monday', 'from'],
      ['type=', 'type'],
    ] as const) {
      const { status, body } = await list(`?${query}`);
      assert.deepEqual([status, body.details[0].path], [400, path], query);
    }
    assert.equal((await list('?limit=100')).status, 200);
    assert.equal((await service.live.call('GET', '/v1/audit')).status, 401);
  });

  test('every action of an organization is listed, with its actor', async () => {
    const own = await makeSigningAccount(service, 'growth');
    const generatorId = await registerGenerator(service.live, own.token);
    await call('POST', `/v1/generators/${generatorId}/rotate-key`, own.key);
    await call('PUT', `/v1/generators/${generatorId}/revoke`, own.key);
    const { body: extra } = await service.live.call('POST', '/v1/account/api-keys', {
      token: own.token,
      body: { name: 'extra' },
    });
    await call('DELETE', `/v1/account/api-keys/${extra.key_id}`, own.token);
    const { body } = await list('?limit=100', own.key);
    const told = (body.events as AuditEvent[]).toReversed();
    assert.deepEqual(
      told.map(({ type }) => type),
      [
        'organization_registered',
        'login',
        'email_verified',
        'api_key_created',
        'key_created',
        'key_created',
        'key_rotated',
        'key_revoked',
        'api_key_created',
        'api_key_revoked',
      ],
    );
    const metadataOf = (type: string) => told.filter((event) => event.type === type).map(({ metadata }) => metadata);
    assert.deepEqual(metadataOf('organization_registered'), [{ user_id: own.userId, role: 'owner' }]);
    assert.deepEqual(metadataOf('api_key_created').at(-1), { key_id: extra.key_id, name: 'extra', actor: own.userId });
    assert.deepEqual(metadataOf('api_key_revoked'), [{ key_id: extra.key_id, actor: own.userId }]);
    const { keys } = (await service.live.call('GET', `/v1/keys/${generatorId}`)).body;
    assert.deepEqual(metadataOf('key_created'), [
      { generator_id: own.generatorId, name: 'Generator', mode: 'client', kids: ['key-1'], actor: own.keyId },
      { generator_id: generatorId, name: 'Generator', mode: 'server', kids: [keys[1].kid], actor: own.userId },
    ]);
    assert.deepEqual(metadataOf('key_rotated'), [
      { generator_id: generatorId, active_kid: keys[0].kid, retired_kid: keys[1].kid, actor: own.keyId },
    ]);
    assert.deepEqual(metadataOf('key_revoked'), [{ generator_id: generatorId, actor: own.keyId }]);

    // Nobody else sees any of it.
    const texts = JSON.stringify((await list('?limit=100')).body);
    for (const mark of [own.userId, own.keyId, own.generatorId, generatorId, own.email]) {
      assert.equal(texts.includes(mark), false);
    }
    assert.equal((await list('', own.token)).status, 200);
  });
});
