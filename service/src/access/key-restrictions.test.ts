// Keys that are restricted to a time, to addresses and to a number of requests, over HTTP and in
// simulated time.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, test } from 'node:test';
import { Type } from 'typebox';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { type ServedRoutes, type ServeOptions, serveRoutes } from '../../test-support/serve-routes.ts';
import { createEventStream } from '../events/event-stream.ts';
import { defineRoute } from '../http/define-route.ts';
import { createApiKeysService, type GivenSettings } from '../resources/account/api-keys.service.ts';
import type { SessionCaller } from './caller.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.UTC(2026, 10, 18, 12);

const parts = {
  method: 'GET',
  resource: 'Things',
  feature: null,
  anyOrigin: false,
  errors: [],
  success: { status: 200, schema: Type.Object({}) },
} as const;
const routes = [
  defineRoute({
    ...parts,
    path: '/v1/things',
    operation: 'readThings',
    summary: 'Takes keys',
    access: { caller: 'key', scope: 'sign' },
    limit: 'organization',
    handler: () => ({}),
  }),
  defineRoute({
    ...parts,
    path: '/v1/check',
    operation: 'check',
    summary: 'Is limited as verification is',
    access: { caller: 'public', scope: 'verify' },
    limit: 'verify',
    handler: () => ({}),
  }),
];

onEachDatabase((kind) => {
  let served: ServedRoutes;
  let time = start;
  afterEach(() => served.stop());

  /** An owner of a new organization, who manages keys at the simulated time. */
  async function open(options: Omit<ServeOptions, 'database' | 'now'> = {}) {
    time = start;
    const now = () => time;
    served = await serveRoutes(routes, { database: kind, now, addressLimits: { verify: 60 }, ...options });
    const { orgId, userId } = await served.makeMember({ plan: 'starter' });
    const keys = createApiKeysService({
      environment: 'live',
      database: served.database,
      pepper: served.apiKeyPepper,
      events: createEventStream(randomBytes(32), now),
      generators: { expectOwn: async () => undefined },
      now,
    });
    const owner = { kind: 'session', role: 'owner', userId, organization: { orgId } } as SessionCaller;
    return {
      ...keys,
      /** Without the key that came with the owner. */
      list: async () => (await keys.list(orgId)).keys.filter(({ created_at }) => Date.parse(created_at) >= start),
      create: (given: GivenSettings) => keys.create(owner, given),
      change: (keyId: string, given: GivenSettings) => keys.change(owner, keyId, given),
      rotate: (keyId: string, hours?: number) => keys.rotate(owner, keyId, hours),
    };
  }

  const call = async (token: string, { from, path = '/v1/things' }: { from?: string; path?: string } = {}) => {
    const headers = from === undefined ? {} : { 'x-forwarded-for': from };
    const { status, body, headers: sent } = await served.call('GET', path, { token, headers });
    return { status, error: body.error, message: body.message, policy: sent.get('ratelimit-policy'), sent };
  };
  const statusOf = async (token: string, from?: string) =>
    (await call(token, from === undefined ? {} : { from })).status;

  test('a key works until the millisecond of its expiry, and then gets 401 with the reason', async () => {
    const keys = await open();
    const { key, key_id, expires_at } = await keys.create({ expires_at: new Date(start + day).toISOString() });
    assert.equal(expires_at, '2026-11-19T12:00:00.000Z');
    time = start + day - 1;
    assert.equal(await statusOf(key), 200);
    time = start + day;
    const { status, error, message } = await call(key);
    assert.deepEqual([status, error], [401, 'unauthorized']);
    assert.match(message, /^This API key expired on 2026-11-19 12:00 \(UTC\)\./);
    // On a public route it counts as none.
    const open_ = await call(key, { path: '/v1/check' });
    assert.deepEqual([open_.status, open_.policy], [200, '"verify";q=60;w=60']);
    assert.equal((await keys.list())[0]!.status, 'expired');
    await keys.change(key_id, { expires_at: null });
    assert.equal(await statusOf(key), 200);
  });

  test('someone who knows only a part of an expired key does not learn that it expired', async () => {
    const keys = await open();
    const { key } = await keys.create({ expires_at: new Date(start + 1).toISOString() });
    time = start + day;
    const { message } = await call(`${key.slice(0, -7)}${key.at(-7) === 'a' ? 'b' : 'a'}${key.slice(-6)}`);
    assert.doesNotMatch(message, /expired/);
  });

  test('a key works only from its addresses, and the refusal does not name them', async () => {
    const keys = await open({ trustProxy: 1 });
    const { key } = await keys.create({ addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    for (const from of ['192.0.2.9', '2001:db8::9', '::ffff:192.0.2.9']) assert.equal(await statusOf(key, from), 200);
    for (const from of ['198.51.100.1', '2001:db9::1', '127.0.0.1', 'unknown']) {
      const { status, error, message } = await call(key, { from });
      assert.deepEqual([status, error], [403, 'address_not_allowed'], from);
      assert.doesNotMatch(message, /192|2001/);
    }
    // Without the header, the caller is the machine itself.
    assert.equal(await statusOf(key), 403);
  });

  test('a caller cannot claim an address with a forged X-Forwarded-For', async () => {
    let keys = await open({ trustProxy: 1 });
    let { key } = await keys.create({ addresses: ['192.0.2.9'] });
    // The one trusted proxy appends the address that it sees.
    assert.equal(await statusOf(key, '192.0.2.9, 198.51.100.1'), 403);
    assert.equal(await statusOf(key, '198.51.100.1, 192.0.2.9'), 200);
    await served.stop();
    keys = await open({ trustProxy: false });
    ({ key } = await keys.create({ addresses: ['192.0.2.9'] }));
    assert.equal(await statusOf(key, '192.0.2.9'), 403);
    const { policy } = await call(key, { from: '192.0.2.9', path: '/v1/check' });
    assert.equal(policy, '"verify";q=60;w=60');
  });

  test('a call from another address costs the key and its organization nothing', async () => {
    const keys = await open({ trustProxy: true });
    const { key } = await keys.create({ addresses: ['192.0.2.9'], limit_per_minute: 2 });
    for (let count = 0; count < 5; count += 1) assert.equal(await statusOf(key, '198.51.100.1'), 403);
    assert.equal(await statusOf(key, '192.0.2.9'), 200);
    assert.equal(await statusOf(key, '192.0.2.9'), 200);
  });

  test('the limit per minute is exact, also for calls at the same moment', async () => {
    const keys = await open();
    const { key } = await keys.create({ limit_per_minute: 7 });
    const other = await keys.create({});
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(key)));
    assert.equal(statuses.filter((status) => status === 200).length, 7);
    const { error, policy, sent } = await call(key);
    assert.deepEqual(
      [error, policy, sent.get('ratelimit')],
      ['rate_limited', '"api-key";q=7;w=60', '"api-key";r=0;t=60'],
    );
    assert.equal(sent.get('retry-after'), '60');
    // What is refused costs the organization nothing: 7 of its 500 are used up, and this is one.
    const { status, sent: ofOther } = await call(other.key);
    assert.deepEqual([status, ofOther.get('ratelimit')?.split(';')[1]], [200, 'r=492']);
    time += minute;
    assert.equal(await statusOf(key), 200);
  });

  test('a verification above the limit of the key counts for the network, as without a key', async () => {
    const keys = await open();
    const { key } = await keys.create({ limit_per_minute: 2 });
    const verify = () => call(key, { path: '/v1/check' });
    for (let count = 0; count < 2; count += 1) assert.equal((await verify()).policy, '"api-key";q=2;w=60');
    for (let count = 0; count < 60; count += 1) assert.equal((await verify()).policy, '"verify";q=60;w=60');
    assert.equal((await verify()).status, 429);
  });

  test('after a rotation both keys work, until the overlap ends', async () => {
    const keys = await open();
    const settings = { name: 'CI', scopes: ['sign' as const], limit_per_minute: 5 };
    const old = await keys.create({ ...settings, expires_at: new Date(start + 30 * day).toISOString() });
    time = start + 10 * day;
    const { key, key_id, replaces, expires_at, ...created } = await keys.rotate(old.key_id, 48);
    assert.deepEqual(replaces, { key_id: old.key_id, expires_at: new Date(time + 2 * day).toISOString() });
    // The new key lives as long as the old one did.
    assert.equal(expires_at, new Date(time + 30 * day).toISOString());
    const { name, scopes, limit_per_minute } = created;
    assert.deepEqual({ name, scopes, limit_per_minute }, settings);
    assert.deepEqual(
      (await keys.list()).map((each) => [each.key_id, each.status, each.replaced_by]),
      [
        [key_id, 'active', null],
        [old.key_id, 'replaced', key_id],
      ],
    );
    time += 2 * day - 1;
    assert.deepEqual([await statusOf(old.key), await statusOf(key)], [200, 200]);
    time += 1;
    assert.deepEqual([await statusOf(old.key), await statusOf(key)], [401, 200]);
    assert.deepEqual(
      (await keys.list()).map((each) => each.key_id),
      [key_id],
    );
  });

  test('without an overlap the old key stops at once, and the default is a day', async () => {
    const keys = await open();
    const first = await keys.create({});
    const second = await keys.rotate(first.key_id, 0);
    assert.deepEqual([await statusOf(first.key), await statusOf(second.key)], [401, 200]);
    assert.equal(second.expires_at, null);
    const third = await keys.rotate(second.key_id);
    time += day - 1;
    assert.equal(await statusOf(second.key), 200);
    time += 1;
    assert.deepEqual([await statusOf(second.key), await statusOf(third.key)], [401, 200]);
  });

  test('an overlap never extends the life of the old key', async () => {
    const keys = await open();
    const old = await keys.create({ expires_at: new Date(start + hour).toISOString() });
    const { replaces } = await keys.rotate(old.key_id, 168);
    assert.equal(replaces.expires_at, new Date(start + hour).toISOString());
    await assert.rejects(keys.change(old.key_id, { expires_at: null }), { code: 'api_key_replaced' });
    await assert.rejects(keys.rotate(old.key_id), { code: 'api_key_replaced' });
  });

  test('of rotations at the same moment one succeeds', async () => {
    const keys = await open();
    const { key_id } = await keys.create({});
    const attempts = await Promise.allSettled([1, 2, 3].map(() => keys.rotate(key_id)));
    assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await keys.list()).length, 2);
  });
});
