// Names that imitate a proven one, through real HTTP on both databases: a change to such a name is
// refused, and an existing one is labeled. Registration is always possible, and nobody reserves a
// name with another domain.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type NameServer, startNameServer } from '../../../test-support/dns-server.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, type SigningAccount } from '../../../test-support/signing-client.ts';

onEachDatabase((database) => {
  let names: NameServer;
  let service: RunningService;
  before(async () => {
    names = await startNameServer();
    service = await startRunningService({ database, settings: { DNS_SERVERS: names.address } });
  });
  after(async () => {
    await service.stop();
    await names.stop();
  });

  const organization = () => makeSigningAccount(service, 'growth');
  const call = (account: SigningAccount, method: string, path: string, body?: unknown) =>
    service.live.call(method, `/v1/account${path}`, { token: account.token, ...(body !== undefined && { body }) });
  const rename = (account: SigningAccount, name: string) => call(account, 'PATCH', '/organization', { name });
  const brand = (account: SigningAccount, display_name: string | null) =>
    call(account, 'PATCH', '/branding', { display_name });
  const signerOf = async (account: SigningAccount) => (await call(account, 'GET', '/domains')).body.signer;
  /** Letters without lookalikes. */
  const freshWord = () => Array.from(randomBytes(10), (byte) => 'abdefghkpx'[byte % 10]).join('');

  async function prove(account: SigningAccount, domain: string): Promise<string> {
    const { body: added } = await call(account, 'POST', '/domains', { domain });
    names.set(added.dns.name, { TXT: [added.dns.value] });
    const { body: checked } = await call(account, 'POST', `/domains/${added.domain_id}/check`);
    assert.equal(checked.state, 'verified');
    return added.domain_id;
  }

  test('400: a name that looks like a proven one, at a change of name and of branding', async () => {
    const [owner, other] = [await organization(), await organization()];
    const word = freshWord();
    assert.equal((await rename(other, `${word} group`)).status, 200);
    await prove(owner, `${word}.example`);
    const cyrillic = word.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('p', 'р').replaceAll('x', 'х');
    for (const name of [word, word.toUpperCase(), [...word].join(' '), `${word}.`, cyrillic, `${word} example`]) {
      for (const [field, answer] of [
        ['name', await rename(other, name)],
        ['display_name', await brand(other, name)],
      ] as const) {
        assert.deepEqual([answer.status, answer.body.error], [400, 'validation_error'], name);
        assert.equal(answer.body.details[0].path, field);
        assert.match(answer.body.details[0].message, new RegExp(`${word}\\.example`));
      }
    }
    assert.equal((await brand(other, `${word} fans`)).status, 200);
    assert.equal((await rename(owner, word)).status, 200);
    assert.equal((await brand(owner, word.toUpperCase())).status, 200);
    assert.equal((await signerOf(owner)).resembles, null);
  });

  test('an organization that has proven exactly this name too can use it, and one with a lookalike cannot', async () => {
    const [first, second, third] = [await organization(), await organization(), await organization()];
    const word = `o${freshWord()}`;
    await prove(first, `${word}.example`);
    await prove(second, `${word}.test`);
    assert.equal((await rename(second, word)).status, 200);
    assert.equal((await signerOf(second)).resembles, null);
    await prove(third, `0${word.slice(1)}.example`);
    assert.equal((await rename(third, word)).status, 400);
    assert.equal((await rename(third, `0${word.slice(1)}`)).status, 200);
  });

  test('registration is always possible, and an existing name is shown with what it resembles', async () => {
    const word = freshWord();
    const [owner, earlier, branded] = [await organization(), await organization(), await organization()];
    assert.equal((await rename(earlier, word.toUpperCase())).status, 200);
    assert.equal((await brand(branded, word)).status, 200);
    assert.equal((await signerOf(earlier)).resembles, null);
    const domainId = await prove(owner, `${word}.example`);
    assert.deepEqual(await signerOf(earlier), {
      name: word.toUpperCase(),
      domain: null,
      domain_verified_at: null,
      resembles: `${word}.example`,
    });
    assert.equal((await signerOf(branded)).resembles, `${word}.example`);
    assert.equal((await brand(branded, null)).status, 200);
    assert.equal((await signerOf(branded)).resembles, null);

    const email = `${randomBytes(6).toString('hex')}@example.org`;
    const account = { org_name: word, email, password: 'correct horse' };
    assert.equal((await service.live.call('POST', '/v1/auth/register', { body: account })).status, 201);
    const { body } = await service.live.call('POST', '/v1/auth/login', { body: account });
    const { signer } = (await service.live.call('GET', '/v1/account/domains', { token: body.token })).body;
    assert.deepEqual([signer.name, signer.resembles], [word, `${word}.example`]);

    assert.equal((await call(owner, 'DELETE', `/domains/${domainId}`)).status, 200);
    assert.equal((await signerOf(earlier)).resembles, null);
  });

  test('a domain reserves only its own name: not the name of its organization, and not a label below it', async () => {
    const [squatter, other] = [await organization(), await organization()];
    const word = freshWord();
    assert.equal((await rename(squatter, word)).status, 200);
    await prove(squatter, `${freshWord()}.example`);
    await prove(squatter, `${word}.${freshWord()}.example`);
    assert.equal((await rename(other, word)).status, 200);
    assert.equal((await signerOf(other)).resembles, null);
  });

  test('400: a name that states a domain, unless the organization has proven that domain', async () => {
    const owner = await organization();
    const domain = `${freshWord()}.example`;
    for (const answer of [await rename(owner, domain), await brand(owner, domain.toUpperCase())]) {
      assert.equal(answer.status, 400);
      assert.match(answer.body.details[0].message, new RegExp(`prove ${domain}`));
    }
    await prove(owner, domain);
    assert.equal((await rename(owner, domain)).status, 200);
    assert.equal((await brand(owner, domain.toUpperCase())).status, 200);
  });

  test('names from an earlier release, and those that two nodes missed, are examined at the start', async () => {
    const [owner, old, missed, wrong] = [
      await organization(),
      await organization(),
      await organization(),
      await organization(),
    ];
    const word = freshWord();
    await rename(missed, word);
    await prove(owner, `${word}.example`);
    await service.database.transaction(async (transaction) => {
      await transaction.updateTable('organizations').set({ name: word }).where('org_id', '=', old.orgId).execute();
      await transaction.deleteFrom('public_names').where('org_id', '=', owner.orgId).execute();
      for (const [{ orgId }, signer_resembles] of [
        [missed, null],
        [wrong, 'gone.example'],
      ] as const) {
        await transaction.updateTable('organizations').set({ signer_resembles }).where('org_id', '=', orgId).execute();
      }
    });
    await service.restart();
    for (let waited = 0; waited < 10_000; waited += 50) {
      if ((await signerOf(wrong)).resembles === null) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const account of [old, missed]) assert.equal((await signerOf(account)).resembles, `${word}.example`);
    assert.equal((await signerOf(wrong)).resembles, null);
  });
});
