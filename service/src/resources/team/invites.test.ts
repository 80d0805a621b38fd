// Invites with the links of real emails, on both databases: every status in the specification.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Account,
  addMember,
  listEvents,
  logIn,
  makeAccount,
  makeEmail,
  makeVerifiedAccount,
  setPlan,
} from '../../../test-support/account.ts';
import type { Answer } from '../../../test-support/http-client.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { hashSecret } from '../../access/identifiers.ts';
import type { PlanName } from '../../plans/plans.ts';

const week = 7 * 24 * 60 * 60 * 1_000;

onEachDatabase((database) => {
  const running = useMailingService(database);
  const { call } = running;
  const invite = (by: Account, email: unknown, role: unknown = 'user') =>
    call('POST', '/v1/team/invites', { token: by.token, body: { email, role } });
  const list = async (by: Account) => (await call('GET', '/v1/team/invites', { token: by.token })).body.invites;
  const cancel = (by: Account, inviteId: string) => call('DELETE', `/v1/team/invites/${inviteId}`, { token: by.token });
  const preview = (token: string) => call('GET', `/v1/team/invites/${token}/preview`);
  const accept = (token: string, password: unknown = 'a horse of my own') =>
    call('POST', `/v1/team/invites/${token}/accept`, { body: { password } });
  const mailedToken = async (email: string) => (await running.mail.waitForMail(email, 'invited')).token!;
  const assertIs = ({ status, body }: Answer, expected: number, error: string) =>
    assert.deepEqual([status, body.error], [expected, error]);

  async function makeOwner(plan: PlanName): Promise<Account> {
    const owner = await makeVerifiedAccount(running.service.live, running.mail);
    await setPlan(running.service, owner.orgId, plan);
    return owner;
  }

  /** Invites somebody and reads the token from the email. */
  async function inviteByMail(by: Account, role = 'user') {
    const email = makeEmail();
    const { status, body } = await invite(by, email, role);
    assert.equal(status, 201);
    return { email, inviteId: body.invite_id as string, token: await mailedToken(email) };
  }

  const expire = (inviteId: string) =>
    running.service.database.transaction((queries) =>
      queries.updateTable('invites').set({ expires_at: Date.now() }).where('invite_id', '=', inviteId).execute(),
    );

  test('201: an invite, its email, its preview, and the new member', async () => {
    const owner = await makeOwner('growth');
    const email = makeEmail();
    const { status, body } = await invite(owner, email.toUpperCase(), 'admin');
    assert.equal(status, 201);
    assert.match(body.invite_id, /^inv_[0-9a-f]{32}$/);
    assert.equal(body.role, 'admin');
    assert.ok(Math.abs(Date.parse(body.expires_at) - Date.now() - week) < 60_000);

    const mail = await running.mail.waitForMail(email, 'invited');
    assert.match(mail.link ?? '', /^http:\/\/live\.test\/accept-invite#token=[\w-]{43}$/);
    assert.ok(mail.text.includes(`Organization of ${owner.email}`) && mail.text.includes('admin'));
    const { body: previewed } = await preview(mail.token!);
    assert.deepEqual(previewed, {
      invite_id: body.invite_id,
      role: 'admin',
      org_name: `Organization of ${owner.email}`,
      expires_at: body.expires_at,
    });

    const joined = await accept(mail.token!);
    assert.equal(joined.status, 201);
    const { user_id } = joined.body.user;
    assert.deepEqual(joined.body.user, { user_id, org_id: owner.orgId, role: 'admin', email_verified: true });
    const { body: me } = await call('GET', '/v1/auth/me', { token: joined.body.token });
    assert.deepEqual([me.user.email, me.user.org_id, me.user.email_verified], [email, owner.orgId, true]);
    assert.ok(await logIn(running.service.live, email, 'a horse of my own'));
    assert.deepEqual(await list(owner), []);

    const types = (await listEvents(running.service, owner)).filter(({ type }) => type !== 'login').slice(0, 2);
    assert.deepEqual(types, [
      { type: 'member_joined', metadata: { user_id, role: 'admin', invite_id: body.invite_id, actor: user_id } },
      { type: 'invite_created', metadata: { invite_id: body.invite_id, role: 'admin', actor: owner.userId } },
    ]);
  });

  test('the list: open invites only, newest first', async () => {
    const owner = await makeOwner('growth');
    const admin = await addMember(running.service, owner, 'admin');
    const [first, second, third, fourth] = [
      await inviteByMail(owner),
      await inviteByMail(admin, 'admin'),
      await inviteByMail(owner),
      await inviteByMail(owner),
    ];
    await expire(third.inviteId);
    await accept(fourth.token);
    const invites = await list(admin);
    assert.deepEqual(
      invites.map(({ invite_id, email, role, inviter_id }: Record<string, string>) => [
        invite_id,
        email,
        role,
        inviter_id,
      ]),
      [
        [second.inviteId, second.email, 'admin', admin.userId],
        [first.inviteId, first.email, 'user', owner.userId],
      ],
    );
    assert.equal(Date.parse(invites[0].expires_at) - Date.parse(invites[0].created_at), week);
  });

  test('403: users cannot list, send or cancel invites', async () => {
    const owner = await makeOwner('growth');
    const user = await addMember(running.service, owner, 'user');
    const { inviteId } = await inviteByMail(owner);
    assertIs(await invite(user, makeEmail()), 403, 'forbidden');
    assertIs(await cancel(user, inviteId), 403, 'forbidden');
    assertIs(await call('GET', '/v1/team/invites', { token: user.token }), 403, 'forbidden');
  });

  test('403: inviting needs a verified address', async () => {
    const owner = await makeAccount(running.service.live);
    await setPlan(running.service, owner.orgId, 'growth');
    assertIs(await invite(owner, makeEmail()), 403, 'email_not_verified');
  });

  test('402: no seat is free, which is checked before the input', async () => {
    const owner = await makeOwner('free');
    const answer = await invite(owner, makeEmail());
    assertIs(answer, 402, 'seat_limit_reached');
    const { limit, current, upgrade_url } = answer.body;
    assert.deepEqual([limit, current, upgrade_url], [1, 1, 'http://live.test/billing']);
    assertIs(await invite(owner, 'nobody'), 402, 'seat_limit_reached');
    assertIs(await invite(owner, owner.email), 402, 'seat_limit_reached');
    // The plan is checked before the seats.
    assertIs(await invite(owner, makeEmail(), 'admin'), 402, 'plan_required');
  });

  test('402: the role admin below Growth', async () => {
    const owner = await makeOwner('starter');
    const answer = await invite(owner, makeEmail(), 'admin');
    assertIs(answer, 402, 'plan_required');
    assert.deepEqual([answer.body.required_plan, answer.body.current_plan], ['growth', 'starter']);
    assert.equal((await invite(owner, makeEmail(), 'user')).status, 201);
  });

  test('409: the address of a member, while an address with an account elsewhere is treated like any other', async () => {
    const [owner, stranger] = [await makeOwner('growth'), await makeOwner('growth')];
    const user = await addMember(running.service, owner, 'user');
    assertIs(await invite(owner, user.email.toUpperCase()), 409, 'already_member');
    assert.equal((await invite(owner, stranger.email)).status, 201);
    const token = await mailedToken(stranger.email);
    assertIs(await accept(token), 409, 'email_taken');
    // A refusal does not use up the invite.
    assert.equal((await preview(token)).status, 200);
    assert.equal((await call('GET', '/v1/auth/me', { token: stranger.token })).body.user.org_id, stranger.orgId);
  });

  test('400: an invalid address or role', async () => {
    const owner = await makeOwner('growth');
    for (const [email, role] of [
      [undefined, 'user'],
      ['nobody', 'user'],
      [7, 'user'],
      [makeEmail(), 'owner'],
      [makeEmail(), ''],
      [makeEmail(), null],
    ])
      assertIs(await invite(owner, email, role), 400, 'validation_error');
  });

  test('a new invite to the same address replaces the open one', async () => {
    const owner = await makeOwner('growth');
    const { email, inviteId, token } = await inviteByMail(owner);
    const { body } = await invite(owner, email, 'admin');
    const fresh = await mailedToken(email);
    assert.deepEqual(
      (await list(owner)).map((each: { invite_id: string }) => each.invite_id),
      [body.invite_id],
    );
    assertIs(await preview(token), 404, 'invite_not_found');
    assertIs(await accept(token), 400, 'token_expired_or_used');
    assert.equal((await accept(fresh)).body.user.role, 'admin');
    const [, created] = (await listEvents(running.service, owner)).filter(({ type }) => type !== 'login');
    assert.equal(created!.metadata.replaces, inviteId);
  });

  test('one of many simultaneous invites to one address stays open', async () => {
    const owner = await makeOwner('growth');
    const email = makeEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(owner, email)));
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal((await list(owner)).length, 1);
  });

  test('429: the sixth invite to one address in an hour', async () => {
    const owner = await makeOwner('growth');
    const email = makeEmail();
    for (let sent = 0; sent < 5; sent += 1) assert.equal((await invite(owner, email)).status, 201);
    const answer = await invite(owner, email);
    assertIs(answer, 429, 'rate_limited');
    assert.ok(Number(answer.headers.get('retry-after')) > 3_000);
    assert.equal((await list(owner)).length, 1);
  });

  test('409: the thousand-and-first open invite', async () => {
    const owner = await makeOwner('growth');
    const rows = Array.from({ length: 1_000 }, (_, place) => ({
      invite_id: `inv_${owner.orgId}_${place}`,
      org_id: owner.orgId,
      email: `${place}@example.org`,
      role: 'user' as const,
      inviter_id: owner.userId,
      token_hash: `${owner.orgId} ${place}`,
      created_at: Date.now(),
      expires_at: Date.now() + week,
    }));
    await running.service.database.transaction((queries) => queries.insertInto('invites').values(rows).execute());
    assertIs(await invite(owner, makeEmail()), 409, 'invite_limit_reached');
    // An invite that replaces another still fits.
    assert.equal((await invite(owner, '7@example.org')).status, 201);
  });

  test('canceling: 200 once, then the link is unknown', async () => {
    const owner = await makeOwner('growth');
    const { inviteId, token } = await inviteByMail(owner);
    const { status, body } = await cancel(owner, inviteId);
    assert.deepEqual([status, body], [200, { cancelled: true }]);
    assertIs(await cancel(owner, inviteId), 404, 'invite_not_found');
    assertIs(await preview(token), 404, 'invite_not_found');
    assertIs(await accept(token), 404, 'invite_not_found');
    const [event] = await listEvents(running.service, owner);
    assert.deepEqual(event, { type: 'invite_cancelled', metadata: { invite_id: inviteId, actor: owner.userId } });
  });

  test('404: canceling an invite of another organization, which stays open', async () => {
    const [owner, stranger] = [await makeOwner('growth'), await makeOwner('growth')];
    const { inviteId, token } = await inviteByMail(owner);
    assertIs(await cancel(stranger, inviteId), 404, 'invite_not_found');
    assert.equal((await preview(token)).status, 200);
    assert.deepEqual(await list(stranger), []);
  });

  test('an expired invite: preview 404, accept 400, cancel 404', async () => {
    const owner = await makeOwner('growth');
    const { inviteId, token } = await inviteByMail(owner);
    await expire(inviteId);
    assertIs(await preview(token), 404, 'invite_not_found');
    assertIs(await accept(token), 400, 'token_expired_or_used');
    assertIs(await cancel(owner, inviteId), 404, 'invite_not_found');
  });

  test('an unknown link: 404 for both', async () => {
    for (const token of ['x', 'x'.repeat(43)]) {
      assertIs(await preview(token), 404, 'invite_not_found');
      assertIs(await accept(token), 404, 'invite_not_found');
    }
  });

  test('one of many simultaneous acceptances succeeds', async () => {
    const owner = await makeOwner('growth');
    const { token } = await inviteByMail(owner);
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
    assertIs(await accept(token), 400, 'token_expired_or_used');
    assertIs(await preview(token), 404, 'invite_not_found');
  });

  test('400: a password under 8 or over 128 characters does not use up the invite', async () => {
    const owner = await makeOwner('growth');
    const { token } = await inviteByMail(owner);
    for (const password of [null, '', '1234567', 'x'.repeat(129), 12345678]) {
      assertIs(await accept(token, password), 400, 'validation_error');
    }
    assert.equal((await accept(token, 'x'.repeat(128))).status, 201);
  });

  test('seats are counted again at acceptance, even for many at the same moment', async () => {
    const owner = await makeOwner('starter');
    const invited = await Promise.all(Array.from({ length: 7 }, () => inviteByMail(owner)));
    // Open invites use no seats: seven for the four that are free.
    const answers = await Promise.all(invited.map(({ token }) => accept(token)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 402, 402, 402]);
    const refused = answers.findIndex(({ status }) => status === 402);
    assertIs(answers[refused]!, 402, 'seat_limit_reached');
    await setPlan(running.service, owner.orgId, 'growth');
    assert.equal((await accept(invited[refused]!.token)).status, 201);
  });

  test('402: the plan lost the role admin between invite and acceptance', async () => {
    const owner = await makeOwner('growth');
    const { token } = await inviteByMail(owner, 'admin');
    await setPlan(running.service, owner.orgId, 'starter');
    assertIs(await accept(token), 402, 'plan_required');
    await setPlan(running.service, owner.orgId, 'growth');
    assert.equal((await accept(token)).status, 201);
  });

  test('if two organizations invite the same address, the first accepted invite gets it', async () => {
    const [one, other] = [await makeOwner('growth'), await makeOwner('growth')];
    const email = makeEmail();
    await invite(one, email);
    const first = await mailedToken(email);
    await invite(other, email);
    const second = await mailedToken(email);
    const answers = await Promise.all([accept(first), accept(second)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
  });

  test('the link itself is not stored, and no address goes into the audit log', async () => {
    const owner = await makeOwner('growth');
    const { email, token } = await inviteByMail(owner);
    const rows = await running.service.database.read.selectFrom('invites').selectAll().execute();
    assert.ok(rows.some(({ token_hash }) => token_hash === hashSecret(token)));
    assert.ok(!JSON.stringify(rows).includes(token) && !JSON.stringify(running.service.logLines).includes(token));
    assert.ok(!JSON.stringify(await listEvents(running.service, owner)).includes(email));
  });
});
