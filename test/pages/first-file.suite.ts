// The complete path of a new user: register, follow the link in the email, create a generator, sign
// a photo, verify it, alter it, verify again, read the certificate, revoke, and read the
// certificate again.
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { makeEmail } from '../../service/test-support/account.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { makePicture } from '../test-support/signed-picture.ts';

pageSuite('the first file', (suite) => {
  test('from registration to a certificate, and to its revocation', async () => {
    const email = makeEmail();
    await suite.visit('/register', async (watched) => {
      const { page } = watched;
      await page.getByLabel('Organization name').fill('Acme Studio');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('correct horse');
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Your email address is not verified yet').waitFor();
      const { link } = await suite.served.mail.waitForMail(email, 'Verify');
      await page.goto(link!);
      await page.getByRole('button', { name: 'Verify my email address' }).click();
      await page.getByRole('link', { name: 'Continue' }).click();

      await page.getByRole('link', { name: 'Create a generator' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Picture studio');
      await page.getByRole('button', { name: 'Create generator' }).click();
      await page.getByRole('heading', { name: 'Picture studio' }).waitFor();
      await page.waitForURL(/\/generators\/gen_/);
      const generatorAddress = page.url();

      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('link', { name: 'Sign a file' }).click();
      await page.getByLabel('AI model').fill('picture-model-1');
      await chooseFile(page, 'sunrise.jpg', await makePicture());
      await page.getByRole('button', { name: 'Sign 1 file' }).click();
      const card = page.getByRole('article', { name: 'sunrise.jpg: Signed' });
      await card.waitFor();
      await watched.check();
      const signed = await download(page, 'Download sunrise-signed.jpg');
      const certificate = (await card.getByRole('link', { name: 'Certificate' }).getAttribute('href'))!;

      await card.getByRole('button', { name: 'Verify this file' }).click();
      await page.getByRole('article', { name: 'sunrise-signed.jpg: Authentic' }).waitFor();
      // Brighter, with its metadata, so that the token still leads to the record.
      const altered = sharp(signed).modulate({ brightness: 1.2 }).withMetadata().keepXmp().jpeg({ quality: 90 });
      await chooseFile(page, 'altered.jpg', await altered.toBuffer());
      await page.getByRole('article', { name: 'altered.jpg: Changed' }).waitFor();

      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('img', { name: 'Authentic: 1, Not as signed: 1, Not proven: 0' }).waitFor();
      await page.getByRole('img', { name: 'Signatures: 1' }).waitFor();
      await becomes(() => page.getByRole('heading', { name: 'Your first signed file' }).count(), 0);
      await watched.check();

      await page.goto(certificate);
      await page.getByRole('heading', { name: 'Signed and valid' }).waitFor();

      await page.goto(generatorAddress);
      await page.getByRole('button', { name: 'Revoke generator' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke Picture studio?' });
      await dialog.getByText('All its signatures become invalid, including old ones.').waitFor();
      await dialog.getByRole('button', { name: 'Revoke generator', disabled: true }).waitFor();
      await watched.check();
      await dialog.getByLabel('to confirm').fill('Picture studio');
      await dialog.getByRole('button', { name: 'Revoke generator' }).click();
      await page.getByText('This generator is revoked.').waitFor();
      await watched.check();
      await page.goto(certificate);
      await page.getByRole('heading', { name: 'Revoked', level: 2 }).waitFor();
      await page.goto('/verify');
      await chooseFile(page, 'sunrise.jpg', signed);
      await page.getByRole('article', { name: 'sunrise.jpg: Revoked' }).waitFor();
      await watched.check();
    });
  });
});

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'image/jpeg', buffer });
}

async function download(page: Page, name: string): Promise<Buffer> {
  const [started] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  return readFileSync(await started.path());
}
