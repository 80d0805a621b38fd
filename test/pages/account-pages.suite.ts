// From registration through the link in the email to a login, with the errors on the way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeEmail } from '../../service/test-support/account.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the pages about accounts', (suite) => {
  test('register, verify the address by the link in the email, log out, log in', async () => {
    const email = makeEmail();
    await suite.visit('/', async (watched) => {
      const { page } = watched;
      await page.getByRole('link', { name: 'Sign your own content' }).click();
      await page.getByLabel('Organization name').fill('Acme Studio');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await watched.check();
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Sign files' }).waitFor();
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByText('Your email address is not verified yet').waitFor();
      await watched.check();

      const { link } = await suite.served.mail.waitForMail(email, 'Verify');
      await page.goto(link!);
      await page.getByRole('button', { name: 'Verify my email address' }).click();
      await page.getByRole('heading', { name: 'Your email address is verified' }).waitFor();
      await watched.check();
      await page.getByRole('link', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await becomes(() => page.getByText('not verified yet').count(), 0);

      await page.getByRole('button', { name: 'account and organization' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      watched.expectRefusals();
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('wrong horse');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('alert').waitFor();
      await watched.check();
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    });
  });

  test('a name with a web address is refused next to its field, and owners can rename their organization', async () => {
    const email = makeEmail();
    await suite.visit('/register', async (watched) => {
      const { page } = watched;
      watched.expectRefusals();
      await page.getByLabel('Organization name').fill('Win at www.evil.example');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Must be one line of printable characters without a web address').waitFor();
      await watched.check();
      await page.getByLabel('Organization name').fill('Acme Studio');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Sign files' }).waitFor();
      await page.goto('/account');
      await page.getByLabel('Name', { exact: true }).fill('Acme & Daughters');
      await watched.check();
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByText('The organization was renamed.').waitFor();
      await page.getByRole('definition').filter({ hasText: 'Acme & Daughters' }).waitFor();
    });
  });

  test('a person who did not register gets from the link in the email to a new password', async () => {
    const { email } = await makeAccount(suite.served.service.live);
    const { link } = await suite.served.mail.waitForMail(email, 'Verify');
    await suite.visit(link!.slice(suite.served.url.length), async (watched) => {
      await watched.check();
      await watched.page.getByRole('link', { name: 'I did not create this account' }).click();
      await watched.page.getByRole('button', { name: 'Send link' }).waitFor();
    });
  });

  test('a visitor who is not logged in gets to the login and back', async () => {
    const { email, password } = await makeAccount(suite.served.service.live);
    await suite.visit('/overview', async ({ page }) => {
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    });
  });

  test('set a new password by the link in the email, which works once', async () => {
    const { email } = await makeAccount(suite.served.service.live);
    await suite.visit('/forgot-password', async (watched) => {
      const { page } = watched;
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      const { link } = await suite.served.mail.waitForMail(email, 'Set a new password');
      await page.goto(link!);
      await page.getByLabel('New password').fill('better horse');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
      watched.expectRefusals();
      await page.goto('/verify');
      await page.goto(link!);
      await page.getByLabel('New password').fill('third horse');
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    });
  });

  test('an unknown address has its own page with status 404', async () => {
    await suite.visit('/verify', async (watched) => {
      watched.expectRefusals();
      const answer = await watched.page.goto('/nowhere');
      assert.equal(answer!.status(), 404);
      await watched.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    });
  });
});
