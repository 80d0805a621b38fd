// The public verify page: files, text and tokens, each with its verdict in plain words, on a phone too.
import { before, test } from 'node:test';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

pageSuite('the verify page', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
  });

  test('says of several files at once which is authentic, which was changed, and that nothing was found', async () => {
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
    await suite.visit('/verify', async ({ page }) => {
      await page
        .locator('input[type=file]')
        .setInputFiles([
          file('signed.jpg', signed.picture),
          file('changed.jpg', signed.changed),
          file('other.jpg', signed.unsigned),
        ]);
      await page.getByRole('article', { name: 'signed.jpg: Authentic' }).waitFor();
      await page.getByRole('article', { name: 'changed.jpg: Changed since signing' }).waitFor();
      const nothing = page.getByRole('article', { name: 'other.jpg: Nothing found' });
      await nothing.getByText('That does not mean that a person made it').waitFor();
    });
  });

  test('takes a pasted text', async () => {
    await suite.visit('/verify', async ({ page }) => {
      await page.getByRole('tab', { name: 'Text' }).click();
      await page.getByLabel('Text to verify').fill('Nobody signed this.');
      await page.getByRole('button', { name: 'Verify this text' }).click();
      await page.getByRole('article', { name: 'Pasted text: Nothing found' }).waitFor();
    });
  });

  test('says what a token stands for, links to its certificate, and refuses what is none', async () => {
    await suite.visit('/verify', async (watched) => {
      const { page } = watched;
      await page.getByRole('tab', { name: 'Token' }).click();
      await page.getByRole('textbox', { name: 'Token' }).fill(signed.token);
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByText('This token belongs to a signed record').waitFor();
      watched.expectRefusals();
      await page.getByRole('textbox', { name: 'Token' }).fill('svc_wrong');
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByRole('alert').getByText('not a token of this service').waitFor();
    });
  });

  test('leads from a verdict to the certificate, in dark on a phone', async () => {
    await suite.visit(
      '/verify',
      async (watched) => {
        const { page } = watched;
        const file = { name: 'signed.jpg', mimeType: 'image/jpeg', buffer: signed.picture };
        await page.locator('input[type=file]').setInputFiles(file);
        const link = page.getByRole('link', { name: 'Open the certificate' });
        await link.waitFor();
        await watched.check();
        await link.click();
        await page.getByRole('heading', { name: 'Signed and valid' }).waitFor();
      },
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    );
  });
});
