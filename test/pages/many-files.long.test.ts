// More files than the limit of a minute in one go, to verify and to sign: all get a result in the
// order of selection, no failure is shown, and a countdown says when the rest follows. The limits
// are the service's own.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { makeAccount } from '../../service/test-support/account.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { findChromium, startServedPages } from '../test-support/served-pages.ts';
import { watchPage } from '../test-support/watched-page.ts';

const count = 70;
const names = Array.from({ length: count }, (_, place) => `note-${place}.txt`);
const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text of ${name}.`) }));
/** Requests per minute on the Free plan. */
const organizationLimit = 100;
const absence = 'chromium is not here, so no page was opened.';
const skip = findChromium() || process.env.CI === 'true' ? false : absence;

test('70 files in one drop all get a result, in the order of selection', { skip }, async (t) => {
  const served = await startServedPages({ VERIFY_LIMIT_PER_MINUTE: '60' });
  try {
    const watched = await (await watchPage(served.browser, [served.url, served.sandboxUrl])).receive({});
    const { page } = watched;
    watched.expectRefusals();
    await page.goto('/verify');
    const started = performance.now();
    await page.locator('input[type=file]').first().setInputFiles(files);
    await page.getByText(/^Your network has reached the rate limit\. We continue in \d+ s\.$/).waitFor();
    const summary = page.getByRole('heading', { name: `${count} files: ${count} with nothing found` });
    await summary.waitFor({ timeout: 150_000 });
    t.diagnostic(`${((performance.now() - started) / 1_000).toFixed(0)} s`);
    const rows = await page.getByRole('article').evaluateAll((each) => each.map((row) => row.ariaLabel));
    assert.deepEqual(
      rows,
      names.map((name) => `${name}: Nothing found`),
    );
    await watched.check();
  } finally {
    await served.stop();
  }
});

test('70 files to sign in one go are all signed, although the limit of the plan is used up', { skip }, async (t) => {
  const served = await startServedPages();
  try {
    const { live } = served.service;
    const { token } = await makeAccount(live);
    await registerGenerator(live, token);
    const watched = await (await watchPage(served.browser, [served.url])).receive({ token });
    const { page } = watched;
    watched.expectRefusals();
    await page.goto('/sign');
    await page.getByLabel('AI model').fill('text-model-1');
    await page.locator('input[type=file]').first().setInputFiles(files);
    // So that the files reach the limit within seconds, wherever the minute begins.
    for (let sent = 0; sent < organizationLimit - 30; sent += 1) await live.call('GET', '/v1/generators', { token });
    const started = performance.now();
    await page.getByRole('button', { name: `Sign ${count} files` }).click();
    const overall = page.locator('.sign-overall');
    await overall.getByText(/^\d+ of 70 signed, about \d+ (s|min) left/).waitFor();
    await page
      .getByText(/^Your organization has reached the rate limit of its plan\. We continue in \d+ s\.$/)
      .waitFor();
    assert.equal(await page.getByRole('article', { name: 'Not signed' }).count(), 0);
    await watched.check();
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.evaluate('location.reload()');
    assert.equal(await asked, 'beforeunload');
    await page.getByRole('heading', { name: `${count} files signed`, exact: true }).waitFor({ timeout: 240_000 });
    t.diagnostic(`${((performance.now() - started) / 1_000).toFixed(0)} s`);
    const rows = await page.getByRole('article').evaluateAll((each) => each.map((row) => row.ariaLabel));
    assert.deepEqual(
      rows,
      names.map((name) => `${name}: Signed`),
    );
    await watched.check();
  } finally {
    await served.stop();
  }
});

test('a file that makes the service busy waits for another try, and others do not fail with it', { skip }, async () => {
  const served = await startServedPages({ TASK_MOST_SECONDS: '2' });
  served.service.expectErrors();
  try {
    const { live } = served.service;
    const { token } = await makeAccount(live);
    await registerGenerator(live, token);
    const watched = await (await watchPage(served.browser, [served.url])).receive({ token });
    const { page } = watched;
    await page.goto('/sign');
    await page.getByLabel('AI model').fill('model-1');
    // Many pixels in a small file, without a type, so that the browser does not draw it.
    const slow = await sharp(randomBytes(100 * 80 * 3), { raw: { width: 100, height: 80, channels: 3 } })
      .resize(11_000, 8_800)
      .jpeg({ quality: 60 })
      .toBuffer();
    const picture = { name: 'slow.jpg', mimeType: 'application/octet-stream', buffer: slow };
    await page.locator('input[type=file]').first().setInputFiles([picture, files[0]!]);
    await page.getByRole('button', { name: 'Sign 2 files' }).click();
    await page.getByRole('article', { name: `${names[0]}: Signed` }).waitFor();
    await page.getByText(/^The service is busy\. We continue in \d+ s\.$/).waitFor();
    const row = page.getByRole('article', { name: 'slow.jpg', exact: true });
    await row.getByText('Waiting').waitFor();
    await row.getByRole('button', { name: 'Cancel slow.jpg' }).click();
    await page.getByRole('heading', { name: '1 file signed' }).waitFor();
  } finally {
    await served.stop();
  }
});
