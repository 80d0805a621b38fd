// Generated from the declarations: every route that needs credentials, with every kind of wrong
// ones, and every route that needs a role, with every lower one.
import assert from 'node:assert/strict';
import { hkdfSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { makeApiKey as inventKey } from '../src/access/api-keys.ts';
import { createSessionTokens } from '../src/access/session-tokens.ts';
import type { Role } from '../src/database/schema.ts';
import type { Route } from '../src/http/define-route.ts';
import { exampleOf } from '../src/http/documents/docs-page/examples.ts';
import type { Schema } from '../src/http/documents/docs-page/read-document.ts';
import { type Account, addMember, makeAccount, makeApiKey, setPlan } from '../test-support/account.ts';
import type { CallOptions } from '../test-support/http-client.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';

const jwtSecret = 'a secret for tests that is long enough';
const roles: readonly Role[] = ['user', 'admin', 'owner'];

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  let wrong: Readonly<Record<string, CallOptions>>;
  let key: string;
  const members = new Map<Role, Account>();
  /** A personal key of each member. */
  const keys = new Map<Role, string>();

  before(async () => {
    service = await startRunningService({ database, settings: { JWT_SECRET: jwtSecret } });
    owner = await makeAccount(service.live);
    await setPlan(service, owner.orgId, 'enterprise');
    for (const role of roles) {
      const member = await addMember(service, owner, role);
      members.set(role, member);
      const path = `/v1/team/members/${member.userId}/api-keys`;
      keys.set(role, (await service.live.call('POST', path, { token: member.token })).body.key);
    }
    ({ key } = await makeApiKey(service.live, owner));
    const sandboxOwner = await makeAccount(service.sandbox);
    const sandboxKey = await makeApiKey(service.sandbox, sandboxOwner);
    const revoked = await makeApiKey(service.live, owner);
    await service.live.call('DELETE', `/v1/account/api-keys/${revoked.key_id}`, { token: owner.token });
    const loggedOut = await addMember(service, owner, 'owner');
    await service.live.call('POST', '/v1/auth/logout', { token: loggedOut.token });
    const payload = owner.token.split('.')[1];
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    wrong = {
      'no header': {},
      'an empty header': { headers: { authorization: '' } },
      'another scheme': { headers: { authorization: `Basic ${owner.token}` } },
      'a bare token': { headers: { authorization: owner.token } },
      garbage: { token: 'garbage' },
      'two tokens': { token: `${owner.token} ${owner.token}` },
      'a key that was never made': { token: inventKey('live') },
      'a key with a wrong checksum': { token: key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a') },
      'a revoked key': { token: revoked.key },
      "the other environment's key": { token: sandboxKey.key },
      "the other environment's session": { token: sandboxOwner.token },
      'a session that was logged out': { token: loggedOut.token },
      'an expired session': { token: await sessionFrom(owner, Date.now() - 25 * 60 * 60 * 1_000) },
      'an unsigned session': { token: unsigned },
    };
    // Only its age makes the expired session fail.
    assert.equal(
      (await service.live.call('GET', '/v1/auth/me', { token: await sessionFrom(owner, Date.now()) })).status,
      200,
    );
  });
  after(() => service.stop());

  /** A session as the service itself would have issued it then. */
  async function sessionFrom({ userId, email, orgId }: Account, time: number): Promise<string> {
    const secret = new Uint8Array(hkdfSync('sha256', jwtSecret, '', 'content-provenance/session/live', 32));
    return createSessionTokens(secret, () => time).issue({ userId, email, orgId, sessionGeneration: 0 });
  }

  const guarded = (): readonly Route[] => service.live.routes.filter(({ access }) => access.caller !== 'public');
  const call = ({ method, path }: Route, options: CallOptions) =>
    service.live.call(method, path.replaceAll(/:\w+/g, 'x'), options);

  test('wrong credentials get 401 on every route that needs some', async () => {
    assert.ok(guarded().length >= 8);
    for (const route of guarded()) {
      for (const [name, options] of Object.entries(wrong)) {
        const { status, body } = await call(route, options);
        assert.deepEqual([status, body.error], [401, 'unauthorized'], `${route.name} with ${name}`);
      }
    }
  });

  test('the wrong kind of credential gets 401', async () => {
    for (const route of guarded()) {
      const { caller } = route.access;
      if (caller === 'session') assert.equal((await call(route, { token: key })).status, 401, route.name);
      if (caller === 'key') assert.equal((await call(route, { token: owner.token })).status, 401, route.name);
    }
  });

  test('a role that is too low gets 403, and a sufficient one does not, by session and by personal key', async () => {
    const withRole = guarded().filter(({ access }) => access.role);
    assert.ok(withRole.length >= 3);
    for (const route of withRole) {
      for (const role of roles) {
        // Wrong input keeps the call harmless if the role is sufficient.
        const input = route.method === 'GET' ? {} : { body: '[]' };
        const tooLow = roles.indexOf(role) < roles.indexOf(route.access.role!);
        const { caller } = route.access;
        const tokens = [
          ...(caller === 'key' ? [] : [members.get(role)!.token]),
          ...(caller === 'session' ? [] : [keys.get(role)!]),
        ];
        for (const token of tokens) {
          const { body } = await call(route, { token, ...input });
          assert.equal(body.error === 'forbidden', tooLow, `${route.name} as ${role}: ${JSON.stringify(body)}`);
        }
      }
    }
  });

  test('actions that others cannot undo need a role', () => {
    for (const name of ['PUT /v1/generators/:generator_id/revoke', 'POST /v1/generators/:generator_id/rotate-key']) {
      assert.equal(guarded().find((route) => route.name === name)?.access.role, 'admin', name);
    }
  });

  test('public routes need no credentials and ignore wrong ones', async () => {
    // Pages respond only to browsers, and are possibly not built here.
    for (const route of service.live.routes.filter(
      ({ access, method, path, resource }) =>
        access.caller === 'public' && method === 'GET' && !path.includes(':') && resource !== 'Pages',
    )) {
      const query = exampleOf((route.query ?? {}) as Schema) as Record<string, string>;
      const path = `${route.path}?${new URLSearchParams(query)}`;
      assert.equal((await service.live.call('GET', path, { token: 'garbage' })).status, 200, route.name);
    }
  });
});
