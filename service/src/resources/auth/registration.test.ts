// POST /v1/auth/register through real HTTP and a real mail server, on both databases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEmail } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';

onEachDatabase((database) => {
  const running = useMailingService(database);
  const register = (body: unknown) => running.call('POST', '/v1/auth/register', { body });
  const whole = () => ({ org_name: 'Lamps & Sons', email: makeEmail(), password: 'correct horse' });

  test('201: the user with their organization, and a verification email', async () => {
    const input = whole();
    const { status, body } = await register(input);
    assert.equal(status, 201);
    assert.match(body.user.user_id, /^usr_[0-9a-f]{32}$/);
    assert.match(body.user.org_id, /^org_[0-9a-f]{32}$/);
    assert.deepEqual([body.user.email, body.user.email_verified], [input.email, false]);
    const mail = await running.mail.waitForMail(input.email);
    assert.equal(mail.subject, 'Verify your email address');
    assert.match(mail.link ?? '', /^http:\/\/live\.test\/verify-email#token=[\w-]{43}$/);
    assert.ok(mail.html.includes(mail.link!));
    assert.equal(mail.from, 'Content Provenance <no-reply@localhost>');
  });

  test('the owner starts on the free plan, and the organization has its trimmed name', async () => {
    const input = { ...whole(), org_name: '  Lamps & Sons ' };
    await register(input);
    const { body } = await running.call('POST', '/v1/auth/login', { body: input });
    const me = await running.call('GET', '/v1/auth/me', { token: body.token });
    assert.deepEqual([me.body.org.name, me.body.org.plan], ['Lamps & Sons', 'free']);
    assert.deepEqual([me.body.user.role, me.body.user.two_factor], ['owner', null]);
  });

  test('400: each field is required and validated', async () => {
    const wrong = [
      [{ org_name: undefined }, 'org_name'],
      [{ org_name: '' }, 'org_name'],
      [{ org_name: '   ' }, 'org_name'],
      [{ org_name: 'x'.repeat(201) }, 'org_name'],
      [{ org_name: 7 }, 'org_name'],
      [{ email: undefined }, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ email: 'a@b@example.org' }, 'email'],
      [{ email: 'a b@example.org' }, 'email'],
      [{ email: 'a@example.org\r\nBcc: c@example.org' }, 'email'],
      [{ email: 'a@example.org, c@example.org' }, 'email'],
      [{ email: `${'x'.repeat(250)}@example.org` }, 'email'],
      [{ password: undefined }, 'password'],
      [{ password: '1234567' }, 'password'],
      [{ password: 'x'.repeat(1_025) }, 'password'],
      [{ password: 12345678 }, 'password'],
    ] as const;
    for (const [change, path] of wrong) {
      const { status, body } = await register({ ...whole(), ...change });
      assert.deepEqual([status, body.error], [400, 'validation_error'], JSON.stringify(change));
      assert.ok(
        body.details.some((detail: { path: string }) => detail.path === path),
        JSON.stringify(body),
      );
    }
  });

  test('a password of eight characters is long enough, in letters of any alphabet', async () => {
    for (const password of ['12345678', 'пароль12'])
      assert.equal((await register({ ...whole(), password })).status, 201);
  });

  test('409: an address is taken in any spelling', async () => {
    const input = whole();
    await register(input);
    for (const email of [input.email, input.email.toUpperCase()]) {
      const { status, body } = await register({ ...whole(), email });
      assert.deepEqual([status, body.error], [409, 'email_taken']);
    }
  });

  test('one of several simultaneous registrations succeeds, and the others store nothing', async () => {
    const input = { ...whole(), org_name: `Crowd ${makeEmail()}` };
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(input)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
    const { read } = running.service.database;
    const organizations = await read
      .selectFrom('organizations')
      .selectAll()
      .where('name', '=', input.org_name)
      .execute();
    assert.equal(organizations.length, 1);
    await running.mailSent();
    assert.equal(running.mail.mails().filter(({ to }) => to === input.email).length, 1);
  });

  test('the same address can register in the sandbox, because the environments share nothing', async () => {
    const input = whole();
    assert.equal((await register(input)).status, 201);
    assert.equal((await running.service.sandbox.call('POST', '/v1/auth/register', { body: input })).status, 201);
    const links = [await running.mail.waitForMail(input.email), await running.mail.waitForMail(input.email)].map(
      ({ link }) => link!,
    );
    assert.deepEqual(links.map((link) => new URL(link).host).sort(), ['live.test', 'sandbox.test']);
  });

  test('the password is stored only as an argon2id hash', async () => {
    const input = { ...whole(), password: 'a very particular password' };
    const { body } = await register(input);
    const { read } = running.service.database;
    const user = await read
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', body.user.user_id)
      .executeTakeFirstOrThrow();
    assert.match(user.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.ok(!JSON.stringify(user).includes(input.password));
  });
});
