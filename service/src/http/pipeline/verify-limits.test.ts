// The limit of verifications: by network without credentials, by organization and plan with them.
// Wrong credentials change nothing and cost nothing more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { makeOwner } from '../../../test-support/account.ts';
import { startRunningService } from '../../../test-support/running-service.ts';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { makeApiKey } from '../../access/api-keys.ts';
import type { Authenticate } from '../../access/authenticate.ts';
import { DatabaseUnavailable } from '../../adapters/database/database.ts';
import { plans } from '../../plans/plans.ts';
import { defineRoute } from '../define-route.ts';
import { fail } from '../error-catalogue.ts';
import { recognizerOf } from './recognize-verifier.ts';

const anonymousLimit = 5;
const check = defineRoute({
  method: 'GET',
  path: '/v1/check',
  operation: 'check',
  resource: 'Tests',
  summary: 'Is limited as verification is',
  access: { caller: 'public', scope: 'verify' },
  feature: null,
  limit: 'verify',
  anyOrigin: true,
  success: { status: 200, schema: Type.Object({}) },
  errors: [],
  handler: () => ({}),
});

/** As a batch with a search that is refused: the rest of it still gets a response. */
const search = defineRoute({
  method: 'GET',
  path: '/v1/search',
  operation: 'search',
  resource: 'Tests',
  summary: 'Costs more while it works',
  access: { caller: 'public', scope: 'verify' },
  feature: null,
  limit: 'verify',
  anyOrigin: true,
  success: { status: 200, schema: Type.Object({}) },
  errors: [],
  handler: async ({ charge }) => {
    await charge(plans.starter.verificationsPerMinute!).catch(() => undefined);
    return {};
  },
});

let served: ServedRoutes;
before(async () => {
  served = await serveRoutes([check, search], { addressLimits: { verify: anonymousLimit }, trustProxy: true });
});
after(() => served.stop());

let addresses = 0;
const newAddress = () => `192.0.2.${addresses++}`;
const verify = (address: string, token?: string) =>
  served.call('GET', check.path, {
    headers: { 'x-forwarded-for': address },
    ...(token !== undefined && { token }),
  });
async function verifyTimes(count: number, address: string, token?: string) {
  for (let each = 0; each < count; each += 1) assert.equal((await verify(address, token)).status, 200);
}

test('without credentials the limit is the one of the network', async () => {
  const address = newAddress();
  await verifyTimes(anonymousLimit, address);
  const { status, headers } = await verify(address);
  assert.deepEqual([status, headers.get('ratelimit-policy')], [429, '"verify";q=5;w=60']);
});

test('with a key or a session, the organization has the limit of its plan over all networks', async () => {
  const { key, token } = await served.makeMember({ plan: 'starter' });
  const first = await verify(newAddress(), key);
  assert.equal(first.headers.get('ratelimit-policy'), '"verify-organization";q=300;w=60');
  assert.match(first.headers.get('ratelimit') ?? '', /^"verify-organization";r=299;t=\d+$/);
  const second = await verify(newAddress(), token);
  assert.match(second.headers.get('ratelimit') ?? '', /;r=298;/);
});

test('a caller with credentials leaves the limit of the network to the others', async () => {
  const address = newAddress();
  const { key } = await served.makeMember({ plan: 'growth' });
  await verifyTimes(anonymousLimit * 2, address, key);
  await verifyTimes(anonymousLimit, address);
});

test('a caller with credentials never gets less than one without', async () => {
  const { key } = await served.makeMember();
  await verifyTimes(plans.free.verificationsPerMinute!, newAddress(), key);
  const address = newAddress();
  await verifyTimes(anonymousLimit, address, key);
  const { status, headers } = await verify(address, key);
  assert.deepEqual([status, headers.get('ratelimit-policy')], [429, '"verify";q=5;w=60']);
  await verifyTimes(anonymousLimit, newAddress(), key);
});

test('a limit for networks above that of the plan is also the limit of the organization', async () => {
  const generous = await serveRoutes([check], { addressLimits: { verify: 1_000 } });
  const { key } = await generous.makeMember();
  const { headers } = await generous.call('GET', check.path, { token: key });
  assert.equal(headers.get('ratelimit-policy'), '"verify-organization";q=1000;w=60');
  await generous.stop();
});

test('Enterprise has no limit', async () => {
  const { key } = await served.makeMember({ plan: 'enterprise' });
  const { headers } = await verify(newAddress(), key);
  assert.equal(headers.get('ratelimit-policy'), null);
});

test('wrong credentials count as none, in every form', async () => {
  const { key } = await served.makeMember({ plan: 'enterprise', verified: false });
  const wrong = [makeApiKey('live'), makeApiKey('sandbox'), 'garbage', 'a.b.c', key];
  assert.equal(wrong.length, anonymousLimit);
  const address = newAddress();
  for (const token of wrong) {
    const { status, headers } = await verify(address, token);
    assert.deepEqual([status, headers.get('ratelimit-policy')], [200, '"verify";q=5;w=60'], token);
  }
  assert.equal((await verify(address, wrong[0])).status, 429);
});

test('the two headers name the same limit, also if a part of the request is refused', async () => {
  const { key } = await served.makeMember({ plan: 'starter' });
  const { status, headers } = await served.call('GET', search.path, { token: key });
  const named = ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name)?.split(';')[0]);
  assert.deepEqual([status, named], [200, ['"verify"', '"verify"']]);
});

test('credentials that cannot be looked up now count as none', async () => {
  let lookups = 0;
  const authenticate: Authenticate = async () => {
    lookups += 1;
    throw new DatabaseUnavailable(undefined);
  };
  const recognize = recognizerOf(authenticate, 'verify', () => 0);
  const call = { ip: '192.0.2.1', headers: { authorization: 'Bearer right' } };
  // They are not guesses either.
  for (let each = 0; each < 100; each += 1) assert.equal(await recognize(call), undefined);
  assert.equal(lookups, 100);
});

test('after 60 wrong credentials in a minute, those of a network are no longer looked up', async () => {
  let lookups = 0;
  let time = 0;
  const authenticate: Authenticate = async () => {
    lookups += 1;
    return fail('unauthorized');
  };
  const recognize = recognizerOf(authenticate, 'verify', () => time);
  const guess = (ip: string) => recognize({ ip, headers: { authorization: 'Bearer guess' } });
  for (let each = 0; each < 100; each += 1) assert.equal(await guess('192.0.2.1'), undefined);
  assert.equal(lookups, 60);
  await guess('192.0.2.2');
  assert.equal(lookups, 61);
  time += 60_000;
  await guess('192.0.2.1');
  assert.equal(lookups, 62);
});

test('the real routes count so in both environments, each item of a batch', async () => {
  const service = await startRunningService({ settings: { NEURAL_WATERMARK: 'false', MEDIA_DECODER: 'false' } });
  const owner = await makeOwner(service, 'growth');
  const items = Array.from({ length: 3 }, () => ({ content: Buffer.from('Nothing.').toString('base64') }));
  const { headers } = await service.live.call('POST', '/v1/verify/batch', { token: owner.token, body: { items } });
  assert.match(headers.get('ratelimit') ?? '', /^"verify-organization";r=597;/);
  const form = makeForm({ content: new Uint8Array([1, 2, 3]) });
  const authorization = `Bearer ${owner.token}`;
  const single = await fetch(`${service.live.url}/v1/verify`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  assert.match(single.headers.get('ratelimit') ?? '', /^"verify-organization";r=596;/);
  // The session of one environment is worth nothing in the other.
  const foreign = await service.sandbox.call('POST', '/v1/verify/batch', { token: owner.token, body: { items } });
  assert.match(foreign.headers.get('ratelimit') ?? '', /^"verify";r=57;/);
  await service.stop();
});
