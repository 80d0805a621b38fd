// POST /v1/auth/switch-ticket and /v1/auth/switch: one login for both environments, and everything
// that must not open an account of someone else.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { addMember, makeAccount, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { makeMailCodeAccount } from '../../../test-support/second-factor.ts';

type Name = 'live' | 'sandbox';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const otherOf = (name: Name): Name => (name === 'live' ? 'sandbox' : 'live');

  async function getTicket(from: Name, token: string) {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const response = await running.service[from].call('POST', '/v1/auth/switch-ticket', { token, body: { challenge } });
    return { ...response, verifier };
  }
  const enter = (to: Name, ticket: string, verifier: string) =>
    running.service[to].call('POST', '/v1/auth/switch', { body: { ticket, verifier } });
  const me = async (name: Name, token: string) =>
    (await running.service[name].call('GET', '/v1/auth/me', { token })).body;

  async function switchFrom(from: Name, token: string) {
    const { status, body, verifier } = await getTicket(from, token);
    assert.equal(status, 200);
    return enter(otherOf(from), body.ticket, verifier);
  }

  test('a live login opens the sandbox, where the account is made once and follows the live one', async () => {
    const account = await makeAccount(running.service.live);
    const first = await switchFrom('live', account.token);
    assert.equal(first.status, 200);
    const { user, org } = await me('sandbox', first.body.token);
    assert.deepEqual([user.email, user.role, user.email_verified, org.plan], [account.email, 'owner', false, 'free']);
    assert.equal(org.name, `Organization of ${account.email}`);
    assert.notEqual(org.org_id, account.orgId);
    assert.notEqual(user.user_id, account.userId);
    // Each session works only in its own environment.
    assert.equal((await running.service.live.call('GET', '/v1/auth/me', { token: first.body.token })).status, 401);

    await setPlan(running.service, account.orgId, 'growth');
    const { token } = await running.mail.waitForMail(account.email, 'Verify');
    assert.equal((await running.call('POST', '/v1/auth/verify-email', { body: { token } })).status, 200);
    const again = await switchFrom('live', account.token);
    const followed = await me('sandbox', again.body.token);
    assert.deepEqual(
      [followed.user.user_id, followed.user.email_verified, followed.org.plan],
      [user.user_id, true, 'growth'],
    );
  });

  test('members of a live organization meet in one sandbox organization, each in their role', async () => {
    const owner = await makeVerifiedAccount(running.service.live, running.mail);
    const member = await addMember(running.service, owner, 'user');
    const sessions = [await switchFrom('live', owner.token), await switchFrom('live', member.token)];
    const [first, second] = await Promise.all(sessions.map(({ body }) => me('sandbox', body.token)));
    assert.equal(first.org.org_id, second.org.org_id);
    assert.deepEqual([first.user.role, second.user.role], ['owner', 'user']);
    const team = await running.service.sandbox.call('GET', '/v1/team/members', { token: sessions[0]!.body.token });
    assert.equal(team.body.members.length, 2);
  });

  test('two tabs that come for the first time at once get the same account', async () => {
    const { token } = await makeAccount(running.service.live);
    const responses = await Promise.all([switchFrom('live', token), switchFrom('live', token)]);
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(responses[0]!.body.user.user_id, responses[1]!.body.user.user_id);
  });

  test('a ticket works once, only there, and only with the secret of its browser', async () => {
    const { token } = await makeAccount(running.service.live);
    const { body, verifier } = await getTicket('live', token);
    const [header, payload, signature] = body.ticket.split('.');
    const forged = Buffer.from(payload, 'base64url').toString().replace('"owner"', '"admin"');
    for (const [to, ticket, secret] of [
      ['live', body.ticket, verifier],
      ['sandbox', body.ticket, randomBytes(32).toString('base64url')],
      ['sandbox', [header, Buffer.from(forged).toString('base64url'), signature].join('.'), verifier],
      // A session token is not a ticket.
      ['sandbox', token, verifier],
    ] as const) {
      const { status, body: refusal } = await enter(to, ticket, secret);
      assert.deepEqual([status, refusal.error], [400, 'token_expired_or_used']);
    }
    assert.equal((await enter('sandbox', body.ticket, verifier)).status, 200);
    assert.equal((await enter('sandbox', body.ticket, verifier)).body.error, 'token_expired_or_used');
    // A ticket is not a session token.
    assert.equal((await running.call('GET', '/v1/auth/me', { token: body.ticket })).status, 401);
  });

  test('a session that came over cannot be used to come back', async () => {
    const account = await makeVerifiedAccount(running.service.live, running.mail);
    const { body } = await switchFrom('live', account.token);
    const { status, body: refusal } = await getTicket('sandbox', body.token);
    assert.deepEqual([status, refusal.error], [403, 'forbidden']);
  });

  test('accounts with the same address are joined only if both environments have verified it', async () => {
    for (const [liveIsVerified, sandboxIsVerified] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      const make = (name: Name, isVerified: boolean, email?: string) =>
        isVerified
          ? makeVerifiedAccount(running.service[name], running.mail, email)
          : makeAccount(running.service[name], email);
      const live = await make('live', liveIsVerified);
      if (!liveIsVerified) await running.mail.waitForMail(live.email, 'Verify');
      const sandbox = await make('sandbox', sandboxIsVerified, live.email);
      const expected = liveIsVerified && sandboxIsVerified ? 200 : 403;
      const over = await switchFrom('live', live.token);
      assert.equal(over.status, expected);
      if (expected === 200) assert.equal(over.body.user.user_id, sandbox.userId);
      const back = await switchFrom('sandbox', sandbox.token);
      assert.equal(back.status, expected);
      if (expected === 200) assert.equal(back.body.user.user_id, live.userId);
    }
  });

  test('the live environment never makes an account', async () => {
    const { token, email } = await makeVerifiedAccount(running.service.sandbox, running.mail);
    const { status, body } = await switchFrom('sandbox', token);
    assert.deepEqual([status, body.error], [403, 'forbidden']);
    assert.equal(
      (
        await running.call('POST', '/v1/auth/register', {
          body: { org_name: 'Mine', email, password: 'correct horse' },
        })
      ).status,
      201,
    );
  });

  test('an account with a second factor asks for it', async () => {
    const live = await makeMailCodeAccount(running.service.live, running.mail, true);
    const sandbox = await makeVerifiedAccount(running.service.sandbox, running.mail, live.email);
    const { status, body } = await switchFrom('sandbox', sandbox.token);
    assert.equal(status, 200);
    assert.deepEqual([body.requires_2fa, body.token], [true, undefined]);
  });

  test('400: a challenge that is not a SHA-256, a missing field', async () => {
    const { token } = await makeAccount(running.service.live);
    for (const body of [{}, { challenge: 'short' }, { challenge: 7 }]) {
      assert.equal((await running.call('POST', '/v1/auth/switch-ticket', { token, body })).status, 400);
    }
    assert.equal((await running.call('POST', '/v1/auth/switch', { body: { ticket: 'x' } })).status, 400);
  });
});
