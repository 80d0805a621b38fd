// The public verify page: files, text and tokens, each with its verdict in plain words, on a phone
// too, and its budget as measured by a browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { becomes } from '../test-support/becomes.ts';
import { editSigned, pasted } from '../test-support/edited-picture.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

const mostPaintMilliseconds = 1_500;
/**
 * A busy machine paints everything late, so the limit is a multiple of the paint of a page with one
 * word.
 */
const mostTimesBare = 8;
const mostScriptBytes = 160_000;
/**
 * The browser records it until the first use of the page. A moment after the heading is there, it
 * is complete.
 */
const largestPaint = `new Promise((resolve) => new PerformanceObserver((list) => {
  const last = list.getEntries().at(-1).startTime;
  setTimeout(() => resolve(last), 300);
}).observe({ type: 'largest-contentful-paint', buffered: true }))`;
const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

pageSuite('the verify page', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
  });
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });

  test('paints its largest part within 1.5 s from at most 160 kB of JavaScript, with nothing in any cache', async (t) => {
    await suite.visit('/verify', async ({ page }) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
      const bestPaint = async (path: string) => {
        const paints: number[] = [];
        for (let run = 0; run < 3; run += 1) {
          await page.goto(path);
          await page.locator('h1').waitFor();
          paints.push(await page.evaluate<number>(largestPaint));
        }
        return Math.min(...paints);
      };
      const answer = { contentType: 'text/html', body: '<!doctype html><title>Bare</title><h1>Bare</h1>' };
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

  test('says that a file is too large, and does not send it', async () => {
    await suite.visit('/verify', async ({ page }) => {
      await page.getByText('up to 51 MB each').waitFor();
      // Too large to send to a browser from here.
      await page.evaluate(`{
        const files = new DataTransfer();
        files.items.add(new File([new Uint8Array(51 * 1024 * 1024 + 1)], 'large.jpg'));
        document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: files }));
      }`);
      await page.getByText('This file was not uploaded because it is larger than 51 MB.').waitFor();
      await page.getByRole('heading', { name: '1 not checked' }).waitFor();
    });
  });

  test('draws changes over the picture, on a phone too, and sends the picture nowhere else', async () => {
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
          await page
            .locator('input[type=file]')
            .first()
            .setInputFiles([file('edited.jpg', edited), file('copy.jpg', copy)]);
          const changed = page.getByRole('article', { name: 'edited.jpg: Changed' });
          await changed.locator('summary').first().click();
          await changed.getByText('The red areas do not carry the watermark of the record').waitFor();
          // The page moves until both are there.
          const whole = page.getByRole('article', { name: 'copy.jpg: Copy' });
          await whole.locator('summary').first().click();
          await whole.getByText('We found no area without the watermark of the record.').waitFor();
          await whole.getByText('This does not show parts that were cropped').waitFor();
          const drawing = changed.getByRole('img', { name: 'Image areas without the watermark, in red' });
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

  test('shows how much is sent and how long it will take, and can be stopped', async () => {
    await suite.visit('/verify', async ({ page }) => {
      const devtools = await page.context().newCDPSession(page);
      const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
      await devtools.send('Network.emulateNetworkConditions', line);
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles(file('large.jpg', Buffer.alloc(4_000_000, 1)));
      const card = page.getByRole('article', { name: 'large.jpg' });
      await card.getByText(/^Uploading, \d\.\d of 4\.0 MB, about \d+ (s|min) left$/).waitFor();
      await card.getByText('Keep this page open until it is done.').waitFor();
      await card.getByRole('button', { name: 'Cancel' }).click();
      await becomes(() => card.count(), 0);
      await devtools.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
      await devtools.detach();
    });
  });

  test('accepts a pasted text, says what a token refers to, and refuses invalid ones', async () => {
    await suite.visit('/verify', async (watched) => {
      const { page } = watched;
      await page.getByRole('button', { name: 'Text', exact: true }).click();
      await page.getByLabel('Text to verify').fill('Nobody signed this.');
      await page.getByRole('button', { name: 'Verify text' }).click();
      await page.getByRole('article', { name: 'Pasted text: Nothing found' }).waitFor();
      await page.getByRole('button', { name: 'Token', exact: true }).click();
      await lookUp(page, signed.token);
      await page.getByRole('article', { name: 'Token: Signed and valid' }).getByText('picture-model-1').waitFor();
      watched.expectRefusals();
      await lookUp(page, 'svc_wrong');
      await page.getByRole('alert').getByText('not a valid token of this service').waitFor();
    });
  });

  test('leads from a verdict to the certificate, in dark on a phone', async () => {
    await suite.visit(
      '/verify',
      async (watched) => {
        const { page } = watched;
        await page.locator('input[type=file]').first().setInputFiles(file('signed.jpg', signed.picture));
        const link = page.getByRole('link', { name: 'Open certificate' });
        await link.waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Copy link' }).click();
        await page.getByRole('button', { name: 'Link copied' }).waitFor();
        await page.goto(await page.evaluate<string>('navigator.clipboard.readText()'));
        await page.getByRole('heading', { name: 'Signed and valid' }).waitFor();
        await watched.check();
      },
      { phone: true },
    );
  });
});

async function lookUp(page: Page, token: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Token' }).fill(token);
  await page.getByRole('button', { name: 'Look up' }).click();
}
