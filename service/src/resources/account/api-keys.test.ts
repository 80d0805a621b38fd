// Organization API keys through real HTTP, on both databases.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, addMember, makeAccount, makeApiKey, makeEmail, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { untilItAnswers } from '../../../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeApiKey as inventKey } from '../../access/api-keys.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeAccount(service.live);
    await setPlan(service, owner.orgId, 'enterprise');
  });
  after(() => service.stop());

  const create = (token: string, body: unknown = {}) =>
    service.live.call('POST', '/v1/account/api-keys', { token, body });
  const list = async (token: string) => (await service.live.call('GET', '/v1/account/api-keys', { token })).body.keys;
  const revoke = (token: string, keyId: string) =>
    service.live.call('DELETE', `/v1/account/api-keys/${keyId}`, { token });
  const use = (key: string) => service.live.call('GET', '/v1/generators', { token: key });

  test('201: the complete key once, and a preview in lists', async () => {
    const { status, body } = await create(owner.token, { name: 'Build server' });
    assert.equal(status, 201);
    assert.match(body.key_id, /^kid_[0-9a-f]{32}$/);
    assert.match(body.key, /^svc_key_[0-9A-Za-z]{42}$/);
    assert.equal(body.name, 'Build server');
    assert.equal((await use(body.key)).status, 200);
    const listed = (await list(owner.token)).find(({ key_id }: { key_id: string }) => key_id === body.key_id);
    assert.deepEqual([listed.name, listed.created_at], ['Build server', body.created_at]);
    assert.equal(listed.preview, `${body.key.slice(0, 12)}…${body.key.slice(-4)}`);
    assert.ok(!JSON.stringify(await list(owner.token)).includes(body.key));
  });

  test('a name is optional, and one to a hundred characters long', async () => {
    for (const body of [undefined, {}, { name: null }]) assert.equal((await create(owner.token, body)).body.name, null);
    assert.equal((await create(owner.token, { name: 'x'.repeat(100) })).status, 201);
    for (const name of ['', 'x'.repeat(101), 7]) assert.equal((await create(owner.token, { name })).status, 400);
  });

  test('the newest key comes first', async () => {
    const account = await makeAccount(service.live);
    const made = [];
    for (const name of ['first', 'second', 'third']) made.unshift((await create(account.token, { name })).body.name);
    assert.deepEqual(
      (await list(account.token)).map(({ name }: { name: string }) => name),
      made,
    );
  });

  test('owners and admins can, users cannot', async () => {
    const admin = await addMember(service, owner, 'admin');
    const user = await addMember(service, owner, 'user');
    const { key_id } = (await create(admin.token)).body;
    for (const answer of [
      await create(user.token),
      await service.live.call('GET', '/v1/account/api-keys', { token: user.token }),
      await revoke(user.token, key_id),
    ]) {
      assert.deepEqual([answer.status, answer.body.error], [403, 'forbidden']);
    }
    assert.deepEqual((await revoke(admin.token, key_id)).body, { revoked: true });
  });

  test('a revoked key stops working at once, leaves the list, and cannot be revoked again', async () => {
    const { key, key_id } = await makeApiKey(service.live, owner);
    assert.equal((await use(key)).status, 200);
    assert.equal((await revoke(owner.token, key_id)).status, 200);
    assert.equal((await use(key)).status, 401);
    assert.ok(!(await list(owner.token)).some((each: { key_id: string }) => each.key_id === key_id));
    assert.equal((await revoke(owner.token, key_id)).status, 404);
  });

  test('a key of another organization gets the same response as a missing one', async () => {
    const { key, key_id } = await makeApiKey(service.live, owner);
    const stranger = await makeAccount(service.live);
    const foreign = await revoke(stranger.token, key_id);
    const absent = await revoke(stranger.token, 'kid_00000000000000000000000000000000');
    const { request_id: _, ...body } = foreign.body;
    assert.deepEqual([foreign.status, body], [404, { error: absent.body.error, message: absent.body.message }]);
    assert.equal((await use(key)).status, 200);
    assert.deepEqual(await list(stranger.token), []);
  });

  test('last_used_at is null until the key is used, and then the time of its use', async () => {
    const { key, key_id } = await makeApiKey(service.live, owner);
    const find = async () => (await list(owner.token)).find((each: { key_id: string }) => each.key_id === key_id);
    assert.equal((await find()).last_used_at, null);
    await use(key);
    // Stored in parallel with the call, not before its response.
    const time = await untilItAnswers(async () => (await find()).last_used_at ?? assert.fail('not noted'));
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  });

  test('401: a key with a wrong checksum, one that was never made, and one cut short', async () => {
    const { key } = await makeApiKey(service.live, owner);
    const changed = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    for (const wrong of [changed, inventKey('live'), key.slice(0, -1), `${key}0`, 'svc_key_']) {
      const { status, body } = await use(wrong);
      assert.deepEqual(
        [status, body.message],
        [401, 'The API key does not exist or was revoked. Use an active key.'],
        wrong,
      );
    }
  });

  test('401: a value that is neither a key nor a session gets its own sentence', async () => {
    for (const wrong of ['sk_live_0123456789', 'svc_AQABCDEF', 'key']) {
      const { status, body } = await use(wrong);
      assert.equal(status, 401);
      assert.match(body.message, /^This is not an API key or a session token/, wrong);
    }
    assert.match((await use('eyJhbGciOiJIUzI1NiJ9.e30.c2ln')).body.message, /session has expired/);
  });

  test('401: a key of the other environment, with a sentence that says so', async () => {
    const { key } = await makeApiKey(service.live, owner);
    const sandboxOwner = await makeAccount(service.sandbox);
    const sandboxKey = (await makeApiKey(service.sandbox, sandboxOwner)).key;
    assert.match(sandboxKey, /^svc_test_key_/);
    assert.equal((await service.sandbox.call('GET', '/v1/generators', { token: sandboxKey })).status, 200);
    const live = await use(sandboxKey);
    assert.deepEqual(
      [live.status, live.body.message],
      [
        401,
        'This API key belongs to the sandbox environment, but you called the live environment. Use a key of this environment.',
      ],
    );
    const sandbox = await service.sandbox.call('GET', '/v1/generators', { token: key });
    assert.deepEqual(
      [sandbox.status, sandbox.body.message],
      [
        401,
        'This API key belongs to the live environment, but you called the sandbox environment. Use a key of this environment.',
      ],
    );
  });

  test('a key cannot do what is for people: sessions, keys, the second factor', async () => {
    const { key } = await makeApiKey(service.live, owner);
    const { status, body } = await create(key);
    assert.deepEqual(
      [status, body.message],
      [401, 'This operation does not accept API keys. Send a session token from POST /v1/auth/login.'],
    );
    assert.equal((await service.live.call('GET', '/v1/auth/me', { token: key })).status, 401);
  });

  test('a personal key has the role of its member and is deleted with them', async () => {
    const member = await addMember(service, owner, 'user');
    const { key, key_id } = await makeApiKey(service.live, owner);
    const { transaction } = service.database;
    await transaction((queries) =>
      queries.updateTable('api_keys').set({ user_id: member.userId }).where('key_id', '=', key_id).execute(),
    );
    assert.equal((await use(key)).status, 200);
    assert.ok(
      !(await list(owner.token)).some((each: { key_id: string }) => each.key_id === key_id),
      'not a key of the organization',
    );
    assert.equal((await revoke(owner.token, key_id)).status, 404);
    await transaction((queries) => queries.deleteFrom('users').where('user_id', '=', member.userId).execute());
    assert.equal((await use(key)).status, 401);
  });

  test('an organization can have a thousand keys, and the next gets 409', async () => {
    const account = await makeAccount(service.live);
    const rows = Array.from({ length: 999 }, (_, place) => ({
      key_id: `kid_${account.orgId}_${place}`,
      org_id: account.orgId,
      preview: '',
      key_hash: `${account.orgId} ${place}`,
      created_at: place,
    }));
    await service.database.transaction((queries) => queries.insertInto('api_keys').values(rows).execute());
    assert.equal((await create(account.token)).status, 201);
    const { status, body } = await create(account.token);
    assert.deepEqual([status, body.error], [409, 'api_key_limit_reached']);
    await revoke(account.token, rows[0]!.key_id);
    assert.equal((await create(account.token)).status, 201);
  });

  test('the key itself is not stored', async () => {
    const name = makeEmail();
    const { key } = (await create(owner.token, { name })).body;
    const row = await service.database.read
      .selectFrom('api_keys')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    assert.ok(!JSON.stringify(row).includes(key));
    assert.ok(!JSON.stringify(service.logLines).includes(key));
  });
});
