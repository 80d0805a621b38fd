// The settings of API keys over HTTP: what is accepted, shown, changed, audited and counted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, addMember, listEvents, makeAccount, makeOwner } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigner, makeSubmission, registerGenerator } from '../../../test-support/signing-client.ts';
import { generatorScopes, scopes } from '../../access/scopes.ts';

const unrestricted = { scopes: null, expires_at: null, generator_ids: null, addresses: null, limit_per_minute: null };
const tomorrow = () => new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString();

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  let stranger: Account;
  let generatorId: string;
  let foreignGenerator: string;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeOwner(service, 'growth');
    stranger = await makeAccount(service.live);
    generatorId = await registerGenerator(service.live, owner.token);
    foreignGenerator = await registerGenerator(service.live, stranger.token);
  });
  after(() => service.stop());

  const call = (method: string, path: string, body?: unknown, token = owner.token) =>
    service.live.call(method, path, { token, ...(body !== undefined && { body }) });
  const organizationKeys = '/v1/account/api-keys';
  const personalKeys = () => `/v1/team/members/${owner.userId}/api-keys`;
  const list = async (path = organizationKeys) =>
    (await call('GET', path === organizationKeys ? path : '/v1/team/members/me/api-keys')).body.keys;

  test('a key that is created without options has no restriction', async () => {
    for (const path of [organizationKeys, personalKeys()]) {
      for (const body of [undefined, {}, { name: null, ...unrestricted }]) {
        const { status, body: created } = await call('POST', path, body);
        assert.equal(status, 201);
        const { scopes, expires_at, generator_ids, addresses, limit_per_minute } = created;
        assert.deepEqual({ scopes, expires_at, generator_ids, addresses, limit_per_minute }, unrestricted);
      }
    }
  });

  test('the response, the list and a change show the same settings, for both kinds of keys', async () => {
    const settings = {
      name: 'Nightly job',
      scopes: ['sign', 'records:read'],
      expires_at: tomorrow(),
      generator_ids: [generatorId],
      addresses: ['192.0.2.7', '2001:db8::/32'],
      limit_per_minute: 60,
    };
    for (const path of [organizationKeys, personalKeys()]) {
      const { body: created } = await call('POST', path, settings);
      const [listed] = await list(path);
      for (const shown of [created, listed]) assert.deepEqual({ ...shown, ...settings }, shown);
      assert.deepEqual([listed.status, listed.replaced_by, listed.last_used_at], ['active', null, null]);
      const { status, body: changed } = await call('PATCH', `${path}/${created.key_id}`, {
        name: null,
        limit_per_minute: null,
        addresses: ['198.51.100.0/24'],
      });
      assert.equal(status, 200);
      assert.deepEqual(changed, { ...listed, name: null, limit_per_minute: null, addresses: ['198.51.100.0/24'] });
      assert.deepEqual((await list(path))[0], changed);
    }
  });

  test('a change applies to the next request with the key', async () => {
    const { body } = await call('POST', organizationKeys, {});
    const read = () => call('GET', '/v1/generators', undefined, body.key);
    assert.equal((await read()).status, 200);
    await call('PATCH', `${organizationKeys}/${body.key_id}`, { scopes: ['sign'] });
    assert.deepEqual((await read()).body.required_scope, 'generators:read');
    await call('PATCH', `${organizationKeys}/${body.key_id}`, { scopes: null });
    assert.equal((await read()).status, 200);
  });

  test('400: wrong settings, with the field', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['everything'] }, 'scopes.0'],
      [{ scopes: 'sign' }, 'scopes'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
      [{ expires_at: 'tomorrow' }, 'expires_at'],
      [{ expires_at: 1 }, 'expires_at'],
      [{ generator_ids: [] }, 'generator_ids'],
      [{ generator_ids: Array.from({ length: 51 }, () => generatorId) }, 'generator_ids'],
      [{ addresses: ['192.0.2.0/24', 'office'] }, 'addresses.1'],
      [{ addresses: ['192.0.2.0/99'] }, 'addresses.0'],
      [{ addresses: Array.from({ length: 51 }, () => '192.0.2.1') }, 'addresses'],
      [{ limit_per_minute: 0 }, 'limit_per_minute'],
      [{ limit_per_minute: 1.5 }, 'limit_per_minute'],
      [{ generator_ids: [generatorId], scopes: ['sign', 'webhooks'] }, 'scopes'],
    ];
    const { body: key } = await call('POST', organizationKeys, {});
    for (const [settings, path] of wrong) {
      for (const [method, address] of [
        ['POST', organizationKeys],
        ['PATCH', `${organizationKeys}/${key.key_id}`],
        ['POST', personalKeys()],
      ] as const) {
        const { status, body } = await call(method, address, settings);
        assert.equal(status, 400, JSON.stringify(settings));
        assert.equal(body.details[0].path, path, JSON.stringify(body.details));
      }
    }
  });

  test('a generator of another organization gets the same response as a missing one', async () => {
    const { body: key } = await call('POST', organizationKeys, {});
    const answers = [];
    for (const id of [foreignGenerator, 'gen_missing']) {
      for (const [method, path] of [
        ['POST', organizationKeys],
        ['PATCH', `${organizationKeys}/${key.key_id}`],
      ] as const) {
        const { status, body } = await call(method, path, { generator_ids: [generatorId, id] });
        answers.push([status, body.error, body.message]);
      }
    }
    assert.deepEqual(new Set(answers.map((each) => JSON.stringify(each))).size, 1);
    assert.deepEqual(answers[0]!.slice(0, 2), [404, 'generator_not_found']);
  });

  test('a key for certain generators gets the scopes that fit, also by a change', async () => {
    const { body: created } = await call('POST', organizationKeys, { generator_ids: [generatorId] });
    assert.deepEqual(created.scopes, generatorScopes);
    const { body: other } = await call('POST', organizationKeys, { scopes: ['sign', 'webhooks'] });
    const refused = await call('PATCH', `${organizationKeys}/${other.key_id}`, { generator_ids: [generatorId] });
    assert.deepEqual([refused.status, refused.body.details[0].path], [400, 'scopes']);
    const { body: wide } = await call('POST', organizationKeys, {});
    const narrowed = await call('PATCH', `${organizationKeys}/${wide.key_id}`, { generator_ids: [generatorId] });
    assert.deepEqual(narrowed.body.scopes, generatorScopes);
  });

  test('keys of others get 404, and users manage only their own', async () => {
    const user = await addMember(service, owner, 'user');
    const { body: own } = await call('POST', `/v1/team/members/${user.userId}/api-keys`, {}, user.token);
    const { body: ofOrganization } = await call('POST', organizationKeys, {});
    const { body: ofOwner } = await call('POST', personalKeys(), {});
    for (const [method, end] of [
      ['PATCH', ''],
      ['POST', '/rotate'],
    ] as const) {
      const attempt = async (path: string, token: string) => (await call(method, path + end, {}, token)).status;
      assert.equal(await attempt(`${organizationKeys}/${ofOrganization.key_id}`, stranger.token), 404);
      assert.equal(await attempt(`${organizationKeys}/${own.key_id}`, owner.token), 404);
      assert.equal(await attempt(`${personalKeys()}/${own.key_id}`, owner.token), 404);
      assert.equal(await attempt(`${organizationKeys}/${ofOrganization.key_id}`, user.token), 403);
      assert.equal(await attempt(`${personalKeys()}/${ofOwner.key_id}`, user.token), 403);
      const path = `/v1/team/members/${user.userId}/api-keys/${own.key_id}`;
      assert.equal(await attempt(path, user.token), method === 'POST' ? 201 : 200);
    }
  });

  test('a personal key that an admin rotates for an owner has only the role of an admin', async () => {
    const admin = await addMember(service, owner, 'admin');
    const { body: own } = await call('POST', personalKeys(), {});
    const { body: rotated } = await call('POST', `${personalKeys()}/${own.key_id}/rotate`, {}, admin.token);
    const row = await service.database.read
      .selectFrom('api_keys')
      .select(['user_id', 'created_by'])
      .where('key_id', '=', rotated.key_id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.user_id, row.created_by], [owner.userId, admin.userId]);
  });

  test('a repeated rotation with an Idempotency-Key gives the same key', async () => {
    const { body: old } = await call('POST', organizationKeys, {});
    const rotate = () =>
      service.live.call('POST', `${organizationKeys}/${old.key_id}/rotate`, {
        token: owner.token,
        body: { overlap_hours: 1 },
        headers: { 'idempotency-key': `rotate-${old.key_id}` },
      });
    const first = await rotate();
    const second = await rotate();
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.equal(second.body.key, first.body.key);
    assert.equal((await call('POST', `${organizationKeys}/${old.key_id}/rotate`, {})).body.error, 'api_key_replaced');
  });

  test('creating, changing and rotating are audited, without a secret', async () => {
    const { body: made } = await call('POST', organizationKeys, { name: 'Audited', scopes: ['sign'] });
    await call('PATCH', `${organizationKeys}/${made.key_id}`, { limit_per_minute: 5 });
    const { body: rotated } = await call('POST', `${organizationKeys}/${made.key_id}/rotate`, { overlap_hours: 0 });
    const [third, second, first] = await listEvents(service, owner);
    assert.deepEqual(
      [first, second, third].map((event) => event!.type),
      ['api_key_created', 'api_key_changed', 'api_key_rotated'],
    );
    const actor = owner.userId;
    assert.deepEqual(first!.metadata, { key_id: made.key_id, name: 'Audited', scopes: ['sign'], actor });
    assert.deepEqual(second!.metadata, {
      ...unrestricted,
      key_id: made.key_id,
      name: 'Audited',
      scopes: ['sign'],
      limit_per_minute: 5,
      actor,
    });
    const { key_id, replaces } = rotated;
    assert.deepEqual(third!.metadata, {
      key_id,
      replaces: made.key_id,
      old_expires_at: replaces.expires_at,
      actor,
    });
    for (const { key } of [made, rotated]) {
      assert.ok(!JSON.stringify([first, second, third]).includes(key.slice(12, -4)));
    }
  });

  test('requests and signatures of this month are counted, and survive a restart', async () => {
    const { body: key } = await call('POST', organizationKeys, { scopes: ['sign', 'generators:write'] });
    const signer = makeSigner();
    const { body: generator } = await call(
      'POST',
      '/v1/generators',
      { name: 'Counted', supported_formats: ['text'], public_keys: [signer.publicKey] },
      key.key,
    );
    for (let count = 0; count < 3; count += 1) {
      const stored = await call('POST', '/v1/records', makeSubmission(signer, generator.generator_id), key.key);
      assert.equal(stored.status, 201);
    }
    const records = Array.from({ length: 4 }, () => makeSubmission(signer, generator.generator_id));
    assert.equal((await call('POST', '/v1/records/batch', { records }, key.key)).status, 201);
    // A request without the scope is one too.
    assert.equal((await call('GET', '/v1/audit', undefined, key.key)).status, 403);
    await service.restart();
    const shown = (await list()).find(({ key_id }: { key_id: string }) => key_id === key.key_id);
    const period_start = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
    assert.deepEqual(shown.usage, { period_start, requests: 6, signatures: 7 });
    // The counts of an earlier month are not shown.
    await service.database.transaction((transaction) =>
      transaction.updateTable('api_keys').set({ usage_month: '2026-01' }).where('key_id', '=', key.key_id).execute(),
    );
    const later = (await list()).find(({ key_id }: { key_id: string }) => key_id === key.key_id);
    assert.deepEqual(later.usage, { period_start, requests: 0, signatures: 0 });
  });

  test('the list of scopes in OpenAPI is the one of the service', async () => {
    const document = (await (await fetch(`${service.live.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { description: string; 'x-access': { scope: string | null } }>>;
    };
    const declared = new Set<string>();
    for (const operations of Object.values(document.paths)) {
      for (const { description, 'x-access': access } of Object.values(operations)) {
        if (access.scope === null) continue;
        declared.add(access.scope);
        assert.ok(description.includes(`scope \`${access.scope}\``), description);
      }
    }
    assert.deepEqual([...declared].sort(), [...scopes].sort());
  });
});
