// The Content-Security-Policy of the certificate with every kind of logo address: for any address,
// the policy has the right directives, and the logo adds only its origin. Over HTTP, on both
// databases.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';

/** Accepted addresses, and what they add to the policy. */
const taken: Readonly<Record<string, readonly [address: string, origin: string]>> = {
  'an ordinary address': ['https://acme.example/logo.svg', 'https://acme.example'],
  'a semicolon': ['https://acme.example/a;script-src *;b.svg', 'https://acme.example'],
  'a comma': ["https://acme.example/a,default-src 'unsafe-inline',b.svg", 'https://acme.example'],
  'spaces and quotes': ['https://acme.example/a "b" \'c\' <d>.svg', 'https://acme.example'],
  'a query and a fragment': ['https://acme.example/?a=1;b=2,c#;d', 'https://acme.example'],
  'line breaks': ['https://acme.example/a\r\nX-Injected: yes\tb', 'https://acme.example'],
  'a port': ['https://acme.example:8443/logo.svg', 'https://acme.example:8443'],
  'the usual port': ['https://acme.example:443/logo.svg', 'https://acme.example'],
  'a name in another script': ['https://bücher.example/ä;.svg', 'https://xn--bcher-kva.example'],
  'an IPv4 address': ['https://192.0.2.1/logo.svg', 'https://192.0.2.1'],
};
const refused: Readonly<Record<string, string>> = {
  'a semicolon in the host': 'https://acme.example;script-src/logo.svg',
  'a comma in the host': 'https://acme.example,evil.example/logo.svg',
  'a quote in the host': "https://'self'/logo.svg",
  'a wildcard': 'https://*.example/logo.svg',
  'a user name': 'https://user@acme.example/logo.svg',
  'a password': 'https://user:secret@acme.example/logo.svg',
  'an IPv6 address': 'https://[2001:db8::1]/logo.svg',
  'a space in the host': 'https://acme example/',
  'a port that is none': 'https://acme.example:99999/',
  'another scheme': 'http://acme.example/',
};
const stored = [
  ...Object.values(refused),
  'https://acme.example;script-src *',
  'https://acme.example\r\nX-Injected: yes',
  'javascript:alert(1)',
  'no address',
  '',
];
const ordinaryPolicy = [
  'default-src',
  'style-src',
  'script-src',
  'connect-src',
  'img-src',
  'form-action',
  'frame-ancestors',
  'base-uri',
  'require-trusted-types-for',
];

onEachDatabase((database) => {
  let service: RunningService;
  let owner: SigningAccount;
  let token: string;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeSigningAccount(service, 'growth');
    const submission = makeSubmission(owner.signer, owner.generatorId);
    token = (await service.live.call('POST', '/v1/records', { token: owner.key, body: submission })).body.token;
  });
  after(() => service.stop());

  const change = (body: object) => service.live.call('PATCH', '/v1/account/branding', { token: owner.token, body });

  async function imageSources(): Promise<string> {
    const { status, headers } = await service.live.call('GET', `/certificate/${token}`);
    assert.equal(status, 200);
    assert.equal(headers.get('x-injected'), null);
    const policy = headers.get('content-security-policy')!;
    assert.ok(!policy.includes(','), 'one policy');
    const directives = policy.split('; ').map((directive) => directive.split(' '));
    assert.deepEqual(
      directives.map(([name]) => name),
      ordinaryPolicy,
    );
    return directives[4]!.slice(1).join(' ');
  }

  test('200: the logo adds only its origin to the policy, for any address', async () => {
    for (const [what, [address, origin]] of Object.entries(taken)) {
      assert.equal((await change({ logo_url: address })).status, 200, what);
      assert.equal(await imageSources(), `data: ${origin}`, what);
    }
  });

  test('400: hosts with a meaning in a policy, user names, other schemes', async () => {
    for (const [what, address] of Object.entries(refused)) {
      for (const field of ['logo_url', 'support_url']) {
        const { status, body } = await change({ [field]: address });
        assert.deepEqual([status, body.error], [400, 'validation_error'], what);
        assert.equal(body.details[0].path, field);
      }
    }
  });

  test('an old address is left out if it would be refused now', async () => {
    for (const address of stored) {
      await service.database.transaction((transaction) =>
        transaction
          .updateTable('organizations')
          .set({ logo_url: address, support_url: address })
          .where('org_id', '=', owner.orgId)
          .execute(),
      );
      assert.equal(await imageSources(), 'data:', address);
      const { body } = await service.live.call('GET', `/certificate/${token}`);
      assert.doesNotMatch(body, /class="logo"|Contact the signer/, address);
    }
  });
});
