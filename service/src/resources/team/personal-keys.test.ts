// Personal API keys through real HTTP, on both databases.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, addMember, listEvents, makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';

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

  const create = (by: Account, userId: string) =>
    service.live.call('POST', `/v1/team/members/${userId}/api-keys`, { token: by.token });
  const revoke = (by: Account, userId: string, keyId: string) =>
    service.live.call('DELETE', `/v1/team/members/${userId}/api-keys/${keyId}`, { token: by.token });
  const listOwn = (by: Account) => service.live.call('GET', '/v1/team/members/me/api-keys', { token: by.token });
  const use = (key: string) => service.live.call('GET', '/v1/generators', { token: key });

  test('201: the complete key once, and a preview in the list', async () => {
    const { status, body } = await create(user, user.userId);
    assert.equal(status, 201);
    assert.match(body.key_id, /^kid_[0-9a-f]{32}$/);
    assert.match(body.key, /^svc_key_[0-9A-Za-z]{42}$/);
    assert.equal((await use(body.key)).status, 200);
    const { body: listed } = await listOwn(user);
    const { key_id, preview, created_at } = listed.keys[0];
    assert.deepEqual(
      [key_id, preview, created_at],
      [body.key_id, `${body.key.slice(0, 12)}…${body.key.slice(-4)}`, body.created_at],
    );
    assert.ok(!JSON.stringify(listed).includes(body.key));
    const stored = await service.database.read.selectFrom('api_keys').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(body.key) && !JSON.stringify(service.logLines).includes(body.key));
  });

  test('owners and admins create and revoke keys for any member, users only their own', async () => {
    for (const by of [owner, admin]) {
      for (const target of [owner, admin, user]) {
        const made = await create(by, target.userId);
        assert.equal(made.status, 201);
        assert.deepEqual((await revoke(by, target.userId, made.body.key_id)).body, { revoked: true });
      }
    }
    const { key_id } = (await create(owner, owner.userId)).body;
    for (const answer of [await create(user, owner.userId), await revoke(user, owner.userId, key_id)]) {
      assert.deepEqual([answer.status, answer.body.error], [403, 'forbidden']);
    }
    const own = (await create(user, user.userId)).body;
    assert.equal((await revoke(user, user.userId, own.key_id)).status, 200);
  });

  test('a revoked key stops working at once, leaves the list, and cannot be revoked again', async () => {
    const { key, key_id } = (await create(user, user.userId)).body;
    assert.equal((await use(key)).status, 200);
    assert.equal((await revoke(admin, user.userId, key_id)).status, 200);
    assert.equal((await use(key)).status, 401);
    assert.ok(!(await listOwn(user)).body.keys.some((each: { key_id: string }) => each.key_id === key_id));
    assert.deepEqual((await revoke(admin, user.userId, key_id)).body.error, 'not_found');
  });

  test('404: unknown members, foreign members, a key of another member, a key of the organization', async () => {
    const stranger = await makeOwner(service, 'growth');
    const foreign = (await create(stranger, stranger.userId)).body;
    const { key_id: organizationKey } = await makeApiKey(service.live, owner);
    const { key_id } = (await create(user, user.userId)).body;
    assert.equal((await create(owner, stranger.userId)).status, 404);
    assert.equal((await create(owner, 'usr_0')).status, 404);
    for (const [userId, keyId] of [
      [stranger.userId, foreign.key_id],
      [user.userId, foreign.key_id],
      [admin.userId, key_id],
      [owner.userId, organizationKey],
      [user.userId, 'kid_0'],
    ] as const) {
      const { status, body } = await revoke(owner, userId, keyId);
      assert.deepEqual([status, body.error], [404, 'not_found']);
    }
    assert.equal((await use(foreign.key)).status, 200);
    assert.deepEqual((await listOwn(stranger)).body.keys.length, 1);
  });

  test('a personal key has its member’s role, and no access to the routes for people', async () => {
    const { key } = (await create(user, user.userId)).body;
    const asKey = { ...user, token: key };
    assert.equal((await create(asKey, user.userId)).status, 401);
    assert.equal((await revoke(asKey, user.userId, 'kid_0')).status, 401);
    assert.equal((await listOwn(asKey)).status, 401);
  });

  test('409: the hundred-and-first key', async () => {
    const member = await addMember(service, owner, 'user');
    const rows = Array.from({ length: 99 }, (_, place) => ({
      key_id: `kid_${member.userId}_${place}`,
      org_id: owner.orgId,
      user_id: member.userId,
      preview: '',
      key_hash: `${member.userId} ${place}`,
      created_at: place,
    }));
    await service.database.transaction((queries) => queries.insertInto('api_keys').values(rows).execute());
    assert.equal((await create(member, member.userId)).status, 201);
    const { status, body } = await create(member, member.userId);
    assert.deepEqual([status, body.error], [409, 'api_key_limit_reached']);
  });

  test('creating and revoking are audited, with the member and the actor', async () => {
    const { key_id } = (await create(admin, user.userId)).body;
    await revoke(owner, user.userId, key_id);
    assert.deepEqual((await listEvents(service, owner)).slice(0, 2), [
      { type: 'api_key_revoked', metadata: { key_id, user_id: user.userId, actor: owner.userId } },
      { type: 'api_key_created', metadata: { key_id, name: null, user_id: user.userId, actor: admin.userId } },
    ]);
  });
});
