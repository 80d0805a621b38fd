// Names and addresses that are made to deceive: refused on input, over HTTP. If such a name is
// already stored, neither the header nor the body of an email, nor a page, shows its effect. On
// both databases.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Account, addMember, makeEmail, makeVerifiedAccount, setPlan } from '../test-support/account.ts';
import { useMailingService } from '../test-support/mailing-service.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { makeSigner, makeSubmission, registerGenerator } from '../test-support/signing-client.ts';

/** No name can contain these. */
const deceiving = {
  'a line break': 'Bank\nYour account is locked',
  'CR LF and a header': 'Bank\r\nBcc: everyone@example.org',
  'a line separator': 'Bank\u2028Your account is locked',
  'a paragraph separator': 'Bank\u2029locked',
  'a next line': 'Bank\u0085locked',
  'a tab': 'Bank\tlocked',
  'an escape': 'Bank\u001b[31m',
  'a right-to-left override': 'Bank \u202egpj.exe',
  'an embedding': 'Bank \u202bx\u202c',
  'an isolate': 'Bank \u2067x\u2069',
  'a mark of direction': 'Bank\u200f',
  'an Arabic letter mark': 'Bank\u061c',
  'a zero-width space': 'Ba\u200bnk',
  'a filler': 'Ba\u3164nk',
  'a byte order mark': '\ufeffBank',
};
/** A name that the public sees cannot contain these either. */
const linking = {
  'an address': 'Bank http://evil.example',
  'a secure address': 'https://evil.example/login',
  'an address without a scheme': 'www.evil.example',
  'a host with a path': 'evil.example/login',
  'a host with a port': 'evil.example:8080',
  'letters of other widths': 'ｗｗｗ．evil．example',
};

onEachDatabase((database) => {
  const running = useMailingService(database);
  const { call } = running;
  let owner: Account;
  let key: string;
  before(async () => {
    owner = await makeVerifiedAccount(running.service.live, running.mail);
    await setPlan(running.service, owner.orgId, 'enterprise');
    key = owner.token;
  });

  async function assertRefused(
    send: (name: string) => Promise<{ status: number; body: { error?: string; details?: object[] } }>,
    field: string,
    names: Readonly<Record<string, string>>,
  ): Promise<void> {
    for (const [what, name] of Object.entries(names)) {
      const { status, body } = await send(name);
      assert.deepEqual([status, body.error], [400, 'validation_error'], what);
      const [detail] = body.details as { path: string; message: string }[];
      assert.equal(detail?.path, field, what);
      assert.match(detail.message, /^must be one line of printable characters/, what);
    }
  }

  const register = (org_name: string) =>
    call('POST', '/v1/auth/register', { body: { org_name, email: makeEmail(), password: 'correct horse' } });

  test('400: the name of an organization is one line of printable characters without a web address', async () => {
    await assertRefused(register, 'org_name', { ...deceiving, ...linking });
    assert.equal((await register('x'.repeat(101))).status, 400);
    for (const name of [
      'x',
      'x'.repeat(100),
      'Müller & Söhne GmbH',
      '株式会社ランプ',
      'Booking.com',
      "O'Brien, Inc.",
    ]) {
      assert.equal((await register(name)).status, 201, name);
    }
  });

  test('400: the same for the name of the branding', async () => {
    const change = (display_name: string) =>
      call('PATCH', '/v1/account/branding', { token: owner.token, body: { display_name } });
    await assertRefused(change, 'display_name', { ...deceiving, ...linking });
    assert.equal((await change('Lamps & Sons')).status, 200);
  });

  test('400: the names of API keys and generators are one line of printable characters', async () => {
    const makeKey = (name: string) => call('POST', '/v1/account/api-keys', { token: owner.token, body: { name } });
    await assertRefused(makeKey, 'name', deceiving);
    assert.equal((await makeKey('https://ci.example/job')).status, 201, 'seen by the organization alone');
    const makeGenerator = (name: string) =>
      call('POST', '/v1/generators', { token: key, body: { name, supported_formats: ['text'] } });
    await assertRefused(makeGenerator, 'name', deceiving);
  });

  test('400: an address with a quoted part, brackets or line breaks is refused everywhere', async () => {
    const addresses = [
      '"a\r\nBcc: victim@example.org"@example.org',
      '"a\r\nRCPT TO:<victim@example.org>"@example.org',
      '"quoted"@example.org',
      '"a b"@example.org',
      'a@[127.0.0.1]',
      'a@[IPv6:::1]',
      'a@example.org\r\nBcc: victim@example.org',
      'a@example.org\n',
      'a\n@example.org',
      'a@example.org, victim@example.org',
      'A <a@example.org>',
      'a@example.org\u202e',
      'a\u0000@example.org',
    ];
    const received = running.mail.mails().length;
    for (const email of addresses) {
      const [registered, invited, ...mailed] = await Promise.all([
        call('POST', '/v1/auth/register', { body: { org_name: 'Lamps', email, password: 'correct horse' } }),
        call('POST', '/v1/team/invites', { token: owner.token, body: { email, role: 'user' } }),
        call('POST', '/v1/auth/forgot-password', { body: { email } }),
        call('POST', '/v1/auth/resend-verification', { body: { email } }),
      ]);
      for (const { status, body } of [registered, invited, ...mailed]) {
        assert.deepEqual([status, body.error], [400, 'validation_error'], JSON.stringify(email));
        assert.equal(body.details[0].path, 'email');
        assert.match(body.details[0].message, /^must be an email address such as|^must not|^must be valid Unicode/);
      }
    }
    await running.mailSent();
    assert.deepEqual(running.mail.mails().slice(received), []);
  });

  test('ordinary addresses are accepted', async () => {
    for (const local of ["o'brien+tag", 'first.last', 'x_y-z', 'UPPER']) {
      const email = `${local}.${makeEmail()}`;
      const { status } = await call('POST', '/v1/auth/register', {
        body: { org_name: 'Lamps', email, password: 'correct horse' },
      });
      assert.equal(status, 201, email);
      const mail = await running.mail.waitForMail(email.toLowerCase(), 'Verify');
      assert.equal(mail.to, email.toLowerCase());
    }
  });

  async function storeName(orgId: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await running.service.database.transaction((transaction) =>
      transaction.updateTable('organizations').set(fields).where('org_id', '=', orgId).execute(),
    );
  }

  test('an invite of an organization with such a name is one email to one person, with one link', async () => {
    const ordinary = await inviteFrom('Lamps & Sons');
    const names = {
      ...deceiving,
      ...linking,
      'a bare host': 'Bank evil.example',
      markup: '<a href="//evil">Bank</a>',
      'a handle': 'evil.example/@bank',
    };
    for (const [what, name] of Object.entries(names)) {
      const mail = await inviteFrom(name);
      assert.deepEqual(mail.headers, ordinary.headers, what);
      assert.deepEqual(mail.recipients, [mail.to], what);
      assert.match(mail.subject, /^You are invited to [^\p{C}\p{Zl}\p{Zp}]+$/u, what);
      for (const text of [mail.subject, mail.text, mail.html]) {
        assert.doesNotMatch(text, /(?![\r\n])[\p{C}\p{Zl}\p{Zp}\u3164]/u, what);
        assert.doesNotMatch(text, /evil\.\S|evil．|:\/\/evil|www\.\S/, what);
      }
      assert.ok(!mail.html.includes('<a href="//evil"'), what);
      const paragraphs = (text: string) => text.split(/\r?\n\r?\n/).length;
      assert.equal(paragraphs(mail.text), paragraphs(ordinary.text), `${what}: it adds no paragraph`);
      const links = (text: string) => text.match(/https?:\/\/[^\s"<]+/g)?.map((link) => new URL(link).host) ?? [];
      assert.deepEqual(links(mail.text), links(ordinary.text), what);
      assert.deepEqual(links(mail.html), links(ordinary.html), what);
    }
  });

  async function inviteFrom(name: string) {
    await storeName(owner.orgId, { name });
    const email = makeEmail();
    const { status } = await call('POST', '/v1/team/invites', { token: owner.token, body: { email, role: 'user' } });
    assert.equal(status, 201);
    await running.mail.waitForMail(email, 'You are invited to');
    return running.mail.mails().find(({ to }) => to === email)!;
  }

  test('no page shows such names as intended, and they break no response', async () => {
    const signer = makeSigner();
    const generatorId = await registerGenerator(running.service.live, key, [signer]);
    // A model is signed unchanged, so it is accepted unchanged.
    const submission = makeSubmission(signer, generatorId, { model: 'model \u202e3\u001b' });
    const { body } = await call('POST', '/v1/records', { token: key, body: submission });
    await storeName(owner.orgId, { name: 'Bank \u202egpj.exe\u0007<b>', display_name: '\u2067Bank\u2069\u001b' });
    const page = await call('GET', `/certificate/${body.token}`);
    assert.equal(page.status, 200);
    const [shown = ''] = page.body.split('<script type="application/ld+json">');
    assert.doesNotMatch(shown, /(?![\r\n])[\p{C}]/u);
    assert.ok(shown.includes('Bank gpj.exe&lt;b&gt;'));
    for (const path of ['/v1/auth/me', '/v1/account/branding', '/v1/team/members']) {
      assert.equal((await call('GET', path, { token: owner.token })).status, 200, path);
    }
    assert.equal((await call('GET', `/v1/verify/status/${body.token}`)).status, 200);
    const member = await addMember(running.service, owner, 'admin');
    assert.equal((await call('GET', '/v1/account/api-keys', { token: member.token })).status, 200);
  });
});
