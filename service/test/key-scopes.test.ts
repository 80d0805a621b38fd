// The scope of every route that takes API keys. The table below is written by hand: a declaration
// that names another scope fails, and so does a new route that is not in it. Then each route is
// called with a key that has exactly its scope, and with one that has all others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Scope, scopes } from '../src/access/scopes.ts';
import type { Route } from '../src/http/define-route.ts';
import { type Account, makeOwner } from '../test-support/account.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';

const table: Readonly<Record<Scope, readonly string[]>> = {
  sign: [
    'POST /v1/sign',
    'POST /v1/sign/batch',
    'POST /v1/records',
    'POST /v1/records/batch',
    'POST /v1/records/:record_id/c2pa/embed',
    'POST /v1/jobs/sign',
  ],
  verify: [
    'POST /v1/verify',
    'POST /v1/verify/batch',
    'GET /v1/verify/status/:token',
    'POST /v1/c2pa/matches/byContent',
    'POST /v1/c2pa/matches/byReference',
    'POST /v1/jobs/verify',
  ],
  jobs: [
    'GET /v1/jobs',
    'GET /v1/jobs/:job_id',
    'PUT /v1/jobs/:job_id/parts/:number',
    'POST /v1/jobs/:job_id/start',
    'POST /v1/jobs/:job_id/cancel',
    'DELETE /v1/jobs/:job_id',
    'GET /v1/jobs/:job_id/content',
  ],
  'records:read': [
    'GET /v1/records',
    'GET /v1/records/models',
    'GET /v1/records/export',
    'POST /v1/records/find',
    'GET /v1/records/:record_id/notes',
    'GET /v1/log/entries/:index',
    'GET /v1/records/:record_id/thumbnail',
  ],
  'records:write': ['PATCH /v1/records/:record_id/notes'],
  'generators:read': ['GET /v1/generators', 'GET /v1/generators/:generator_id'],
  'generators:write': [
    'POST /v1/generators',
    'PUT /v1/generators/:generator_id/revoke',
    'POST /v1/generators/:generator_id/rotate-key',
  ],
  c2pa: [
    'GET /v1/c2pa/certificates',
    'POST /v1/c2pa/certificates',
    'PUT /v1/c2pa/certificates/:certificate_id/chain',
    'POST /v1/c2pa/certificates/import',
    'POST /v1/c2pa/certificates/:certificate_id/renew',
    'POST /v1/c2pa/certificates/:certificate_id/revoke',
    'PUT /v1/c2pa/default-signature',
    'POST /v1/c2pa/manifests',
    'DELETE /v1/c2pa/manifests/:manifest_id',
    'POST /v1/c2pa/bindings',
    'PUT /v1/c2pa/bindings',
  ],
  webhooks: [
    'GET /v1/webhooks',
    'POST /v1/webhooks',
    'POST /v1/webhooks/:id/test',
    'PATCH /v1/webhooks/:id',
    'DELETE /v1/webhooks/:id',
    'GET /v1/webhooks/:id/deliveries',
    'GET /v1/webhooks/:id/deliveries/:deliveryId',
    'POST /v1/webhooks/:id/deliveries/:deliveryId/retry',
  ],
  'reports:read': [
    'GET /v1/billing/usage',
    'GET /v1/audit',
    'GET /v1/audit/export',
    'GET /v1/attestation',
    'GET /v1/attestation/export',
    'GET /v1/analytics/overview',
    'GET /v1/analytics/hours',
    'GET /v1/analytics/records/:id',
  ],
  admin: [
    'GET /v1/account/branding',
    'PATCH /v1/account/branding',
    'GET /v1/account/domains',
    'POST /v1/account/domains',
    'POST /v1/account/domains/:domain_id/check',
    'DELETE /v1/account/domains/:domain_id',
    'GET /v1/account/storage-connections',
    'POST /v1/account/storage-connections',
    'DELETE /v1/account/storage-connections/:connection_id',
    'GET /v1/account/monitoring-key',
    'GET /v1/account/record-settings',
    'PATCH /v1/account/record-settings',
    'POST /v1/billing/plan-requests',
    'GET /v1/billing/plan-requests',
    'POST /v1/billing/plan-requests/:request_id/withdraw',
  ],
};

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  /** A key with only this scope, and one with all others. */
  const keys = new Map<Scope, { readonly exact: string; readonly others: string; readonly personal: string }>();

  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '600' } });
    owner = await makeOwner(service, 'scale');
    for (const scope of scopes) {
      const exact = await make('/v1/account/api-keys', [scope]);
      const others = await make(
        '/v1/account/api-keys',
        scopes.filter((each) => each !== scope),
      );
      const personal = await make(`/v1/team/members/${owner.userId}/api-keys`, [scope]);
      keys.set(scope, { exact, others, personal });
    }
  });
  after(() => service.stop());

  async function make(path: string, chosen: readonly Scope[]): Promise<string> {
    const { status, body } = await service.live.call('POST', path, { token: owner.token, body: { scopes: chosen } });
    assert.equal(status, 201);
    assert.deepEqual(body.scopes, chosen);
    return body.key;
  }

  /** Wrong input keeps a call harmless. */
  const call = ({ method, path }: Route, token: string) =>
    service.live.call(method, path.replaceAll(/:\w+/g, 'x'), { token, ...(method !== 'GET' && { body: '[]' }) });
  const scoped = () => service.live.routes.filter(({ access }) => access.scope !== undefined);
  const guarded = () => scoped().filter(({ access }) => access.caller !== 'public');

  test('every route that takes keys has the scope of the table', () => {
    const declared = scoped().map(({ name, access }) => `${name}: ${access.scope}`);
    const expected = Object.entries(table).flatMap(([scope, names]) => names.map((name) => `${name}: ${scope}`));
    assert.deepEqual(declared.sort(), expected.sort());
  });

  test('a key with exactly the scope passes, and a key with all other scopes gets 403', async () => {
    assert.ok(guarded().length >= 50);
    for (const route of guarded()) {
      const scope = route.access.scope!;
      const { exact, others, personal } = keys.get(scope)!;
      for (const token of [exact, personal]) {
        const { body } = await call(route, token);
        assert.notEqual(body.error, 'insufficient_scope', route.name);
      }
      const { status, body } = await call(route, others);
      assert.deepEqual([status, body.error, body.required_scope], [403, 'insufficient_scope', scope], route.name);
    }
  });

  test('sessions have no scopes', async () => {
    for (const route of guarded().filter(({ access }) => access.caller === 'key-or-session')) {
      const { body } = await call(route, owner.token);
      assert.notEqual(body.error, 'insufficient_scope', route.name);
    }
  });

  test('on public routes, a key without the scope verify counts as none', async () => {
    const { exact, others } = keys.get('verify')!;
    for (const route of scoped().filter(({ access }) => access.caller === 'public')) {
      const right = await call(route, exact);
      assert.match(right.headers.get('ratelimit-policy') ?? '', /^"verify-organization";/, route.name);
      const wrong = await call(route, others);
      assert.match(wrong.headers.get('ratelimit-policy') ?? '', /^"verify";/, route.name);
      assert.equal(wrong.status, right.status, route.name);
    }
  });

  test('a key with every scope still cannot manage keys, sessions or members', async () => {
    const all = await make('/v1/account/api-keys', scopes);
    const personal = await make(`/v1/team/members/${owner.userId}/api-keys`, scopes);
    const forPeople = service.live.routes.filter(({ access }) => access.caller === 'session');
    const names = forPeople.map(({ name }) => name);
    for (const path of ['/v1/account/api-keys', '/v1/team/members/:user_id/api-keys']) {
      for (const name of [`POST ${path}`, `PATCH ${path}/:key_id`, `POST ${path}/:key_id/rotate`]) {
        assert.ok(names.includes(name), name);
      }
    }
    for (const route of forPeople) {
      for (const token of [all, personal]) {
        const { status, body } = await call(route, token);
        assert.deepEqual([status, body.error], [401, 'unauthorized'], route.name);
      }
    }
  });
});
