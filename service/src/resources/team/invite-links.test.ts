// Links of invites that the inviter copies, over HTTP with real email, on both databases. Such a
// link lets someone join, but it never proves that the address belongs to them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Account,
  listEvents,
  makeApiKey,
  makeEmail,
  makeVerifiedAccount,
  setPlan,
} from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { registerGenerator } from '../../../test-support/signing-client.ts';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const { call } = running;
  const tokenOf = (url: string) => /^http:\/\/live\.test\/accept-invite#token=([\w-]{43})$/.exec(url)![1]!;
  const accept = (token: string, password = 'a horse of my own') =>
    call('POST', `/v1/team/invites/${token}/accept`, { body: { password } });
  const makeLink = (by: Account, inviteId: string) =>
    call('POST', `/v1/team/invites/${inviteId}/link`, { token: by.token });
  const isOpen = async (token: string, path = '/v1/generators') => (await call('GET', path, { token })).status === 200;

  async function makeOwner(): Promise<Account> {
    const owner = await makeVerifiedAccount(running.service.live, running.mail);
    await setPlan(running.service, owner.orgId, 'growth');
    return owner;
  }

  async function invite(by: Account, role = 'user') {
    const email = makeEmail();
    const { status, body } = await call('POST', '/v1/team/invites', { token: by.token, body: { email, role } });
    assert.equal(status, 201);
    return { email, inviteId: body.invite_id as string, copied: tokenOf(body.invite_url) };
  }

  test('the copied link is another one than the emailed link, and only its hash is stored', async () => {
    const owner = await makeOwner();
    const { email, copied } = await invite(owner);
    const mailed = (await running.mail.waitForMail(email, 'invited')).token!;
    assert.notEqual(mailed, copied);
    const rows = await running.service.database.read.selectFrom('invites').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(copied));
    const previews = [mailed, copied].map((token) => call('GET', `/v1/team/invites/${token}/preview`));
    const [first, second] = await Promise.all(previews);
    assert.deepEqual([first!.status, second!.body], [200, first!.body]);
  });

  test('an account made with the copied link has an unverified address and gets an email to verify it', async () => {
    const owner = await makeOwner();
    const { email, copied } = await invite(owner);
    const { status, body } = await accept(copied);
    assert.deepEqual([status, body.user.email_verified], [201, false]);
    const { body: me } = await call('GET', '/v1/auth/me', { token: body.token });
    assert.deepEqual([me.user.email, me.user.org_id, me.user.email_verified], [email, owner.orgId, false]);

    const mail = await running.mail.waitForMail(email, 'Verify');
    assert.match(mail.text, /joined the team of Organization of/);
    await call('POST', '/v1/auth/verify-email', { body: { token: mail.token } });
    assert.equal((await call('GET', '/v1/auth/me', { token: body.token })).body.user.email_verified, true);
  });

  test('the emailed link still proves the address, and either link uses up the invite', async () => {
    const owner = await makeOwner();
    const byMail = await invite(owner);
    const { token } = await running.mail.waitForMail(byMail.email, 'invited');
    assert.equal((await accept(token!)).body.user.email_verified, true);
    assert.deepEqual((await accept(byMail.copied)).body.error, 'token_expired_or_used');

    const byLink = await invite(owner);
    const mailed = await running.mail.waitForMail(byLink.email, 'invited');
    assert.equal((await accept(byLink.copied)).status, 201);
    assert.deepEqual((await accept(mailed.token!)).body.error, 'token_expired_or_used');
  });

  test('a new link replaces the copied one, and the emailed one keeps working', async () => {
    const owner = await makeOwner();
    const { email, inviteId, copied } = await invite(owner);
    const { status, body } = await makeLink(owner, inviteId);
    assert.equal(status, 201);
    assert.equal((await accept(copied)).status, 404);
    const mailed = await running.mail.waitForMail(email, 'invited');
    assert.equal((await call('GET', `/v1/team/invites/${mailed.token}/preview`)).status, 200);
    assert.equal((await accept(tokenOf(body.invite_url))).body.user.email_verified, false);
    assert.equal((await makeLink(owner, inviteId)).body.error, 'invite_not_found');
    const types = (await listEvents(running.service, owner)).map(({ type }) => type);
    assert.ok(types.includes('invite_link_created'));
  });

  test('only an owner or admin of the organization can make a link', async () => {
    const owner = await makeOwner();
    const { inviteId } = await invite(owner);
    const user = (await accept((await invite(owner)).copied)).body;
    assert.equal((await makeLink({ ...owner, token: user.token }, inviteId)).status, 403);
    assert.equal((await makeLink(await makeOwner(), inviteId)).status, 404);
  });

  test('the owner of the address takes it back, and the team keeps its keys and generators', async () => {
    const owner = await makeOwner();
    const { key } = await makeApiKey(running.service.live, owner);
    const generatorId = await registerGenerator(running.service.live, key);
    const { email, copied } = await invite(owner, 'admin');
    const { body: squatter } = await accept(copied);
    const path = `/v1/team/members/${squatter.user.user_id}/api-keys`;
    const { body: personal } = await call('POST', path, { token: squatter.token });

    await call('POST', '/v1/auth/forgot-password', { body: { email } });
    const mail = await running.mail.waitForMail(email, 'new password');
    assert.match(mail.text, /removes this account from the team/);
    const password = 'the owner is here';
    await call('POST', '/v1/auth/reset-password', { body: { token: mail.token, password } });
    assert.deepEqual([await isOpen(squatter.token, '/v1/auth/me'), await isOpen(personal.key)], [false, false]);
    const { body } = await call('POST', '/v1/auth/login', { body: { email, password } });
    assert.notEqual(body.user.org_id, owner.orgId);

    assert.equal(await isOpen(key), true);
    const { generators } = (await call('GET', '/v1/generators', { token: key })).body;
    assert.equal(
      generators.find((each: { generator_id: string }) => each.generator_id === generatorId).status,
      'active',
    );
    const { members } = (await call('GET', '/v1/team/members', { token: owner.token })).body;
    assert.equal(members.length, 1);
  });

  test('a new password after the verification removes older keys of the member only', async () => {
    const owner = await makeOwner();
    const { email, copied } = await invite(owner, 'admin');
    const { body: joined } = await accept(copied);
    const { key } = await makeApiKey(running.service.live, owner);
    const path = `/v1/team/members/${joined.user.user_id}/api-keys`;
    const { body: personal } = await call('POST', path, { token: joined.token });
    const { token } = await running.mail.waitForMail(email, 'Verify');
    await call('POST', '/v1/auth/verify-email', { body: { token } });
    await call('POST', '/v1/auth/forgot-password', { body: { email } });
    const reset = await running.mail.waitForMail(email, 'new password');
    await call('POST', '/v1/auth/reset-password', { body: { token: reset.token, password: 'the owner is here' } });
    assert.deepEqual([await isOpen(key), await isOpen(personal.key)], [true, false]);
  });

  test('a member with an unverified address cannot become an owner', async () => {
    const owner = await makeOwner();
    const { body: joined } = await accept((await invite(owner)).copied);
    const path = `/v1/team/members/${joined.user.user_id}/role`;
    const { status, body } = await call('PATCH', path, { token: owner.token, body: { role: 'owner' } });
    assert.deepEqual([status, body.error], [403, 'email_not_verified']);
  });

  test('the list of members says when each was last active', async () => {
    const owner = await makeOwner();
    const members = async () => (await call('GET', '/v1/team/members', { token: owner.token })).body.members;
    await members();
    const started = Date.now();
    let active: string | null = null;
    while (active === null && Date.now() - started < 10_000) [{ last_active_at: active }] = await members();
    assert.ok(Math.abs(Date.parse(active!) - Date.now()) < 60_000);

    const { body: joined } = await accept((await invite(owner)).copied);
    assert.equal((await members())[1].last_active_at, null);
    const hourAgo = Date.now() - 3_600_000;
    await running.service.database.transaction((transaction) =>
      transaction
        .updateTable('users')
        .set({ last_active_at: hourAgo })
        .where('user_id', '=', joined.user.user_id)
        .execute(),
    );
    await call('GET', '/v1/auth/me', { token: joined.token });
    while (Date.parse((await members())[1].last_active_at) === hourAgo) assert.ok(Date.now() - started < 20_000);
  });
});
