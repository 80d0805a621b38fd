// Receipts on the pages: the button on a result, the page that checks a receipt without sending it,
// the code on paper, and what it says about receipts that are not valid.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { verifyReceipt } from '@content-provenance/client/signing';
import type { Page } from 'playwright-core';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

pageSuite('receipts', (suite) => {
  let signed: SignedPicture;
  let receipt: string;
  before(async () => {
    signed = await signPicture(suite.served);
    receipt = await receiptFor(suite.served.url, signed.picture);
  });

  async function receiptFor(url: string, content: Buffer): Promise<string> {
    const response = await fetch(`${url}/v1/verify?receipt=true`, { method: 'POST', body: makeForm({ content }) });
    return ((await response.json()) as { receipt: string }).receipt;
  }

  const picture = () => ({ name: 'sunrise.jpg', mimeType: 'image/jpeg', buffer: signed.picture });
  const receiptFile = (text = receipt) => ({ name: 'receipt.jws', mimeType: '', buffer: Buffer.from(text) });
  const choose = (page: Page, ...files: ReturnType<typeof picture>[]) =>
    page.locator('input[type=file]').first().setInputFiles(files);

  /** Exact, because "Not a valid receipt …" contains these words too. */
  const validReceipt = (page: Page) => page.getByRole('article', { name: 'Valid receipt', exact: true });

  test('the button on a result asks the service again, saves the receipt and opens it', async () => {
    for (const phone of [false, true]) {
      await suite.visit(
        '/verify',
        async (watched) => {
          const { page } = watched;
          await choose(page, picture());
          await page.getByText('the service checks the file once more').waitFor();
          const download = page.waitForEvent('download');
          await page.getByRole('button', { name: 'Get a receipt' }).click();
          const saved = await download;
          assert.equal(saved.suggestedFilename(), 'receipt.jws');
          const text = readFileSync(await saved.path(), 'utf8');
          const { body: keys } = await suite.served.service.live.call('GET', '/v1/receipts/keys');
          const contentHash = `sha3-256:${hash('sha3-256', signed.picture)}`;
          assert.equal((await verifyReceipt({ receipt: text, keys, contentHash })).valid, true);
          await validReceipt(page).waitFor();
          await page.getByText('The receipt is for this file: sunrise.jpg').waitFor();
          await page.getByText('That what the content shows or says is true.').waitFor();
          await watched.check();
          const code = page.getByRole('img', { name: /Code that leads/ });
          assert.equal(await code.count(), 1);
          await page.goBack();
          await page.getByRole('article', { name: 'sunrise.jpg: Authentic' }).waitFor();
        },
        { phone },
      );
    }
  });

  test('after a reload, the page says that it needs the file again, and shows a failure', async () => {
    await suite.visit('/verify', async (watched) => {
      const { page } = watched;
      watched.expectRefusals();
      await choose(page, picture());
      await page.getByRole('button', { name: 'Get a receipt' }).waitFor();
      await page.route('**/v1/verify?receipt=true', (route) =>
        route.fulfill({ status: 429, json: { error: 'rate_limited', message: 'Too many requests.' } }),
      );
      await page.getByRole('button', { name: 'Get a receipt' }).click();
      await page.getByRole('alert').getByText('Too many requests.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.unroute('**/v1/verify?receipt=true');
      await page.reload();
      await page.getByText('Verify the file again to get a receipt.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Get a receipt' }).count(), 0);
    });
  });

  test('a receipt and its file are checked in the browser, and nothing of them is sent', async () => {
    await suite.visit('/receipt', async (watched) => {
      const { page } = watched;
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.postData() !== null || request.url().includes('sha3')) sent.push(request.url());
      });
      await page.getByRole('button', { name: 'Choose receipt and file' }).waitFor();
      await watched.check();
      await choose(page, receiptFile(), picture());
      await validReceipt(page).waitFor();
      await page.getByText('The receipt is for this file: sunrise.jpg').waitFor();
      await page.getByText('name stated by the signer, not verified', { exact: true }).waitFor();
      await choose(page, { ...picture(), name: 'other.jpg', buffer: signed.changed });
      await page.getByText('but the receipt is about other content').waitFor();
      await page.getByText('The receipt is not for this file: other.jpg').waitFor();
      await page.getByRole('article', { name: 'Not a receipt for this file' }).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Print' }).count(), 0);
      await watched.check();
      assert.deepEqual(sent, []);
    });
  });

  test('a pasted receipt is checked, and other text is refused with a sentence', async () => {
    await suite.visit('/receipt', async ({ page }) => {
      const field = page.getByRole('textbox', { name: 'Text of a receipt' });
      await field.fill('Not a receipt.');
      await page.getByRole('button', { name: 'Check receipt' }).click();
      await page.getByRole('alert').getByText('This is not a receipt.').waitFor();
      await field.fill(`${receipt}\n`);
      await page.getByRole('button', { name: 'Check receipt' }).click();
      await validReceipt(page).waitFor();
      await page.getByText('Not compared with a file yet.').waitFor();
      await page.getByRole('button', { name: 'Check another receipt' }).click();
      await field.waitFor();
    });
  });

  test('a changed receipt and one of the sandbox are not valid', async () => {
    const fromSandbox = await receiptFor(suite.served.sandboxUrl, signed.picture);
    await suite.visit('/receipt', async (watched) => {
      const { page } = watched;
      for (const text of [`${receipt.slice(0, -8)}AAAAAAAA`, fromSandbox]) {
        await choose(page, receiptFile(text));
        await page.getByRole('article', { name: 'Not a valid receipt of this service', exact: true }).waitFor();
        await page.getByText('The signature is not valid.').waitFor();
        assert.equal(await page.getByText('SHA3-256 of the file').count(), 0);
        await page.getByRole('button', { name: 'Check another receipt' }).click();
      }
      await choose(page, receiptFile(receipt.replace('.', '.e30')));
      await page.getByText('or it was changed.').waitFor();
      await watched.check();
    });
    await suite.visit(`${suite.served.sandboxUrl}/receipt`, async ({ page }) => {
      await choose(page, receiptFile(fromSandbox));
      await page.getByText('It proves nothing.').waitFor();
      assert.equal(await page.getByRole('heading', { name: 'What it proves' }).count(), 0);
    });
  });

  test('the code of a printed receipt asks for it, and says whether it is the same one', async () => {
    const other = await receiptFor(suite.served.url, signed.picture);
    await suite.visit(`/receipt#sha3-256:${hash('sha3-256', receipt)}`, async (watched) => {
      const { page } = watched;
      await page.getByText('You followed the code of a printed receipt.').waitFor();
      await choose(page, receiptFile(other));
      await page.getByText('This is another receipt than the one that the code names.').waitFor();
      await choose(page, receiptFile());
      await page.getByText('This is the receipt that the code names.').waitFor();
      await watched.check();
    });
  });

  test('a valid receipt about a changed file says so first, and names no signer of the file', async () => {
    const ofChanged = await receiptFor(suite.served.url, signed.changed);
    const ofNothing = await receiptFor(suite.served.url, Buffer.from('A letter.'));
    await suite.visit(
      '/receipt',
      async (watched) => {
        const { page } = watched;
        await choose(page, receiptFile());
        await page.getByRole('heading', { name: 'Result: Authentic' }).waitFor();
        await page.getByText('Signer', { exact: true }).waitFor();
        await choose(page, receiptFile(ofChanged));
        await page.getByRole('heading', { name: 'Result: Changed' }).waitFor();
        await page.getByText('but its bytes are not what was signed').waitFor();
        await page.getByText('Signer of the record', { exact: true }).waitFor();
        assert.equal(await page.getByText('Signer', { exact: true }).count(), 0);
        await choose(page, receiptFile(ofNothing));
        await page.getByRole('heading', { name: 'Result: Nothing found' }).waitFor();
        await page.getByText('This does not mean that a person made it').waitFor();
        await watched.check();
      },
      { phone: true },
    );
  });

  test('on paper there are the statement and the code, and no buttons', async () => {
    await suite.visit('/receipt', async ({ page }) => {
      await choose(page, receiptFile());
      const article = validReceipt(page);
      await article.waitFor();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      assert.equal(await article.isVisible(), true);
      // Anyone can print such a page, so it claims nothing about its own check.
      await page.getByText(`open the file receipt.jws at ${suite.served.url}/receipt`).waitFor();
      assert.equal(await page.getByRole('heading', { name: 'Valid receipt' }).isVisible(), false);
      const background = await page.evaluate("getComputedStyle(document.querySelector('article')).backgroundColor");
      assert.equal(background, 'rgb(255, 255, 255)');
      assert.equal(await page.getByRole('img', { name: /Code that leads/ }).isVisible(), true);
      assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 1, 'it fits on one page');
      await page.emulateMedia({ media: null });
    });
  });
});
