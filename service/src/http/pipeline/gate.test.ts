// The gates of a route and their order (settled point 29): credentials → role → verified address →
// plan → input.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { defineRoute } from '../define-route.ts';

const demanding = defineRoute({
  method: 'POST',
  idempotency: 'repeatable',
  path: '/v1/demanding',
  operation: 'testThing',
  resource: 'Tests',
  summary: 'Asks for everything',
  access: { caller: 'key-or-session', scope: 'admin', role: 'admin', verifiedEmail: true },
  feature: 'webhooks',
  limit: 'organization',
  anyOrigin: false,
  body: Type.Object({ name: Type.String() }),
  success: { status: 200, schema: Type.Object({ role: Type.String(), kind: Type.String() }) },
  errors: [],
  handler: ({ caller }) => ({ role: caller.role, kind: caller.kind }),
});

const feature = defineRoute({
  method: 'GET',
  path: '/v1/feature',
  operation: 'testThing',
  resource: 'Tests',
  summary: 'Asks for a feature only',
  access: { caller: 'key', scope: 'sign' },
  feature: 'attestation',
  limit: 'organization',
  anyOrigin: false,
  success: { status: 200, schema: Type.Object({}) },
  errors: [],
  handler: () => ({}),
});

onEachDatabase((database) => {
  let served: ServedRoutes;
  before(async () => {
    served = await serveRoutes([demanding, feature], { database });
  });
  after(() => served.stop());

  const answer = async (member: Parameters<ServedRoutes['makeMember']>[0], body: unknown = { name: 'x' }) => {
    const { token } = await served.makeMember(member);
    const { status, body: answered } = await served.call('POST', '/v1/demanding', { token, body });
    return [status, answered.error ?? answered.role];
  };

  test('credentials are checked first', async () => {
    for (const options of [{}, { token: 'garbage' }, { token: 'garbage', body: '{' }]) {
      const { status, body } = await served.call('POST', '/v1/demanding', options);
      assert.deepEqual([status, body.error], [401, 'unauthorized']);
    }
  });

  test('the role is checked after the credentials', async () => {
    assert.deepEqual(await answer({ role: 'user', verified: false, plan: 'free' }, {}), [403, 'forbidden']);
  });

  test('the verified address is checked after the role', async () => {
    assert.deepEqual(await answer({ role: 'admin', verified: false, plan: 'free' }, {}), [403, 'email_not_verified']);
  });

  test('the plan is checked after the verified address, and the error says which one is needed', async () => {
    const { token } = await served.makeMember({ plan: 'starter' });
    const { status, body } = await served.call('POST', '/v1/demanding', { token, body: {} });
    const { request_id: _, message, ...rest } = body;
    assert.equal(status, 402);
    assert.match(message, /growth/);
    assert.deepEqual(rest, {
      error: 'plan_required',
      required_plan: 'growth',
      current_plan: 'starter',
      upgrade_url: 'http://live.test/billing',
    });
  });

  test('the input is checked after the plan', async () => {
    assert.deepEqual(await answer({ plan: 'growth' }, {}), [400, 'validation_error']);
  });

  test('an owner and an admin who pass all checks are served', async () => {
    assert.deepEqual(await answer({ role: 'admin', plan: 'growth' }), [200, 'admin']);
    assert.deepEqual(await answer({ role: 'owner', plan: 'enterprise' }), [200, 'owner']);
  });

  test('an API key acts as an admin, and is verified if an owner is', async () => {
    const verified = await served.makeMember({ plan: 'growth' });
    const { body } = await served.call('POST', '/v1/demanding', { token: verified.key, body: { name: 'x' } });
    assert.deepEqual(body, { role: 'admin', kind: 'key' });
    const unverified = await served.makeMember({ plan: 'growth', verified: false });
    const refused = await served.call('POST', '/v1/demanding', { token: unverified.key, body: { name: 'x' } });
    assert.equal(refused.body.error, 'email_not_verified');
    const noOwner = await served.makeMember({ role: 'admin', plan: 'growth' });
    assert.equal(
      (await served.call('POST', '/v1/demanding', { token: noOwner.key, body: {} })).body.error,
      'email_not_verified',
    );
  });

  test('a route with a feature also requires the verified address (settled point 8)', async () => {
    const unverified = await served.makeMember({ plan: 'enterprise', verified: false });
    assert.equal((await served.call('GET', '/v1/feature', { token: unverified.key })).body.error, 'email_not_verified');
    const lower = await served.makeMember({ plan: 'scale' });
    assert.equal((await served.call('GET', '/v1/feature', { token: lower.key })).body.required_plan, 'enterprise');
    const enough = await served.makeMember({ plan: 'enterprise' });
    assert.equal((await served.call('GET', '/v1/feature', { token: enough.key })).status, 200);
  });

  test('a route for keys refuses a session, and says so', async () => {
    const { token } = await served.makeMember({ plan: 'enterprise' });
    const { status, body } = await served.call('GET', '/v1/feature', { token });
    assert.deepEqual([status, body.message], [401, 'This operation does not accept session tokens. Send an API key.']);
  });
});
