// Rate limits with real requests: by organization and plan, by address on public routes, with the
// IETF headers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { startRunningService } from '../../../test-support/running-service.ts';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { createMemoryStore } from '../../adapters/key-value/memory-store.ts';
import { defineRoute } from '../define-route.ts';
import { createRateLimiter } from './rate-limit.ts';

const declare = (
  path: string,
  access: { caller: 'key-or-session'; scope: 'sign' } | { caller: 'public'; scope?: 'verify' },
  limit: 'organization' | 'public' | 'account' | 'verify' | 'none',
) =>
  defineRoute({
    method: 'GET',
    path,
    operation: 'testThing',
    resource: 'Tests',
    summary: 'Is limited',
    access,
    feature: null,
    limit,
    anyOrigin: false,
    success: { status: 200, schema: Type.Object({}) },
    errors: [],
    handler: () => ({}),
  });
const routes = [
  declare('/v1/mine', { caller: 'key-or-session', scope: 'sign' }, 'organization'),
  declare('/open', { caller: 'public' }, 'public'),
  declare('/account', { caller: 'public' }, 'account'),
  declare('/unlimited', { caller: 'public' }, 'none'),
  declare('/switched-off', { caller: 'public', scope: 'verify' }, 'verify'),
];

let served: ServedRoutes;
let time = Date.now();
before(async () => {
  served = await serveRoutes(routes, {
    addressLimits: { public: 5, account: 3, verify: 0 },
    trustProxy: true,
    now: () => time,
  });
});
after(() => served.stop());

/** Each test calls from its own address. */
let addresses = 0;
const newAddress = () => ({ 'x-forwarded-for': `192.0.2.${addresses++}` });
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const times = async (count: number, call: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let each = 0; each < count; each += 1) statuses.push((await call()).status);
  return statuses;
};

test('the free plan has 100 calls a minute, sessions and keys together; the 101st is 429', async () => {
  const { token, key } = await served.makeMember({ plan: 'free' });
  let use = token;
  const call = () => {
    use = use === token ? key : token;
    return served.call('GET', '/v1/mine', { token: use });
  };
  const first = await call();
  assert.equal(first.headers.get('ratelimit-policy'), '"organization";q=100;w=60');
  assert.equal(first.headers.get('ratelimit'), '"organization";r=99;t=60');
  assert.deepEqual(await times(99, call), Array(99).fill(200));
  time += 20_000;
  const refused = await call();
  assert.deepEqual([refused.status, refused.body.error], [429, 'rate_limited']);
  assert.deepEqual([refused.body.limit, refused.body.retry_after], [100, 40]);
  assert.equal(refused.headers.get('retry-after'), '40');
  assert.equal(refused.headers.get('ratelimit'), '"organization";r=0;t=40');
  assert.equal(refused.headers.get('ratelimit-policy'), '"organization";q=100;w=60');
  time += 40_000;
  assert.equal((await call()).status, 200);
});

test('another organization is not affected', async () => {
  const [busy, quiet] = [await served.makeMember(), await served.makeMember()];
  await times(101, () => served.call('GET', '/v1/mine', { token: busy.token }));
  assert.equal((await served.call('GET', '/v1/mine', { token: quiet.token })).status, 200);
});

test('Enterprise has no limit and no header', async () => {
  const { key } = await served.makeMember({ plan: 'enterprise' });
  const { headers } = await served.call('GET', '/v1/mine', { token: key });
  assert.equal(headers.get('ratelimit'), null);
});

test('the plans have 100, 500, 1,000 and 2,000 calls a minute', async () => {
  for (const [plan, most] of [
    ['free', 100],
    ['starter', 500],
    ['growth', 1_000],
    ['scale', 2_000],
  ] as const) {
    const { key } = await served.makeMember({ plan });
    const { headers } = await served.call('GET', '/v1/mine', { token: key });
    assert.equal(headers.get('ratelimit-policy'), `"organization";q=${most};w=60`);
  }
});

test('calls at the same moment share one count', async () => {
  const { key } = await served.makeMember();
  const answers = await Promise.all(Array.from({ length: 130 }, () => served.call('GET', '/v1/mine', { token: key })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 100);
});

test('public routes are charged to the address, and each class has its own count', async () => {
  const headers = newAddress();
  assert.deepEqual(await times(6, () => served.call('GET', '/open', { headers })), [200, 200, 200, 200, 200, 429]);
  assert.deepEqual(await times(4, () => served.call('GET', '/account', { headers })), [200, 200, 200, 429]);
  const other = await served.call('GET', '/open', { headers: newAddress() });
  assert.equal(other.headers.get('ratelimit'), '"public";r=4;t=60');
});

test('addresses of one IPv6 /64 share one count on every class, and IPv4 in IPv6 is IPv4', async () => {
  let place = 0;
  const spread = (path: string) => () => served.call('GET', path, from(`2001:db8:0:1::${place++}`));
  assert.deepEqual(await times(6, spread('/open')), [200, 200, 200, 200, 200, 429]);
  assert.deepEqual(await times(4, spread('/account')), [200, 200, 200, 429]);
  const guess = () => served.call('GET', '/v1/mine', { token: 'guess', ...from(`2001:db8:0:2::${place++}`) });
  assert.deepEqual(await times(6, guess), [401, 401, 401, 401, 401, 429]);
  const [plain, mapped] = [from('198.51.100.1'), from('::ffff:198.51.100.1')];
  await times(5, () => served.call('GET', '/open', plain));
  assert.equal((await served.call('GET', '/open', mapped)).status, 429);
});

test('a limit of 0 and the class none mean no limit', async () => {
  const headers = newAddress();
  for (const path of ['/unlimited', '/switched-off']) {
    assert.deepEqual(await times(10, () => served.call('GET', path, { headers })), Array(10).fill(200));
  }
});

test('failed credentials are charged to the address', async () => {
  const headers = newAddress();
  const guess = () => served.call('GET', '/v1/mine', { token: 'guess', headers });
  assert.deepEqual(await times(7, guess), [401, 401, 401, 401, 401, 429, 429]);
  const { token } = await served.makeMember();
  assert.equal((await served.call('GET', '/v1/mine', { token, headers })).status, 200, 'right ones still pass');
});

test('a call that costs more is charged more', async () => {
  const limiter = createRateLimiter(
    createMemoryStore(() => time),
    { public: 0, account: 0, verify: 60 },
  );
  assert.equal((await limiter.charge('verify', '192.0.2.1', undefined, 50))?.ratelimit, '"verify";r=10;t=60');
  await assert.rejects(async () => limiter.charge('verify', '192.0.2.1', undefined, 11), { code: 'rate_limited' });
});

test('the settings for calls without credentials reach the routes of the service', async () => {
  const service = await startRunningService({
    settings: { ACCOUNT_LIMIT_PER_MINUTE: '3', PUBLIC_LIMIT_PER_MINUTE: '2' },
  });
  const verify = () => service.live.call('POST', '/v1/auth/verify-email', { body: { token: 'x' } });
  assert.deepEqual(await times(4, verify), [400, 400, 400, 429]);
  assert.deepEqual(await times(3, () => service.live.call('GET', '/version')), [200, 200, 429]);
  assert.equal((await service.sandbox.call('GET', '/version')).status, 200, 'the sandbox counts for itself');
  await service.stop();
});
