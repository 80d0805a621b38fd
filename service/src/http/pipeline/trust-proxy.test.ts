// Which proxies the service trusts for the address of the caller. Limits per address depend on it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { serveRoutes } from '../../../test-support/serve-routes.ts';
import { defineRoute } from '../define-route.ts';

const route = defineRoute({
  method: 'GET',
  path: '/address',
  operation: 'testThing',
  resource: 'Tests',
  summary: 'Tells the address it sees',
  access: { caller: 'public' },
  feature: null,
  limit: 'none',
  anyOrigin: false,
  success: { status: 200, schema: Type.Object({ ip: Type.String() }) },
  errors: [],
  handler: ({ ip }) => ({ ip }),
});

const cases = [
  [false, '127.0.0.1'],
  [true, '192.0.2.1'],
  [1, '192.0.2.3'],
  [2, '192.0.2.2'],
  [9, '192.0.2.1'],
  [['127.0.0.1', '192.0.2.3'], '192.0.2.2'],
  [['127.0.0.0/8', '192.0.2.0/24'], '192.0.2.1'],
  [['10.0.0.0/8'], '127.0.0.1'],
] as const;

for (const [trustProxy, seen] of cases) {
  test(`TRUST_PROXY ${trustProxy}: with a client and two proxies, the address of the caller is ${seen}`, async () => {
    const served = await serveRoutes([route], { trustProxy: trustProxy as boolean | number | string[] });
    const { body } = await served.call('GET', '/address', {
      headers: { 'x-forwarded-for': '192.0.2.1, 192.0.2.2, 192.0.2.3' },
    });
    await served.stop();
    assert.equal(body.ip, seen);
  });
}
