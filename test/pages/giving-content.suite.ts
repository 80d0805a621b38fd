// The ways to provide content to the verify page: drop anywhere, paste, a web address, a folder, a
// share from another program. Results survive leaving the page.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { makeCertificates } from '../../service/test-support/https-receiver.ts';
import { makeWav } from '../../service/test-support/made-wav.ts';
import { readVideo, withSharedFiles } from '../../service/test-support/shared-photos.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

pageSuite('giving content to the verify page', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
  });

  test('accepts a drop anywhere, and pasted pictures and texts', async () => {
    await suite.visit('/verify', async ({ page }) => {
      const bytes = JSON.stringify([...signed.picture]);
      const give = (event: string) => `{
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(${bytes})], '${event}ped.jpg', { type: 'image/jpeg' }));
        document.querySelector('footer').dispatchEvent(${
          event === 'drop'
            ? "new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })"
            : "new ClipboardEvent('paste', { bubbles: true, clipboardData: data })"
        });
      }`;
      await page.locator('h1').waitFor();
      await page.evaluate(give('drop'));
      await page.getByRole('article', { name: 'dropped.jpg: Authentic' }).waitFor();
      await page.evaluate(give('paste'));
      await page.getByRole('article', { name: 'pasteped.jpg: Authentic' }).waitFor();
      await page.evaluate("navigator.clipboard.writeText('Nobody signed this.')");
      await page.locator('h1').click();
      await page.keyboard.press('ControlOrMeta+V');
      await page.getByRole('article', { name: 'Pasted text: Nothing found' }).waitFor();
    });
  });

  test('accepts a folder, without the files that systems leave in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'provenance-folder-'));
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, '.DS_Store'), 'x');
    writeFileSync(join(folder, 'a.jpg'), signed.picture);
    writeFileSync(join(folder, 'inner/b.jpg'), signed.unsigned);
    try {
      await suite.visit('/verify', async ({ page }) => {
        await page.getByLabel('Choose a folder').and(page.locator('input')).setInputFiles(folder);
        await page.getByRole('heading', { name: '2 files: 1 authentic, 1 with nothing found' }).waitFor();
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the browser downloads a web address, and the page says if the other site refuses', async () => {
    const certificates = makeCertificates();
    const asked: (string | undefined)[] = [];
    const server = createServer({ key: certificates.key, cert: certificates.certificate }, (request, response) => {
      asked.push(request.headers.cookie, request.headers.referer);
      const open = request.url === '/open/picture.jpg';
      response.writeHead(200, { 'content-type': 'image/jpeg', ...(open && { 'access-control-allow-origin': '*' }) });
      response.end(signed.picture);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const context = await suite.served.browser.newContext({ baseURL: suite.served.url, ignoreHTTPSErrors: true });
    try {
      const page = await context.newPage();
      // If it was opened from elsewhere, the page must be opened again, because only then its
      // policy lets it read other sites.
      await page.goto('/');
      await page.getByRole('link', { name: 'Verify' }).first().click();
      await page.getByRole('button', { name: 'Web address' }).click();
      await page.getByLabel('Web address of a file').fill(`${address}/open/picture.jpg`);
      await page.getByRole('button', { name: 'Get and verify' }).click();
      await page.getByRole('article', { name: 'picture.jpg: Authentic' }).waitFor();
      await page.getByRole('button', { name: 'Web address' }).click();
      await page.getByLabel('Web address of a file').fill(`${address}/closed/picture.jpg`);
      await page.getByRole('button', { name: 'Get and verify' }).click();
      await page.getByRole('alert').getByText('does not allow it or is not reachable').waitFor();
      await page.getByLabel('Web address of a file').fill('http://example.org/picture.jpg');
      await page.getByRole('button', { name: 'Get and verify' }).click();
      await page.getByRole('alert').getByText('starts with https://').waitFor();
      assert.deepEqual(new Set(asked), new Set([undefined]));
    } finally {
      await context.close();
      server.close();
      certificates.remove();
    }
  });

  test('is installable, and accepts what another program shares with it', async () => {
    const context = await suite.served.browser.newContext({ baseURL: suite.served.url });
    try {
      const page = await context.newPage();
      await page.goto('/verify');
      const address = await page.locator('link[rel=manifest]').getAttribute('href');
      const manifest = await (await fetch(new URL(address!, suite.served.url))).json();
      const { action, method } = (manifest as { share_target: { action: string; method: string } }).share_target;
      assert.deepEqual([action, method], ['shared', 'POST']);
      await page.waitForFunction("navigator.serviceWorker.getRegistration('/verify/').then((each) => each?.active)");
      // As a system does it: it sends a form to the address of the manifest. The policy forbids
      // this to a page of the service.
      await page.route('**/sharing', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sharing' }));
      await page.goto('/sharing');
      await page.evaluate(`{
        const form = document.createElement('form');
        form.method = 'POST'; form.action = '/verify/shared'; form.enctype = 'multipart/form-data';
        const input = document.createElement('input');
        input.type = 'file'; input.name = 'files';
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(${JSON.stringify([...signed.picture])})], 'shared.jpg', { type: 'image/jpeg' }));
        input.files = data.files;
        form.append(input);
        document.body.append(form);
        form.submit();
      }`);
      await page.getByRole('article', { name: 'shared.jpg: Authentic' }).waitFor();
      assert.equal(new URL(page.url()).pathname, '/verify');
    } finally {
      await context.close();
    }
  });

  withSharedFiles(() => {
    test('shows a preview of a sound, a video and a text, and sends them only for verification', async () => {
      await suite.visit('/verify', async (watched) => {
        const { page } = watched;
        const posted: string[] = [];
        page.on('request', (request) => {
          if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
        });
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles([
            { name: 'tone.wav', mimeType: 'audio/wav', buffer: makeWav((i) => 8_000 * Math.sin(i / 5)) },
            { name: 'clip.mp4', mimeType: 'video/mp4', buffer: readVideo('birds.mp4') },
            { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A first line.\nA second one.') },
          ]);
        await page.getByRole('heading', { name: /^3 files: / }).waitFor();
        const row = (name: string) => page.getByRole('article', { name });
        await row('tone.wav').locator('.preview-small path').waitFor();
        await row('tone.wav')
          .getByText(/^WAV sound · .+ · \d:\d\d min$/)
          .waitFor();
        await row('clip.mp4').locator('.preview-small img').waitFor();
        await row('clip.mp4')
          .getByText(/^MP4 video · .+ · \d+ × \d+ · \d:\d\d min$/)
          .waitFor();
        await row('note.txt').locator('.preview-small').getByText('A first line.').waitFor();
        assert.deepEqual(new Set(posted), new Set(['/v1/verify']));
        await watched.check();
      });
    });
  });

  test('prints a report of the open parts, without buttons', async () => {
    await suite.visit('/verify', async ({ page }) => {
      const files = ['open.jpg', 'closed.jpg'].map((name) => ({
        name,
        mimeType: 'image/jpeg',
        buffer: signed.picture,
      }));
      await page.locator('input[type=file]').first().setInputFiles(files);
      await page.getByRole('heading', { name: '2 files: 2 authentic' }).waitFor();
      const [open, closed] = ['open.jpg', 'closed.jpg'].map((name) => page.getByRole('article', { name }));
      await open!.locator('summary').first().click();
      await page.emulateMedia({ media: 'print' });
      await open!.getByText(/^Signed by /).waitFor();
      assert.equal(await closed!.isVisible(), false);
      assert.equal(await page.getByRole('button').count(), 0);
      await page.emulateMedia({ media: null });
    });
  });

  test('results survive another page and a reload, and links open in a new tab', async () => {
    await suite.visit('/verify', async ({ page }) => {
      const file = { name: 'signed.jpg', mimeType: 'image/jpeg', buffer: signed.picture };
      await page.locator('input[type=file]').first().setInputFiles(file);
      const row = page.getByRole('article', { name: 'signed.jpg: Authentic' });
      await row.waitFor();
      assert.equal(await row.getByRole('link', { name: 'Open certificate' }).getAttribute('target'), '_blank');
      const bundle = await row.getByRole('link', { name: 'Download proof bundle' }).getAttribute('href');
      assert.equal((await fetch(suite.served.url + bundle)).status, 200);
      await row.getByText('JPEG picture · ').waitFor();
      await row.locator('.preview-small img').waitFor();
      await page.getByRole('link', { name: 'Log in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
      await page.goBack();
      await row.waitFor();
      await page.reload();
      await row.waitFor();
      await row.locator('.preview-small img').waitFor();
      await page.getByRole('button', { name: 'Clear results' }).click();
      await page.reload();
      await page.getByText('Drop files to verify them').waitFor();
      assert.equal(await row.count(), 0);
    });
  });
});
