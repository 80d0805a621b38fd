// Branding through real HTTP, on both databases: who can set it, which values are accepted, where
// it appears.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMember, listEvents, makeAccount, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';

const whole = {
  display_name: 'Acme Studio',
  logo_url: 'https://acme.example/logo.svg',
  primary_color: '#1f4fd8',
  support_url: 'https://acme.example/support?from=provenance',
};
const none = { display_name: null, logo_url: null, primary_color: null, support_url: null };

onEachDatabase((database) => {
  let service: RunningService;
  let owner: SigningAccount;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeSigningAccount(service, 'growth');
  });
  after(() => service.stop());

  const get = (token: string) => service.live.call('GET', '/v1/account/branding', { token });
  const change = (token: string, body: unknown) => service.live.call('PATCH', '/v1/account/branding', { token, body });

  /** The public status of a fresh record of the account. */
  async function shownFor({ signer, generatorId, key }: SigningAccount) {
    const { body } = await service.live.call('POST', '/v1/records', {
      token: key,
      body: makeSubmission(signer, generatorId),
    });
    const status = await service.live.call('GET', `/v1/verify/status/${body.token}`);
    assert.equal(status.headers.get('cache-control'), 'public, max-age=3600');
    return status.body.branding;
  }

  test('null until something is set, then all four fields, here and in the public status', async () => {
    const account = await makeSigningAccount(service, 'growth');
    assert.deepEqual((await get(account.key)).body, { branding: null });
    assert.equal(await shownFor(account), null);
    const { status, body } = await change(account.token, whole);
    assert.deepEqual([status, body], [200, { branding: whole }]);
    for (const token of [account.key, account.token]) assert.deepEqual((await get(token)).body, { branding: whole });
    assert.deepEqual(await shownFor(account), whole);
    assert.equal(await shownFor(owner), null, 'not shown for another organization');
  });

  test('any subset changes, null clears, and all cleared is null again', async () => {
    await change(owner.token, none);
    assert.deepEqual((await change(owner.token, { primary_color: '#ABCDEF' })).body.branding, {
      ...none,
      primary_color: '#abcdef',
    });
    assert.deepEqual((await change(owner.token, { display_name: '  Acme  ', primary_color: null })).body.branding, {
      ...none,
      display_name: 'Acme',
    });
    assert.equal((await change(owner.token, {})).body.branding.display_name, 'Acme');
    assert.deepEqual((await change(owner.token, none)).body, { branding: null });
  });

  test('two changes of different fields at the same moment both stay', async () => {
    await change(owner.token, none);
    await Promise.all(Object.entries(whole).map(([field, value]) => change(owner.key, { [field]: value })));
    assert.deepEqual((await get(owner.key)).body.branding, whole);
  });

  test('400: an invalid name, color or https address', async () => {
    const { body: before } = await get(owner.key);
    for (const body of [
      { display_name: '' },
      { display_name: '   ' },
      { display_name: 'x'.repeat(101) },
      { display_name: 7 },
      { display_name: 'a\u0000b' },
      ...['red', '#fff', '#12345g', '#1234567', '1f4fd8', ''].map((primary_color) => ({ primary_color })),
      ...['logo_url', 'support_url'].flatMap((field) =>
        [
          'http://acme.example/',
          'javascript:alert(1)',
          'data:image/svg+xml,x',
          '//acme.example/',
          'https://',
          'https://a b/',
          'https://user:secret@acme.example/',
          `https://acme.example/${'x'.repeat(2_048)}`,
          '',
          7,
        ].map((value) => ({ [field]: value })),
      ),
      [],
    ]) {
      const answer = await change(owner.token, body);
      assert.deepEqual([answer.status, answer.body.error], [400, 'validation_error'], JSON.stringify(body));
    }
    assert.deepEqual((await get(owner.key)).body, before);
  });

  test('addresses are stored as browsers write them', async () => {
    const { body } = await change(owner.token, { logo_url: 'https://ACME.example/a"<b>.svg' });
    assert.equal(body.branding.logo_url, 'https://acme.example/a%22%3Cb%3E.svg');
  });

  test('owners, admins and organization keys can set it, and a user and a user’s key cannot', async () => {
    const [admin, user] = [await addMember(service, owner, 'admin'), await addMember(service, owner, 'user')];
    const keyOf = async (userId: string) =>
      (await service.live.call('POST', `/v1/team/members/${userId}/api-keys`, { token: owner.token })).body.key;
    for (const token of [owner.token, owner.key, admin.token, await keyOf(admin.userId)]) {
      assert.equal((await change(token, { display_name: 'Acme' })).status, 200);
    }
    for (const token of [user.token, await keyOf(user.userId)]) {
      const { status, body } = await change(token, { display_name: 'Mine' });
      assert.deepEqual([status, body.error], [403, 'forbidden']);
      assert.equal((await get(token)).body.branding.display_name, 'Acme');
    }
  });

  test('402 below Growth, 403 without a verified address, and reading needs neither', async () => {
    const account = await makeAccount(service.live);
    assert.equal((await change(account.token, whole)).body.error, 'email_not_verified');
    assert.equal((await get(account.token)).status, 200);
    const verified = await makeSigningAccount(service, 'starter');
    const { status, body } = await change(verified.key, whole);
    assert.deepEqual([status, body.error, body.required_plan], [402, 'plan_required', 'growth']);
  });

  test('a smaller plan hides the branding from the public and keeps it', async () => {
    const account = await makeSigningAccount(service, 'growth');
    await change(account.token, whole);
    await setPlan(service, account.orgId, 'starter');
    assert.equal(await shownFor(account), null);
    assert.deepEqual((await get(account.token)).body, { branding: whole });
    await setPlan(service, account.orgId, 'scale');
    assert.deepEqual(await shownFor(account), whole);
  });

  test('a change is audited with what changed, and the same values again are not', async () => {
    const account = await makeSigningAccount(service, 'growth');
    await change(account.key, whole);
    await change(account.token, { ...whole, support_url: null });
    await change(account.token, { primary_color: '#1F4FD8' });
    const events = (await listEvents(service, account)).filter(({ type }) => type === 'branding_changed');
    assert.deepEqual(
      events.map(({ metadata }) => metadata),
      [
        { changed: { support_url: null }, actor: account.userId },
        { changed: whole, actor: account.keyId },
      ],
    );
  });
});
