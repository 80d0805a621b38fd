// PATCH /v1/account/organization through real HTTP, on both databases: who can rename an
// organization, and where the name appears.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMember, listEvents, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let owner: SigningAccount;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeSigningAccount(service, 'growth');
  });
  after(() => service.stop());

  const rename = (token: string, name: unknown) =>
    service.live.call('PATCH', '/v1/account/organization', { token, body: { name } });

  test('200: the new name, trimmed, at once for members and for the public', async () => {
    const { body: stored } = await service.live.call('POST', '/v1/records', {
      token: owner.key,
      body: makeSubmission(owner.signer, owner.generatorId),
    });
    const { status, body } = await rename(owner.token, '  Lamps & Daughters ');
    assert.deepEqual([status, body], [200, { org_id: owner.orgId, name: 'Lamps & Daughters', plan: 'growth' }]);
    assert.deepEqual((await service.live.call('GET', '/v1/auth/me', { token: owner.token })).body.org, body);
    const shown = await service.live.call('GET', `/v1/verify/status/${stored.token}`);
    assert.equal(shown.body.org_name, 'Lamps & Daughters');
  });

  test('400: an invalid name', async () => {
    for (const name of [undefined, '', '  ', 7, 'x'.repeat(101), 'a\nb', 'a\u202eb', 'www.evil.example']) {
      const { status, body } = await rename(owner.token, name);
      assert.deepEqual([status, body.error, body.details[0].path], [400, 'validation_error', 'name']);
    }
  });

  test('only owners with a session can rename, and the other organization is not affected', async () => {
    await setPlan(service, owner.orgId, 'growth');
    for (const role of ['admin', 'user'] as const) {
      const member = await addMember(service, owner, role);
      assert.equal((await rename(member.token, 'Mine')).status, 403);
    }
    assert.equal((await rename(owner.key, 'Mine')).status, 401);
    const other = await makeSigningAccount(service);
    await rename(owner.token, 'Lamps');
    const { body } = await service.live.call('GET', '/v1/auth/me', { token: other.token });
    assert.notEqual(body.org.name, 'Lamps');
  });

  test('a change is audited with both names, and the same name again is not', async () => {
    await rename(owner.token, 'Before');
    await rename(owner.token, 'After');
    await rename(owner.token, 'After');
    const events = (await listEvents(service, owner)).filter(({ type }) => type === 'organization_renamed');
    assert.deepEqual(events[0]?.metadata, { from: 'Before', to: 'After', actor: owner.userId });
    assert.notDeepEqual(events[1]?.metadata, events[0]?.metadata);
  });
});
