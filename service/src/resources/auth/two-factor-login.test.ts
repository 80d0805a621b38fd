// POST /v1/auth/verify-2fa: the rules for challenges and failed attempts (specification: States;
// settled points 7 and 23), on both databases, with codes from an authenticator app and from real
// emails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { makeMailCodeAccount, makeTotpAccount } from '../../../test-support/second-factor.ts';

// The chance is 1 in 333,333 that it is right.
const wrong = '000000';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const verify = (challenge_token: unknown, otp: unknown) =>
    running.call('POST', '/v1/auth/verify-2fa', { body: { challenge_token, otp } });
  const verdict = async (challenge: string, otp: string) => {
    const { status, body } = await verify(challenge, otp);
    return status === 200 ? 200 : `${status} ${body.error}`;
  };

  test('200: the right code of an app opens a session', async () => {
    const account = await makeTotpAccount(running.service);
    const { status, body } = await verify(await account.challenge(), await account.nextCode());
    assert.equal(status, 200);
    assert.deepEqual(body.user, {
      user_id: account.userId,
      email: account.email,
      email_verified: false,
      org_id: account.orgId,
    });
    assert.equal((await running.call('GET', '/v1/auth/me', { token: body.token })).status, 200);
  });

  test('200: the emailed code opens a session, and that of another login does not', async () => {
    const account = await makeMailCodeAccount(running.service.live, running.mail);
    const first = await account.challenge();
    const firstCode = (await running.mail.waitForMail(account.email, 'login code')).code!;
    const second = await account.challenge();
    const secondCode = (await running.mail.waitForMail(account.email, 'login code')).code!;
    if (firstCode !== secondCode) assert.equal(await verdict(first, secondCode), '401 invalid_otp');
    assert.equal(await verdict(second, secondCode), 200);
  });

  test('400: a missing field is named', async () => {
    for (const [token, otp] of [
      [undefined, '123456'],
      ['x', undefined],
      ['', '123456'],
      ['x', ''],
      [1, '123456'],
      ['x', 123456],
    ]) {
      assert.equal((await verify(token, otp)).body.error, 'validation_error');
    }
  });

  test('401: an unknown challenge', async () => {
    assert.equal(await verdict('x'.repeat(43), '123456'), '401 invalid_otp');
  });

  test('a wrong code uses up the challenge, and the right one comes too late', async () => {
    const account = await makeTotpAccount(running.service);
    const challenge = await account.challenge();
    assert.equal(await verdict(challenge, wrong), '401 invalid_otp');
    assert.equal(await verdict(challenge, await account.nextCode()), '401 invalid_otp');
    assert.equal(await verdict(await account.challenge(), await account.nextCode()), 200);
  });

  test('a right code uses up the challenge too: later ones count as incorrect, the fifth gets 401, the sixth 429', async () => {
    const account = await makeTotpAccount(running.service);
    const challenge = await account.challenge();
    assert.equal(await verdict(challenge, await account.nextCode()), 200);
    for (let count = 1; count <= 5; count += 1)
      assert.equal(await verdict(challenge, await account.nextCode()), '401 invalid_otp', String(count));
    assert.equal(await verdict(challenge, await account.nextCode()), '429 too_many_attempts');
  });

  test('five incorrect attempts on one challenge get 401, every further one 429, even with the right code', async () => {
    const account = await makeTotpAccount(running.service);
    const challenge = await account.challenge();
    for (let count = 1; count <= 5; count += 1)
      assert.equal(await verdict(challenge, wrong), '401 invalid_otp', String(count));
    assert.equal(await verdict(challenge, wrong), '429 too_many_attempts');
    assert.equal(await verdict(challenge, await account.nextCode()), '429 too_many_attempts');
  });

  test('the account counts across challenges: after five incorrect attempts, a new one with the right code gets 429', async () => {
    const account = await makeTotpAccount(running.service);
    for (let count = 1; count <= 5; count += 1)
      assert.equal(await verdict(await account.challenge(), wrong), '401 invalid_otp', String(count));
    assert.equal(await verdict(await account.challenge(), await account.nextCode()), '429 too_many_attempts');
    assert.equal(
      await verdict(await account.challenge(), account.recoveryCodes[0]!),
      '429 too_many_attempts',
      'recovery codes are no way around',
    );
    const other = await makeTotpAccount(running.service);
    assert.equal(
      await verdict(await other.challenge(), await other.nextCode()),
      200,
      'other accounts are not concerned',
    );
  });

  test('after four incorrect attempts, the right code still opens a session, and right ones do not count', async () => {
    const account = await makeTotpAccount(running.service);
    for (let count = 1; count <= 4; count += 1)
      assert.equal(await verdict(await account.challenge(), wrong), '401 invalid_otp');
    for (let count = 1; count <= 3; count += 1)
      assert.equal(await verdict(await account.challenge(), await account.nextCode()), 200);
    assert.equal(await verdict(await account.challenge(), wrong), '401 invalid_otp');
    assert.equal(await verdict(await account.challenge(), wrong), '429 too_many_attempts');
  });

  test('simultaneous guesses do not share one count', async () => {
    const account = await makeTotpAccount(running.service);
    const challenges = await Promise.all(Array.from({ length: 8 }, () => account.challenge()));
    const verdicts = await Promise.all(challenges.map((challenge) => verdict(challenge, wrong)));
    assert.equal(verdicts.filter((each) => each === '401 invalid_otp').length, 5);
    assert.equal(verdicts.filter((each) => each === '429 too_many_attempts').length, 3);
  });

  test('the right code submitted twice at the same moment opens one session', async () => {
    const account = await makeTotpAccount(running.service);
    const [challenge, code] = [await account.challenge(), await account.nextCode()];
    const verdicts = await Promise.all([verdict(challenge, code), verdict(challenge, code)]);
    assert.deepEqual(verdicts.sort(), [200, '401 invalid_otp']);
  });

  test('a code of the app is valid once, even for another challenge at the same moment', async () => {
    const account = await makeTotpAccount(running.service);
    const code = await account.nextCode();
    const challenges = [await account.challenge(), await account.challenge()];
    const verdicts = await Promise.all(challenges.map((challenge) => verdict(challenge, code)));
    assert.deepEqual(verdicts.sort(), [200, '401 invalid_otp']);
    assert.equal(await verdict(await account.challenge(), code), '401 invalid_otp');
  });

  test('a code with spaces, as apps show it, is right', async () => {
    const account = await makeTotpAccount(running.service);
    const code = await account.nextCode();
    assert.equal(await verdict(await account.challenge(), ` ${code.slice(0, 3)} ${code.slice(3)} `), 200);
  });

  test('ten recovery codes are valid once each, in any spelling', async () => {
    const account = await makeTotpAccount(running.service);
    assert.equal(new Set(account.recoveryCodes).size, 10);
    const [first, second, third] = account.recoveryCodes as [string, string, string];
    assert.equal(await verdict(await account.challenge(), first), 200);
    assert.equal(await verdict(await account.challenge(), first), '401 invalid_otp');
    assert.equal(await verdict(await account.challenge(), second.toUpperCase()), 200);
    assert.equal(await verdict(await account.challenge(), ` ${third.replace('-', '')} `), 200);
    const challenges = [await account.challenge(), await account.challenge()];
    const verdicts = await Promise.all(challenges.map((challenge) => verdict(challenge, account.recoveryCodes[3]!)));
    assert.deepEqual(verdicts.sort(), [200, '401 invalid_otp'], 'also at the same moment');
  });

  test('recovery codes also work with emailed codes, and only for their own account', async () => {
    const account = await makeMailCodeAccount(running.service.live, running.mail);
    const other = await makeTotpAccount(running.service);
    assert.equal(await verdict(await account.challenge(), other.recoveryCodes[0]!), '401 invalid_otp');
    assert.equal(await verdict(await account.challenge(), account.recoveryCodes[0]!), 200);
  });

  test('a challenge of one environment is unknown in the other', async () => {
    const account = await makeTotpAccount(running.service);
    const body = { challenge_token: await account.challenge(), otp: await account.nextCode() };
    assert.equal((await running.service.sandbox.call('POST', '/v1/auth/verify-2fa', { body })).status, 401);
  });
});
