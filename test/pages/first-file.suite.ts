// The complete path of a new user: from the home page to a first verified file in a few clicks,
// then the link in the email, an altered file, the certificate, and the revocation of the
// generator.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { makeEmail } from '../../service/test-support/account.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { makePicture } from '../test-support/signed-picture.ts';

const mostClicks = 6;
const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

pageSuite('the first file', (suite) => {
  for (const [name, size] of Object.entries(screens)) {
    test(`from the home page to a verified file in at most ${mostClicks} clicks, visible on a ${name}`, async () => {
      await suite.visit(
        '/',
        async (watched) => {
          const { page } = watched;
          await page.setViewportSize(size);
          await countClicks(page);
          await page.getByRole('link', { name: 'Sign your own content' }).click();
          await register(page, makeEmail());
          await page.getByLabel('AI model').fill('picture-model-1');
          await chooseByButton(page, 'sunrise.jpg', await makePicture());
          await page.getByRole('button', { name: 'Sign 1 file' }).click();
          const row = page.getByRole('article', { name: 'sunrise.jpg: Signed' });
          await row.waitFor();
          await becomes(() => isWhollyVisible(page, 'article'), true);
          await becomes(() => page.evaluate('document.activeElement.textContent'), '1 file signed');
          await watched.check();
          await row.getByRole('button', { name: 'Verify sunrise.jpg' }).click();
          await page.getByRole('article', { name: 'sunrise-signed.jpg: Authentic' }).waitFor();
          assert.ok((await clicksOf(page)) <= mostClicks, `${await clicksOf(page)} clicks`);
        },
        { phone: name === 'phone' },
      );
    });
  }

  test('the sandbox gives a new organization a generator too', async () => {
    const context = await suite.served.browser.newContext({ baseURL: suite.served.sandboxUrl });
    try {
      const page = await context.newPage();
      await page.goto('/register');
      await register(page, makeEmail());
      await page.getByLabel('Generator').getByText('Default generator').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Choose files' }).waitFor();
    } finally {
      await context.close();
    }
  });

  test('from registration to a certificate, and to its revocation', async () => {
    const email = makeEmail();
    await suite.visit('/register', async (watched) => {
      const { page } = watched;
      await register(page, email);
      await page.getByLabel('AI model').fill('picture-model-1');
      await chooseFile(page, 'sunrise.jpg', await makePicture());
      await page.getByRole('button', { name: 'Sign 1 file' }).click();
      const row = page.getByRole('article', { name: 'sunrise.jpg: Signed' });
      await row.waitFor();
      const signed = await download(page, 'Download sunrise-signed.jpg');
      const certificate = (await row.getByRole('link', { name: 'Certificate' }).getAttribute('href'))!;

      await row.getByRole('button', { name: 'Verify sunrise.jpg' }).click();
      await page.getByRole('article', { name: 'sunrise-signed.jpg: Authentic' }).waitFor();
      // Brighter, with its metadata, so that the token still leads to the record.
      const altered = sharp(signed).modulate({ brightness: 1.2 }).withMetadata().keepXmp().jpeg({ quality: 90 });
      await chooseFile(page, 'altered.jpg', await altered.toBuffer());
      await page.getByRole('article', { name: 'altered.jpg: Changed' }).waitFor();

      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByText('Your email address is not verified yet').waitFor();
      await page.getByRole('img', { name: 'Authentic: 1, Not as signed: 1, Not proven: 0' }).waitFor();
      await page.getByRole('img', { name: 'Signatures: 1' }).waitFor();
      await becomes(() => page.getByRole('heading', { name: 'Your first signed file' }).count(), 0);
      await watched.check();
      const { link } = await suite.served.mail.waitForMail(email, 'Verify');
      await page.goto(link!);
      await page.getByRole('button', { name: 'Verify my email address' }).click();
      await page.getByRole('link', { name: 'Continue' }).click();
      await becomes(() => page.getByText('Your email address is not verified yet').count(), 0);

      await page.goto(certificate);
      await page.getByRole('heading', { name: 'Signed and valid' }).waitFor();

      await page.goto('/generators');
      await page.getByRole('link', { name: 'Default generator' }).click();
      await page.getByRole('button', { name: 'Revoke generator' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke Default generator?' });
      await dialog.getByText('All its signatures become invalid, including old ones.').waitFor();
      await dialog.getByRole('button', { name: 'Revoke generator', disabled: true }).waitFor();
      await watched.check();
      await dialog.getByLabel('to confirm').fill('Default generator');
      await dialog.getByRole('button', { name: 'Revoke generator' }).click();
      await page.getByText('This generator is revoked.').waitFor();
      await watched.check();
      await page.goto(certificate);
      await page.getByRole('heading', { name: 'Revoked', level: 2 }).waitFor();
      await page.goto('/verify');
      await chooseFile(page, 'sunrise.jpg', signed);
      await page.getByRole('article', { name: 'sunrise.jpg: Revoked' }).waitFor();
      await watched.check();

      // Without a generator, one click makes another.
      await page.goto('/sign');
      await page.getByRole('heading', { name: 'Create a generator first' }).waitFor();
      await watched.check();
      await page.getByRole('button', { name: 'Create a default generator' }).click();
      await page.getByRole('button', { name: 'Choose files' }).waitFor();
    });
  });
});

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Organization name').fill('Acme Studio');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Sign files' }).waitFor();
}

/** Only clicks of a person. The page opens the selection of files with a synthetic click. */
async function countClicks(page: Page): Promise<void> {
  await page.evaluate(`{
    window.clicks = 0;
    document.addEventListener('click', (event) => { if (event.isTrusted) window.clicks += 1; }, true);
  }`);
}

function clicksOf(page: Page): Promise<number> {
  return page.evaluate('window.clicks');
}

function isWhollyVisible(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`{
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
    top >= 0 && bottom <= window.innerHeight;
  }`);
}

async function chooseByButton(page: Page, name: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'image/jpeg', buffer });
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/jpeg', buffer });
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [started] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return readFileSync(await started.path());
}
