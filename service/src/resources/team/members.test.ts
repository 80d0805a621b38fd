// Members, roles and removal through real HTTP, on both databases: every status in the
// specification.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Account,
  addMember,
  listEvents,
  makeAccount,
  makeApiKey,
  makeOwner,
  setPlan,
} from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';

onEachDatabase((database) => {
  let service: RunningService;
  before(async () => {
    service = await startRunningService({ database });
  });
  after(() => service.stop());

  const list = (token: string) => service.live.call('GET', '/v1/team/members', { token });
  const changeRole = (by: Account, userId: string, role: unknown) =>
    service.live.call('PATCH', `/v1/team/members/${userId}/role`, { token: by.token, body: { role } });
  const remove = (by: Account, userId: string) =>
    service.live.call('DELETE', `/v1/team/members/${userId}`, { token: by.token });
  const makeKey = (by: Account, userId: string) =>
    service.live.call('POST', `/v1/team/members/${userId}/api-keys`, { token: by.token });
  const me = ({ token }: Account) => service.live.call('GET', '/v1/auth/me', { token });

  test('the list: members with their keys, the plan, its seats, and whether it has admins', async () => {
    const owner = await makeOwner(service, 'growth');
    const user = await addMember(service, owner, 'user');
    for (let made = 0; made < 2; made += 1) await makeKey(user, user.userId);
    const { body: revoked } = await makeKey(user, user.userId);
    await service.live.call('DELETE', `/v1/team/members/${user.userId}/api-keys/${revoked.key_id}`, user);
    for (const { token } of [owner, user]) {
      const { status, body } = await list(token);
      assert.equal(status, 200);
      assert.deepEqual([body.plan, body.max_members, body.admin_role], ['growth', 15, true]);
      const byId = new Map(body.members.map((each: { user_id: string }) => [each.user_id, each]));
      const { created_at, last_active_at } = byId.get(user.userId) as Record<string, string>;
      assert.deepEqual(byId.get(user.userId), {
        user_id: user.userId,
        email: user.email,
        role: 'user',
        email_verified: true,
        api_key_count: 2,
        created_at,
        last_active_at,
      });
      assert.equal((byId.get(owner.userId) as { role: string }).role, 'owner');
      assert.equal(body.members.length, 2);
    }
  });

  test('seats and the role admin by plan', async () => {
    const owner = await makeAccount(service.live);
    for (const [plan, seats, admins] of [
      ['free', 1, false],
      ['starter', 5, false],
      ['growth', 15, true],
      ['scale', 50, true],
      ['enterprise', null, true],
    ] as const) {
      await setPlan(service, owner.orgId, plan);
      const { body } = await list(owner.token);
      assert.deepEqual([body.plan, body.max_members, body.admin_role], [plan, seats, admins]);
    }
  });

  test('an organization API key is refused on every route for members', async () => {
    const owner = await makeOwner(service, 'enterprise');
    const { key } = await makeApiKey(service.live, owner);
    assert.equal((await list(key)).status, 401);
    assert.equal((await changeRole({ ...owner, token: key }, owner.userId, 'user')).status, 401);
    assert.equal((await remove({ ...owner, token: key }, owner.userId)).status, 401);
  });

  test('200: an owner changes roles, and the new role applies from the next call', async () => {
    const owner = await makeOwner(service, 'growth');
    const user = await addMember(service, owner, 'user');
    for (const role of ['admin', 'owner', 'user'] as const) {
      const { status, body } = await changeRole(owner, user.userId, role);
      assert.deepEqual([status, body], [200, { user_id: user.userId, role }]);
      const invites = await service.live.call('GET', '/v1/team/invites', { token: user.token });
      assert.equal(invites.status, role === 'user' ? 403 : 200);
    }
    // The same role again is not a change and not an event.
    assert.equal((await changeRole(owner, user.userId, 'user')).status, 200);
    const changes = (await listEvents(service, owner)).filter(({ type }) => type === 'member_role_changed');
    assert.deepEqual(
      changes.map(({ metadata }) => metadata).reverse(),
      [
        ['user', 'admin'],
        ['admin', 'owner'],
        ['owner', 'user'],
      ].map(([from, to]) => ({ user_id: user.userId, from, to, actor: owner.userId })),
    );
  });

  test('400: the last owner keeps the role, and with a second owner the first can step down', async () => {
    const owner = await makeOwner(service, 'growth');
    const second = await addMember(service, owner, 'user');
    for (const role of ['admin', 'user']) {
      const { status, body } = await changeRole(owner, owner.userId, role);
      assert.deepEqual([status, body.error], [400, 'last_owner']);
    }
    assert.equal((await changeRole(owner, owner.userId, 'owner')).status, 200);
    assert.equal((await changeRole(owner, second.userId, 'owner')).status, 200);
    assert.equal((await changeRole(owner, owner.userId, 'user')).status, 200);
    assert.equal((await changeRole(owner, second.userId, 'user')).body.error, 'forbidden');
    assert.equal((await changeRole(second, second.userId, 'user')).body.error, 'last_owner');
  });

  test('403: only an owner can change a role', async () => {
    const owner = await makeOwner(service, 'growth');
    const [admin, user] = [await addMember(service, owner, 'admin'), await addMember(service, owner, 'user')];
    for (const by of [admin, user]) {
      const { status, body } = await changeRole(by, user.userId, 'admin');
      assert.deepEqual([status, body.error], [403, 'forbidden']);
    }
  });

  test('402: the role admin below Growth, while owner and user need no plan', async () => {
    const owner = await makeOwner(service, 'starter');
    const user = await addMember(service, owner, 'user');
    const { status, body } = await changeRole(owner, user.userId, 'admin');
    assert.deepEqual([status, body.error], [402, 'plan_required']);
    assert.deepEqual(
      [body.required_plan, body.current_plan, body.upgrade_url],
      ['growth', 'starter', 'http://live.test/billing'],
    );
    assert.equal((await changeRole(owner, user.userId, 'owner')).status, 200);
  });

  test('403: the role admin needs a verified address, like every paid feature', async () => {
    const owner = await makeAccount(service.live);
    await setPlan(service, owner.orgId, 'growth');
    const user = await addMember(service, owner, 'user');
    assert.equal((await changeRole(owner, user.userId, 'admin')).body.error, 'email_not_verified');
    await service.database.transaction((transaction) =>
      transaction
        .updateTable('users')
        .set({ email_verified_at: Date.now() })
        .where('user_id', '=', user.userId)
        .execute(),
    );
    assert.equal((await changeRole(owner, user.userId, 'owner')).status, 200);
  });

  test('400 for an unknown role, 404 for an unknown member and for one of another organization', async () => {
    const [owner, stranger] = [await makeOwner(service, 'growth'), await makeOwner(service, 'growth')];
    for (const role of [undefined, 'Owner', '', null, 1]) {
      assert.equal((await changeRole(owner, owner.userId, role)).body.error, 'validation_error');
    }
    for (const userId of ['usr_0', 'me', stranger.userId]) {
      for (const answer of [await changeRole(owner, userId, 'user'), await remove(owner, userId)]) {
        assert.deepEqual([answer.status, answer.body.error], [404, 'not_found'], userId);
      }
    }
    assert.equal((await me(stranger)).status, 200);
  });

  test('200: removal ends sessions and personal keys at once and frees the address', async () => {
    const owner = await makeOwner(service, 'growth');
    const user = await addMember(service, owner, 'user');
    const { key } = (await makeKey(user, user.userId)).body;
    const use = () => service.live.call('GET', '/v1/generators', { token: key });
    assert.equal((await use()).status, 200);
    const { status, body } = await remove(owner, user.userId);
    assert.deepEqual([status, body], [200, { removed: true }]);
    assert.equal((await me(user)).status, 401);
    assert.equal((await use()).status, 401);
    const login = { email: user.email, password: user.password };
    assert.equal((await service.live.call('POST', '/v1/auth/login', { body: login })).status, 401);
    assert.equal((await remove(owner, user.userId)).status, 404);
    assert.equal((await makeAccount(service.live, user.email)).email, user.email);
    const [event] = await listEvents(service, owner);
    assert.deepEqual(event, {
      type: 'member_removed',
      metadata: { user_id: user.userId, role: 'user', actor: owner.userId },
    });
  });

  test('owners can remove anyone else, admins can remove users, users nobody, and nobody themselves', async () => {
    const owner = await makeOwner(service, 'growth');
    const [admin, otherAdmin, user, otherUser, otherOwner] = [
      await addMember(service, owner, 'admin'),
      await addMember(service, owner, 'admin'),
      await addMember(service, owner, 'user'),
      await addMember(service, owner, 'user'),
      await addMember(service, owner, 'owner'),
    ];
    for (const target of [owner, otherAdmin, otherUser]) {
      assert.equal((await remove(user, target.userId)).body.error, 'forbidden');
    }
    for (const target of [owner, otherAdmin]) {
      const { status, body } = await remove(admin, target.userId);
      assert.deepEqual([status, body.error], [403, 'forbidden']);
    }
    for (const self of [owner, admin]) {
      const { status, body } = await remove(self, self.userId);
      assert.deepEqual([status, body.error], [400, 'cannot_remove_self']);
    }
    assert.equal((await remove(admin, user.userId)).status, 200);
    assert.equal((await remove(owner, admin.userId)).status, 200);
    assert.equal((await remove(owner, otherOwner.userId)).status, 200);
    // Now they are the last owner.
    assert.equal((await remove(owner, owner.userId)).status, 400);
    assert.equal((await remove(otherAdmin, owner.userId)).status, 403);
    assert.equal((await me(owner)).status, 200);
  });
});
