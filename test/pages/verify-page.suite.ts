// The public verify page: files, text and tokens, each with its verdict in plain words, on a phone too; and its budget as
// a browser measures it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes } from '../test-support/becomes.ts';
import { editSigned, pasted } from '../test-support/edited-picture.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

const mostPaintMilliseconds = 1_000;
/** A machine under load paints everything late: so many times the paint of a page with one word is forgiven. */
const mostTimesBare = 8;
const mostScriptBytes = 200_000;
const firstPaint = `new Promise((resolve) => new PerformanceObserver((list) => {
  const [paint] = list.getEntriesByName('first-contentful-paint');
  if (paint) resolve(paint.startTime);
}).observe({ type: 'paint', buffered: true }))`;
const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

pageSuite('the verify page', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
  });
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

  test('paints within a second from at most 200 kB of JavaScript, with nothing in any cache', async (t) => {
    await suite.visit('/verify', async ({ page }) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      const bestPaint = async (path: string) => {
        const paints: number[] = [];
        for (let run = 0; run < 3; run += 1) {
          await page.goto(path);
          paints.push(await page.evaluate<number>(firstPaint));
        }
        return Math.min(...paints);
      };
      const answer = { contentType: 'text/html', body: '<!doctype html><title>Bare</title><p>Bare' };
      await page.route('**/bare', (route) => route.fulfill(answer));
      const bare = await bestPaint('/bare');
      await page.unroute('**/bare');
      const paint = await bestPaint('/verify');
      await page.getByRole('heading', { level: 1 }).waitFor();
      const bytes = await page.evaluate<number>(scriptBytes);
      await devtools.detach();
      t.diagnostic(`${paint.toFixed(0)} ms, a page with one word ${bare.toFixed(0)} ms; ${bytes} bytes of JavaScript`);
      assert.ok(paint < Math.max(mostPaintMilliseconds, mostTimesBare * bare), `${paint} ms, bare ${bare} ms`);
      assert.ok(bytes > 50_000 && bytes <= mostScriptBytes, `${bytes} bytes`);
    });
  });

  test('says of several files at once which is authentic, which is not what was signed, and that nothing was found', async () => {
    await suite.visit('/verify', async ({ page }) => {
      await page
        .locator('input[type=file]')
        .setInputFiles([
          file('signed.jpg', signed.picture),
          file('changed.jpg', signed.changed),
          file('other.jpg', signed.unsigned),
        ]);
      await page.getByRole('article', { name: 'signed.jpg: Authentic' }).waitFor();
      await page.getByRole('article', { name: 'changed.jpg: Not what was signed' }).waitFor();
      const nothing = page.getByRole('article', { name: 'other.jpg: Nothing found' });
      await nothing.getByText('That does not mean that a person made it').waitFor();
    });
  });

  test('says that a file is empty, that its format is unknown, or that it is too large', async () => {
    await suite.visit('/verify', async ({ page }) => {
      await page.getByText('up to 51 MB each').waitFor();
      await page
        .locator('input[type=file]')
        .setInputFiles([file('empty.jpg', Buffer.alloc(0)), file('unknown.jpg', Buffer.from([1, 2, 3, 0, 255]))]);
      const empty = page.getByRole('article', { name: 'empty.jpg: Nothing found' });
      await empty.getByText('The upload is empty.').waitFor();
      const unknown = page.getByRole('article', { name: 'unknown.jpg: Nothing found' });
      await unknown.getByText('The format of this file is not one that the service can read').waitFor();
      // Too large to hand over to a browser from here.
      await page.evaluate(`{
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(51 * 1024 * 1024 + 1)], 'large.jpg'));
        document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: files }));
      }`);
      await page.getByText('This file is larger than 51 MB and was not sent.').waitFor();
    });
  });

  test('says of a picture with a mark that was moved there that it does not look like the record', async () => {
    await suite.visit('/verify', async ({ page }) => {
      const files = [file('changed.jpg', signed.changed), file('framed.jpg', signed.framed)];
      await page.locator('input[type=file]').setInputFiles(files);
      const framed = page.getByRole('article', { name: 'framed.jpg: Not what was signed' });
      await framed.getByText(/^Carries the mark of a record of .+, but does not look like it\./).waitFor();
      await framed.getByText('The record that was found').waitFor();
      const changed = page.getByRole('article', { name: 'changed.jpg: Not what was signed' });
      await changed.getByText(/^Carries the token of a record of .+; these bytes are not what was signed\./).waitFor();
      assert.doesNotMatch(await page.locator('.results').innerText(), /since signing|Where it comes from/);
    });
  });

  test('draws over the picture where it changed, on a phone too, and sends the picture nowhere else', async () => {
    const { copy, edited } = await editSigned(suite.served, signed);
    for (const phone of [false, true]) {
      await suite.visit(
        '/verify',
        async (watched) => {
          const { page } = watched;
          const posted: string[] = [];
          page.on('request', (request) => {
            if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
          });
          await page.locator('input[type=file]').setInputFiles([file('edited.jpg', edited), file('copy.jpg', copy)]);
          const changed = page.getByRole('article', { name: 'edited.jpg: Not what was signed' });
          await changed.getByText('The red areas do not carry the watermark of the record').waitFor();
          // The page moves until both are there.
          const whole = page.getByRole('article', { name: 'copy.jpg: Not what was signed' });
          await whole.getByText('No area lacks the watermark of the record.').waitFor();
          await whole.getByText('This does not show parts that were cut off').waitFor();
          const drawing = changed.getByRole('img', { name: 'Areas of the picture without the watermark, in red' });
          const box = (await drawing.boundingBox())!;
          const red = (await changed.locator('.changed-cells').boundingBox())!;
          const scale = box.width / 640;
          const off = [
            red.x - box.x - pasted.left * scale,
            red.y - box.y - pasted.top * scale,
            red.width - pasted.width * scale,
            red.height - pasted.height * scale,
          ].map((distance) => Math.abs(distance) / scale);
          assert.ok(Math.max(...off) <= 32, `off by ${off} pixels`);
          const shown = changed.getByRole('img', { name: 'edited.jpg' });
          assert.match((await shown.getAttribute('src'))!, /^blob:/);
          const naturalWidth = `document.querySelector('.changed-picture img[alt="edited.jpg"]').naturalWidth`;
          await becomes(() => page.evaluate<number>(naturalWidth), 640);
          assert.deepEqual(new Set(posted), new Set(['/v1/verify']));
          await watched.check();
        },
        { phone },
      );
    }
  });

  test('tells how much is sent and how long it will take, and can be stopped', async () => {
    await suite.visit('/verify', async ({ page }) => {
      const devtools = await page.context().newCDPSession(page);
      const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
      await devtools.send('Network.emulateNetworkConditions', line);
      await page.locator('input[type=file]').setInputFiles(file('large.jpg', Buffer.alloc(4_000_000, 1)));
      const card = page.getByRole('article', { name: 'large.jpg' });
      await card.getByText(/^Uploading, \d\.\d of 4\.0 MB, about \d+ (s|min) left$/).waitFor();
      await card.getByText('Leave this page open until it is done.').waitFor();
      await card.getByRole('button', { name: 'Cancel' }).click();
      await becomes(() => card.count(), 0);
      await devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
      await devtools.detach();
    });
  });

  test('takes a pasted text, says what a token stands for, and refuses what is none', async () => {
    await suite.visit('/verify', async (watched) => {
      const { page } = watched;
      await page.getByRole('tab', { name: 'Text' }).click();
      await page.getByLabel('Text to verify').fill('Nobody signed this.');
      await page.getByRole('button', { name: 'Verify this text' }).click();
      await page.getByRole('article', { name: 'Pasted text: Nothing found' }).waitFor();
      await page.getByRole('tab', { name: 'Token' }).click();
      await lookUp(page, signed.token);
      await page.getByText('This token belongs to a signed record').waitFor();
      watched.expectRefusals();
      await lookUp(page, 'svc_wrong');
      await page.getByRole('alert').getByText('not a token of this service').waitFor();
    });
  });

  test('leads from a verdict to the certificate, in dark on a phone', async () => {
    await suite.visit(
      '/verify',
      async (watched) => {
        const { page } = watched;
        await page.locator('input[type=file]').setInputFiles(file('signed.jpg', signed.picture));
        const link = page.getByRole('link', { name: 'Open the certificate' });
        await link.waitFor();
        await watched.check();
        await link.click();
        await page.getByRole('heading', { name: 'Signed and valid' }).waitFor();
      },
      { phone: true },
    );
  });
});

async function lookUp(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: 'Look up' }).click();
}
