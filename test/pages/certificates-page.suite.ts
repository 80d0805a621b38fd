// The page about certificates with an authority made by openssl: a certificate from its request and
// chain to its revocation, an import, the default signature, and what members without permission
// see.
import { before, test } from 'node:test';
import { addMember } from '../../service/test-support/account.ts';
import { keyKinds, OpensslAuthority } from '../../service/test-support/openssl-authority.ts';
import { makeSigningAccount, type SigningAccount } from '../../service/test-support/signing-client.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the page about certificates', (suite) => {
  let org: SigningAccount;
  let authority: OpensslAuthority;
  before(async () => {
    org = await makeSigningAccount(suite.served.service, 'growth', suite.served.mail);
    authority = new OpensslAuthority();
  });

  test('request, bad chain, good chain, renew, revoke', async () => {
    await suite.visit(
      '/certificates',
      async (watched) => {
        const { page } = watched;
        await page.getByText('You have no certificate yet.').waitFor();
        await watched.check();

        await page.getByLabel('Country').fill('DE');
        await page.getByLabel('Organization', { exact: true }).fill('Acme');
        await page.getByLabel('Common name').fill('Acme Pictures');
        await page.getByRole('button', { name: 'Make the request' }).click();
        const card = page.getByRole('article', { name: 'C=DE, O=Acme, CN=Acme Pictures' });
        await card.getByText('Waits for its chain').waitFor();
        const request = (await card.locator('pre').textContent())!;
        await watched.check();

        watched.expectRefusals();
        await card.getByLabel('Chain').fill('hello');
        await card.getByRole('button', { name: 'Send the chain' }).click();
        await card.getByText(/^There is no certificate in it\..*first\.$/).waitFor();
        await watched.check();
        await card.getByLabel('Chain').fill(authority.sign(request) + authority.root);
        await card.getByRole('button', { name: 'Send the chain' }).click();
        await card.getByText('Signs', { exact: true }).waitFor();
        await card.getByText('ES256').waitFor();
        await watched.check();

        await page.getByRole('button', { name: /^Renew C=DE/ }).click();
        await page.getByText('Waits for its chain').waitFor();
        await page
          .getByRole('button', { name: /^Revoke C=DE/ })
          .last()
          .click();
        await page.getByText(/signs nothing more/).waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Revoke the certificate' }).click();
        await page.getByText('Revoked', { exact: true }).waitFor();
        await watched.check();
      },
      { token: org.token },
    );
  });

  test('an import, and the default signature', async () => {
    const key = authority.makeKey(keyKinds.ES384);
    await suite.visit(
      '/certificates',
      async (watched) => {
        const { page } = watched;
        await page.getByLabel('Private key').fill(key);
        await page.getByLabel('Chain of the key').fill(authority.issue(key) + authority.root);
        await page.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByText('ES384').waitFor();
        await page.getByLabel('How manifests are signed').selectOption('classical');
        await page.getByRole('button', { name: 'Save the default' }).click();
        await page.getByText('Saved.').waitFor();
        await watched.check();
      },
      { token: org.token },
    );
  });

  test('members see certificates and no forms, and smaller plans see what they lack', async () => {
    const member = await addMember(suite.served.service, org, 'user');
    await suite.visit(
      '/certificates',
      async (watched) => {
        await watched.page.getByText('Owners and admins manage certificates.').waitFor();
        await watched.page.getByText('ES384').waitFor();
        await watched.check();
      },
      { token: member.token },
    );
    const small = await makeSigningAccount(suite.served.service, 'starter', suite.served.mail);
    await suite.visit(
      '/certificates',
      async (watched) => {
        await watched.page.getByRole('note').waitFor();
        await watched.check();
      },
      { token: small.token },
    );
    authority.remove();
  });
});
