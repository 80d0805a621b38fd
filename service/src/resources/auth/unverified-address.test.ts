// A stranger registers somebody else's address and uses the account. Then the owner of the address
// comes. Nothing that the stranger made can open, sign or lock anything afterwards. Over HTTP with
// real email, on both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Account, addMember, makeAccount, makeApiKey, setPlan } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { appCode, makeTotpAccount, type TotpAccount } from '../../../test-support/second-factor.ts';
import { makeSigner, makeSubmission, registerGenerator } from '../../../test-support/signing-client.ts';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const { call } = running;
  const live = () => running.service.live;
  const logIn = (email: string, password: string) => call('POST', '/v1/auth/login', { body: { email, password } });
  const isOpen = async (token: string, path = '/v1/generators') => (await call('GET', path, { token })).status === 200;
  const makePersonalKey = async ({ token, userId }: Account): Promise<string> =>
    (await call('POST', `/v1/team/members/${userId}/api-keys`, { token })).body.key;

  /**
   * What a stranger can create without the mailbox: keys of both kinds, generators of both kinds, a
   * record, a second factor.
   */
  async function settleIn() {
    const stranger = await makeTotpAccount(running.service);
    const { key } = await makeApiKey(live(), stranger);
    const personalKey = await makePersonalKey(stranger);
    const signer = makeSigner();
    const clientGenerator = await registerGenerator(live(), stranger.token, [signer], ['text']);
    const serverGenerator = await registerGenerator(live(), stranger.token, undefined, ['text']);
    const submission = makeSubmission(signer, clientGenerator);
    const stored = await call('POST', '/v1/records', { token: key, body: submission });
    assert.equal(stored.status, 201);
    const challenge = await stranger.challenge();
    return { stranger, keys: [key, personalKey], generators: [clientGenerator, serverGenerator], challenge, stored };
  }

  async function setNewPassword(email: string, password = 'the owner is here'): Promise<void> {
    await call('POST', '/v1/auth/forgot-password', { body: { email } });
    const { token } = await running.mail.waitForMail(email, 'new password');
    assert.equal((await call('POST', '/v1/auth/reset-password', { body: { token, password } })).status, 200);
  }

  async function verify(email: string): Promise<void> {
    const { token } = await running.mail.waitForMail(email, 'Verify');
    assert.equal((await call('POST', '/v1/auth/verify-email', { body: { token } })).status, 200);
  }

  async function assertLockedOut(stranger: TotpAccount, keys: readonly string[], challenge: string): Promise<void> {
    for (const key of keys) assert.equal(await isOpen(key), false, 'a key of the stranger');
    assert.equal(await isOpen(stranger.token, '/v1/auth/me'), false, 'the session of the stranger');
    assert.equal((await logIn(stranger.email, stranger.password)).status, 401);
    const otp = appCode(stranger.secret);
    for (const code of [otp, stranger.recoveryCodes[0]!]) {
      const answer = await call('POST', '/v1/auth/verify-2fa', { body: { challenge_token: challenge, otp: code } });
      assert.equal(answer.body.error, 'invalid_otp', 'the challenge of the stranger');
    }
  }

  test('the owner of an address that was never verified sets a password and gets an empty account', async () => {
    const { stranger, keys, generators, challenge, stored } = await settleIn();
    const unverified = await running.mail.waitForMail(stranger.email, 'Verify');
    await setNewPassword(stranger.email);
    await assertLockedOut(stranger, keys, challenge);

    const { status, body } = await logIn(stranger.email, 'the owner is here');
    assert.equal(status, 200, 'the TOTP of the stranger does not lock the owner out');
    const { token, user } = body;
    assert.equal(user.email_verified, true, 'the link in the mail has shown it');
    assert.notEqual(user.org_id, stranger.orgId);
    const me = (await call('GET', '/v1/auth/me', { token })).body;
    assert.deepEqual([me.org.name, me.user.two_factor], ['Unnamed organization', null]);
    const empty = { generators: [], keys: [], records: [], endpoints: [], invites: [] };
    for (const [path, field] of [
      ['/v1/generators', 'generators'],
      ['/v1/account/api-keys', 'keys'],
      ['/v1/team/members/me/api-keys', 'keys'],
      ['/v1/records', 'records'],
      ['/v1/webhooks', 'endpoints'],
      ['/v1/team/invites', 'invites'],
    ] as const) {
      assert.deepEqual((await call('GET', path, { token })).body[field], empty[field], path);
    }
    assert.equal((await call('GET', '/v1/billing/usage', { token })).body.signatures_used, 0);
    assert.equal((await call('GET', '/v1/team/members', { token })).body.members.length, 1);
    const events = (await call('GET', '/v1/audit', { token })).body.events.map(({ type }: { type: string }) => type);
    assert.deepEqual(events.sort(), ['email_verified', 'login', 'organization_registered']);

    // What the stranger signed is no longer trusted, and earlier links in emails open nothing.
    for (const id of generators) assert.equal((await call('GET', `/v1/keys/${id}`)).body.status, 'revoked');
    const record = (await call('GET', `/v1/records/${stored.body.record_id}`)).body;
    assert.equal(record.generator_status, 'revoked');
    const late = await call('POST', '/v1/auth/verify-email', { body: { token: unverified.token } });
    assert.equal(late.body.error, 'token_expired_or_used');
  });

  test('the owner of a fresh account is an ordinary owner, and keeps it after the next new password', async () => {
    const { email } = await makeAccount(live());
    await setNewPassword(email);
    const { token, user } = (await logIn(email, 'the owner is here')).body;
    const { key } = await makeApiKey(live(), { email, password: '', userId: user.user_id, orgId: user.org_id, token });
    const generator = await registerGenerator(live(), token, undefined, ['text']);
    await setNewPassword(email, 'another horse');
    const again = (await logIn(email, 'another horse')).body;
    assert.deepEqual([again.user.user_id, again.user.org_id], [user.user_id, user.org_id]);
    assert.equal(await isOpen(key), true);
    assert.equal((await call('GET', `/v1/keys/${generator}`)).body.status, 'active');
  });

  test('a stranger who acts while the owner sets the password gains nothing in the new account', async () => {
    const stranger = await makeAccount(live());
    await call('POST', '/v1/auth/forgot-password', { body: { email: stranger.email } });
    const { token } = await running.mail.waitForMail(stranger.email, 'new password');
    const busy = Array.from({ length: 12 }, async () => {
      const { status, body } = await call('POST', '/v1/account/api-keys', { token: stranger.token, body: {} });
      return status === 201 ? (body.key as string) : undefined;
    });
    const reset = await call('POST', '/v1/auth/reset-password', { body: { token, password: 'the owner is here' } });
    assert.equal(reset.status, 200);
    const { body } = await logIn(stranger.email, 'the owner is here');
    // A key that was created just after the revocation belongs to the abandoned organization.
    for (const key of (await Promise.all(busy)).filter((each) => each !== undefined)) {
      const generator = { name: 'late', supported_formats: ['text'] };
      await call('POST', '/v1/generators', { token: key, body: generator });
    }
    assert.deepEqual((await call('GET', '/v1/generators', { token: body.token })).body.generators, []);
    assert.deepEqual((await call('GET', '/v1/account/api-keys', { token: body.token })).body.keys, []);
  });

  test('one of two simultaneous links creates the new account, and the other is used up', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { email } = await makeAccount(live());
      const tokens = [];
      for (let count = 0; count < 2; count += 1) {
        await call('POST', '/v1/auth/forgot-password', { body: { email } });
        tokens.push((await running.mail.waitForMail(email, 'new password')).token);
      }
      const answers = await Promise.all(
        tokens.map((token, place) =>
          call('POST', '/v1/auth/reset-password', { body: { token, password: `the owner ${place}` } }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
      const winner = answers.findIndex(({ status }) => status === 200);
      assert.equal((await logIn(email, `the owner ${winner}`)).status, 200);
    }
  });

  test('before the verification a stranger cannot invite, brand, or add webhooks, on any plan', async () => {
    const stranger = await makeAccount(live());
    await setPlan(running.service, stranger.orgId, 'enterprise');
    for (const [method, path, body] of [
      ['POST', '/v1/team/invites', { email: 'friend@example.org', role: 'admin' }],
      ['PATCH', '/v1/account/branding', { display_name: 'Somebody else' }],
      ['POST', '/v1/webhooks', { url: 'https://example.org/hook', events: ['record.created'] }],
    ] as const) {
      const { status, body: answer } = await call(method, path, { token: stranger.token, body });
      assert.deepEqual([status, answer.error], [403, 'email_not_verified'], path);
    }
  });

  test('after a verification by link and a new password, earlier keys and the earlier second factor end', async () => {
    const { stranger, keys, generators, challenge } = await settleIn();
    await verify(stranger.email);
    for (const key of keys) assert.equal(await isOpen(key), true, 'verifying alone takes nothing away');
    const { key: later } = await makeApiKey(live(), stranger);
    await setNewPassword(stranger.email);
    await assertLockedOut(stranger, keys, challenge);
    const { status, body } = await logIn(stranger.email, 'the owner is here');
    assert.deepEqual([status, body.user.org_id], [200, stranger.orgId], 'the organization is confirmed, so it stays');
    assert.equal(await isOpen(later), true, 'made after the verification');
    for (const id of generators) assert.equal((await call('GET', `/v1/keys/${id}`)).body.status, 'active');
    const types = (await call('GET', '/v1/audit?limit=100', { token: body.token })).body.events.map(
      ({ type }: { type: string }) => type,
    );
    assert.equal(types.filter((type: string) => type === 'api_key_revoked').length, 2);
    assert.equal(types.filter((type: string) => type === 'two_factor_disabled').length, 1);
  });

  test('a second factor from after the verification survives a new password', async () => {
    const account = await makeAccount(live());
    await verify(account.email);
    const { body } = await call('POST', '/v1/auth/2fa/setup', { token: account.token, body: { method: 'totp' } });
    const otp = appCode(body.secret);
    assert.equal((await call('POST', '/v1/auth/2fa/enable', { token: account.token, body: { otp } })).status, 200);
    await setNewPassword(account.email);
    assert.equal((await logIn(account.email, 'the owner is here')).body.requires_2fa, true);
  });

  test('a member who joined later sets a new password, and the keys of the organization continue to work', async () => {
    const owner = await makeAccount(live());
    const { key } = await makeApiKey(live(), owner);
    await verify(owner.email);
    const member = await addMember(running.service, owner, 'admin');
    await running.service.database.transaction((transaction) =>
      transaction
        .updateTable('users')
        .set({ created_at: Date.now(), email_verified_at: Date.now() })
        .where('user_id', '=', member.userId)
        .execute(),
    );
    await setNewPassword(member.email);
    assert.equal(await isOpen(key), true);
  });

  test('the email says what a new password removes, before anyone sets one', async () => {
    const account = await makeAccount(live());
    await call('POST', '/v1/auth/forgot-password', { body: { email: account.email } });
    const before = await running.mail.waitForMail(account.email, 'new password');
    assert.match(before.text, /is not verified.*starts an empty account/s);
    await verify(account.email);
    await call('POST', '/v1/auth/forgot-password', { body: { email: account.email } });
    const after = await running.mail.waitForMail(account.email, 'new password');
    assert.doesNotMatch(after.text, /empty account/);
  });
});
