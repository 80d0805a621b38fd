// The budget of the verify page, as a browser measures it: first paint under a second, at most 200 kB of JavaScript.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { pageSuite } from '../test-support/page-suite.ts';

const runs = 3;
const mostMilliseconds = 1_000;
/** A machine under load paints everything late: so many times the paint of a page with one word is forgiven. */
const mostTimesBare = 8;
const mostScriptBytes = 200_000;

const firstPaint = `new Promise((resolve) => new PerformanceObserver((list) => {
  const [paint] = list.getEntriesByName('first-contentful-paint');
  if (paint) resolve(paint.startTime);
}).observe({ type: 'paint', buffered: true }))`;
const scriptBytes = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

pageSuite('the budget of the verify page', (suite) => {
  /** Each in a browser context of its own, so that nothing is in any cache. */
  async function bestPaint(path: string, prepare: (page: Page) => Promise<unknown>): Promise<number> {
    const paints: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const page = await suite.served.browser.newPage();
      await prepare(page);
      await page.goto(suite.served.url + path);
      paints.push(await page.evaluate<number>(firstPaint));
      await page.close();
    }
    return Math.min(...paints);
  }

  test('first paint under a second', async (t) => {
    const answer = { contentType: 'text/html', body: '<!doctype html><title>Bare</title><p>Bare' };
    const bare = await bestPaint('/bare', (page) => page.route('**/bare', (route) => route.fulfill(answer)));
    const verify = await bestPaint('/verify', async () => undefined);
    t.diagnostic(`verify ${verify.toFixed(0)} ms, a page with one word ${bare.toFixed(0)} ms`);
    assert.ok(verify < Math.max(mostMilliseconds, mostTimesBare * bare), `${verify} ms, bare ${bare} ms`);
  });

  test('at most 200 kB of JavaScript, compressed', async (t) => {
    await suite.visit('/verify', async ({ page }) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      const bytes = await page.evaluate<number>(scriptBytes);
      t.diagnostic(`${bytes} bytes`);
      assert.ok(bytes > 50_000 && bytes <= mostScriptBytes, `${bytes} bytes`);
    });
  });
});
