// What each role can do to what others depend on: who can end generators and keys, and that no key
// exceeds its creator's role. Over HTTP, on both databases. authorization.test.ts checks that every
// declared role is enforced.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, addMember, makeApiKey, makeOwner } from '../test-support/account.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';
import { registerGenerator } from '../test-support/signing-client.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  let admin: Account;
  let user: Account;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeOwner(service, 'enterprise');
    admin = await addMember(service, owner, 'admin');
    user = await addMember(service, owner, 'user');
  });
  after(() => service.stop());

  const rotate = (token: string, id: string) => service.live.call('POST', `/v1/generators/${id}/rotate-key`, { token });
  const revoke = (token: string, id: string) => service.live.call('PUT', `/v1/generators/${id}/revoke`, { token });
  const setRole = async (member: Account, role: string) => {
    const path = `/v1/team/members/${member.userId}/role`;
    assert.equal((await service.live.call('PATCH', path, { token: owner.token, body: { role } })).status, 200);
  };
  const makeKey = async (maker: Account, member: Account): Promise<string> => {
    const path = `/v1/team/members/${member.userId}/api-keys`;
    const { status, body } = await service.live.call('POST', path, { token: maker.token });
    assert.equal(status, 201);
    return body.key;
  };
  /** Whether the credential acts at least as an admin. */
  const isAdmin = async (token: string) => {
    const body = { display_name: 'Lamps' };
    const { status } = await service.live.call('PATCH', '/v1/account/branding', { token, body });
    assert.ok(status === 200 || status === 403, String(status));
    return status === 200;
  };

  test('a user cannot rotate or revoke a generator, by session or by key, and it continues to sign', async () => {
    const id = await registerGenerator(service.live, user.token, undefined, ['text']);
    for (const token of [user.token, await makeKey(user, user), await makeKey(owner, user)]) {
      for (const act of [rotate, revoke]) {
        const { status, body } = await act(token, id);
        assert.deepEqual([status, body.error], [403, 'forbidden']);
        assert.equal(
          body.message,
          'This action needs the admin role, but your role is user. Ask a member with that role.',
        );
      }
      assert.equal((await service.live.call('GET', `/v1/generators/${id}`, { token })).body.status, 'active');
    }
    const { body } = await service.live.call('GET', `/v1/keys/${id}`);
    assert.deepEqual([body.status, body.keys.length], ['active', 1]);
  });

  test('owners, admins, their keys and keys of the organization can', async () => {
    const { key } = await makeApiKey(service.live, admin);
    const tokens = [owner.token, admin.token, await makeKey(owner, owner), await makeKey(admin, admin), key];
    for (const token of tokens) {
      const id = await registerGenerator(service.live, token, undefined, ['text']);
      assert.equal((await rotate(token, id)).status, 200);
      assert.equal((await revoke(token, id)).body.status, 'revoked');
    }
  });

  test('a key that an admin creates for an owner has at most the role of that admin, now and later', async () => {
    const maker = await addMember(service, owner, 'admin');
    const key = await makeKey(maker, owner);
    assert.equal(await isAdmin(key), true);
    await setRole(maker, 'user');
    assert.equal(await isAdmin(key), false);
    assert.equal((await service.live.call('GET', '/v1/generators', { token: key })).status, 200, 'it stays a key');
    await setRole(maker, 'owner');
    assert.equal(await isAdmin(key), true);
    const path = `/v1/team/members/${maker.userId}`;
    assert.equal((await service.live.call('DELETE', path, { token: owner.token })).status, 200);
    assert.equal(await isAdmin(key), false, 'its maker is gone');
  });

  test('a personal key follows the role of its member', async () => {
    const member = await addMember(service, owner, 'admin');
    const [own, given] = [await makeKey(member, member), await makeKey(owner, member)];
    assert.deepEqual([await isAdmin(own), await isAdmin(given)], [true, true]);
    await setRole(member, 'user');
    assert.deepEqual([await isAdmin(own), await isAdmin(given)], [false, false]);
  });

  test('a key of the organization acts as an admin, whatever happens to its creator', async () => {
    const maker = await addMember(service, owner, 'admin');
    const { key } = await makeApiKey(service.live, maker);
    await setRole(maker, 'user');
    assert.equal(await isAdmin(key), true);
    const created = await service.live.call('POST', '/v1/account/api-keys', { token: maker.token, body: {} });
    assert.equal(created.status, 403);
  });
});
