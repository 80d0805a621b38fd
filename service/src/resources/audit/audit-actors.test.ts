// Who caused an event, over HTTP on both databases: members, keys, the service and the public, by
// their current names. The chain itself contains only IDs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, addMember, makeAccount, makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, registerGenerator } from '../../../test-support/signing-client.ts';
import type { PresentedEvent } from './present-events.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeOwner(service, 'growth');
  });
  after(() => service.stop());

  const list = async (query = '', { token }: Pick<Account, 'token'> = owner): Promise<PresentedEvent[]> =>
    (await service.live.call('GET', `/v1/audit?limit=100${query}`, { token })).body.events;
  const newest = async (type: string) => (await list(`&type=${type}`))[0]!;

  test('a member is named by email address and a key by its name', async () => {
    const { key, key_id } = await makeApiKey(service.live, owner, 'Build server');
    const created = await newest('api_key_created');
    assert.deepEqual(created.actor, { kind: 'member', id: owner.userId, name: owner.email, member: null });
    assert.deepEqual(created.names, { [key_id]: 'Build server', [owner.userId]: owner.email });

    const generatorId = await registerGenerator(service.live, key);
    const registered = await newest('key_created');
    assert.deepEqual(registered.actor, { kind: 'key', id: key_id, name: 'Build server', member: null });
    assert.ok(registered.names[generatorId]);

    await service.live.call('DELETE', `/v1/account/api-keys/${key_id}`, { token: owner.token });
    assert.equal((await newest('key_created')).actor.name, 'Build server');
    assert.equal((await newest('login')).actor.name, owner.email);
  });

  test('a personal key also names its member, until the member is gone', async () => {
    const member = await addMember(service, owner, 'user');
    const path = `/v1/team/members/${member.userId}/api-keys`;
    const { body } = await service.live.call('POST', path, { token: member.token });
    await registerGenerator(service.live, body.key);
    const { actor } = await newest('key_created');
    assert.deepEqual([actor.kind, actor.id, actor.member], ['key', body.key_id, member.email]);

    await service.live.call('DELETE', `/v1/team/members/${member.userId}`, { token: owner.token });
    const gone = await newest('key_created');
    assert.deepEqual(gone.actor, { kind: 'key', id: body.key_id, name: null, member: null });
    const removed = await newest('member_removed');
    assert.deepEqual(removed.names, { [owner.userId]: owner.email });
    const everything = JSON.stringify(await list());
    assert.ok(!everything.includes(member.email));
  });

  test('the actor filter finds members, keys, the public and the service', async () => {
    const signing = await makeSigningAccount(service, 'growth');
    const all = await list('', signing);
    const kinds = new Set(all.map(({ actor }) => actor.kind));
    assert.ok(kinds.has('member') && kinds.has('key'));
    for (const { actor } of all) {
      const filter = actor.id ?? actor.kind;
      const expected = all.filter((each) => (each.actor.id ?? each.actor.kind) === filter);
      assert.deepEqual(await list(`&actor=${filter}`, signing), expected);
    }
    assert.deepEqual(await list('&actor=public', signing), []);
    const types = all.filter(({ type }) => type === 'login' || type === 'api_key_created');
    assert.deepEqual(await list('&type=login,api_key_created', signing), types);
  });

  test('an actor that is not an ID is refused', async () => {
    for (const actor of ['%25', 'usr_', 'maria%40example.org', `kid_${'g'.repeat(32)}`]) {
      const { status, body } = await service.live.call('GET', `/v1/audit?actor=${actor}`, { token: owner.token });
      assert.deepEqual([status, body.details[0].path], [400, 'actor'], actor);
    }
  });

  test('another organization learns no name, even of an ID that its own log mentions', async () => {
    const other = await makeAccount(service.live);
    await service.database.transaction((transaction) =>
      transaction
        .updateTable('events')
        .set({ metadata: JSON.stringify({ user_id: owner.userId }) })
        .where('org_id', '=', other.orgId)
        .where('type', '=', 'login')
        .execute(),
    );
    const [login] = await list('&type=login', other);
    assert.deepEqual([login!.actor.name, login!.names], [null, {}]);
  });
});
