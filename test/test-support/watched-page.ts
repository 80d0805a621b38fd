// A page in a browser of its own that is watched while a test uses it: an error in the console (a breach of the
// Content-Security-Policy is one), a request to a foreign address or a serious finding of axe fails the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const patienceMilliseconds = 10_000;

export interface WatchedPage {
  readonly page: Page;
  /** Runs axe on what is shown now, and tells of everything noticed so far. */
  check(): Promise<void>;
  /** Says that the service refuses something in this test: browsers write such answers to the console. */
  expectRefusals(): void;
  close(): Promise<void>;
}

export async function openWatchedPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: url, ...options });
  context.setDefaultTimeout(patienceMilliseconds);
  const page = await context.newPage();
  const noticed: string[] = [];
  let refusalsExpected = false;
  page.on('pageerror', (error) => noticed.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (refusalsExpected && /the server responded with a status of 4\d\d/.test(message.text())) return;
    noticed.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (/^(data|blob):/.test(request.url()) || new URL(request.url()).origin === new URL(url).origin) return;
    noticed.push(`foreign request: ${request.url()}`);
  });
  return {
    page,
    expectRefusals() {
      refusalsExpected = true;
    },
    async check() {
      const found = await findSerious(page);
      assert.deepEqual([...noticed, ...found], [], page.url());
    },
    close: () => context.close(),
  };
}

interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function findSerious(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const run = "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] })";
  const { violations } = await page.evaluate<{ violations: AxeViolation[] }>(run);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `axe ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`);
}
