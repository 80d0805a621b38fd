// The page about domains with a real name server: a domain from its creation and proof to its
// removal, what people see, and the warning about a name that imitates.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addMember } from '../../service/test-support/account.ts';
import { makeSigningAccount, type SigningAccount } from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the page about domains', (suite) => {
  let org: SigningAccount;
  before(async () => {
    org = await makeSigningAccount(suite.served.service, 'growth', suite.served.mail);
  });

  test('add, copy what to publish, check before and after it is there, remove', async () => {
    await suite.visit(
      '/domains',
      async (watched) => {
        const { page } = watched;
        const seen = page.getByRole('region', { name: 'What people see' });
        await seen.getByText('Name chosen by you, not verified').waitFor();
        await watched.check();

        watched.expectRefusals();
        await page.getByLabel('Domain', { exact: true }).fill('https://lumen.example/');
        await page.getByRole('button', { name: 'Add domain' }).click();
        await page.getByText(/^Must be only a domain name/).waitFor();
        await watched.check();
        await page.getByLabel('Domain', { exact: true }).fill('Lumen.Example');
        await page.getByRole('button', { name: 'Add domain' }).click();
        const card = page.getByRole('region', { name: 'lumen.example' });
        await card.getByText('Not proven yet').waitFor();
        assert.equal(await page.getByLabel('Domain', { exact: true }).inputValue(), '');
        const [name, value, address, content] = await card.locator('.code').allTextContents();
        assert.equal(name, '_content-provenance.lumen.example');
        assert.match(value!, /^content-provenance-verification=[\w-]{43}$/);
        assert.deepEqual([address, content], ['https://lumen.example/.well-known/content-provenance.txt', value]);
        for (const button of ['Copy name', 'Copy value', 'Copy URL', 'Copy content'])
          await card.getByRole('button', { name: button }).waitFor();

        await page.getByRole('button', { name: 'Check now: lumen.example' }).click();
        await card.getByText('We found no TXT record at _content-provenance.lumen.example.').waitFor();
        await watched.check();
        suite.served.names.set(name!, { TXT: [value!] });
        await page.getByRole('button', { name: 'Check now: lumen.example' }).click();
        await card.getByText('Verified', { exact: true }).waitFor();
        await card.getByText('The proof was found.').waitFor();
        await seen.getByText('lumen.example ✓').waitFor();
        await card.getByText('Keep this published').click();
        await watched.check();

        await page.getByRole('button', { name: 'Remove lumen.example' }).click();
        await page.getByText('People no longer see it next to your name.').waitFor();
        await watched.check();
        await page.keyboard.press('Escape');
        await becomes(() => page.getByRole('dialog').count(), 0);
        await page.getByRole('button', { name: 'Remove lumen.example' }).click();
        await page.getByRole('button', { name: 'Remove domain' }).click();
        await becomes(() => card.count(), 0);
        await seen.getByText('Name chosen by you, not verified').waitFor();
      },
      { token: org.token },
    );
  });

  test('a missing proof and an imitating name are shown, and members without permission can only read', async () => {
    const { service, mail, names } = suite.served;
    const other = await makeSigningAccount(service, 'growth', mail);
    const send = (account: SigningAccount, method: string, path: string, body?: unknown) =>
      service.live.call(method, `/v1/account${path}`, { token: account.token, ...(body !== undefined && { body }) });
    const prove = async (account: SigningAccount, domain: string) => {
      const { body } = await send(account, 'POST', '/domains', { domain });
      names.set(body.dns.name, { TXT: [body.dns.value] });
      await send(account, 'POST', `/domains/${body.domain_id}/check`);
      return body;
    };
    await send(org, 'PATCH', '/organization', { name: 'Aurora' });
    await prove(other, 'aurora.example');
    const proven = await prove(org, 'borealis.example');
    names.remove(proven.dns.name);
    await send(org, 'POST', `/domains/${proven.domain_id}/check`);
    const member = await addMember(service, org, 'user');
    await suite.visit(
      '/domains',
      async (watched) => {
        const { page } = watched;
        await page.getByText('We warn people that you are not aurora.example.').waitFor();
        const card = page.getByRole('region', { name: 'borealis.example' });
        await card.getByText('Proof not found').waitFor();
        await card.getByText(/People see the domain until/).waitFor();
        await page.getByText('Only owners and admins can add, check and remove domains.').waitFor();
        assert.equal(await page.getByRole('button', { name: /^(Check|Remove|Add)/ }).count(), 0);
        await watched.check();
      },
      { token: member.token },
    );
  });
});
