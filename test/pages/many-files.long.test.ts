// More files than the limit of a minute in one drop: all get a result in the order of selection, no
// failure is shown, and a countdown says when the rest follows. The limit is the service's default.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findChromium, startServedPages } from '../test-support/served-pages.ts';
import { watchPage } from '../test-support/watched-page.ts';

const count = 70;
const absence = 'chromium is not here, so no page was opened.';
const skip = findChromium() || process.env.CI === 'true' ? false : absence;

test('70 files in one drop all get a result, in the order of selection', { skip }, async (t) => {
  const served = await startServedPages({ VERIFY_LIMIT_PER_MINUTE: '60' });
  try {
    const watched = await (await watchPage(served.browser, [served.url, served.sandboxUrl])).receive({});
    const { page } = watched;
    watched.expectRefusals();
    await page.goto('/verify');
    const names = Array.from({ length: count }, (_, place) => `note-${place}.txt`);
    const files = names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The text of ${name}.`) }));
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
