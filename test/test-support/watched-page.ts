// The page of a browser, observed while tests use it: an error in the console (including a breach
// of the Content-Security-Policy), a request to a foreign address or any finding of axe fails the
// test. Nothing on it is animated, so that axe sees no color between two others.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { patienceMilliseconds } from './becomes.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeRun =
  "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], resultTypes: ['violations'] })";
const desk = { width: 1280, height: 720 };
const hand = { width: 390, height: 844 };

export interface WatchedPage {
  readonly page: Page;
  /**
   * Runs axe on the page once nothing loads, and reports everything observed so far.
   */
  check(): Promise<void>;
  /**
   * Reports everything observed. Runs axe only if nothing was checked before, because it costs a
   * second of a core.
   */
  finish(): Promise<void>;
  /**
   * Says that the service refuses something in this test, because browsers write such responses to
   * the console.
   */
  expectRefusals(): void;
  /** Says that connections break off in this test, because browsers write it to the console. */
  expectBrokenConnections(): void;
}

export interface Visitor {
  /** The session of the logged-in user. */
  readonly token?: string;
  /** On a phone in dark. */
  readonly phone?: boolean;
}

export interface WatchedBrowser {
  /** The page for a visitor without history. */
  receive(visitor: Visitor): Promise<WatchedPage>;
}

/** The addresses of the service: of its live environment, then of its sandbox. */
export async function watchPage(browser: Browser, urls: readonly string[]): Promise<WatchedBrowser> {
  const [url] = urls;
  const context = await browser.newContext({ baseURL: url!, reducedMotion: 'reduce' });
  context.setDefaultTimeout(patienceMilliseconds);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  let noticed: string[] = [];
  let refusalsExpected = false;
  let breaksExpected = false;
  page.on('pageerror', (error) => noticed.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (refusalsExpected && /the server responded with a status of 4\d\d/.test(message.text())) return;
    if (breaksExpected && message.text().includes('net::ERR_INTERNET_DISCONNECTED')) return;
    noticed.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (/^(data|blob):/.test(request.url()) || urls.some((own) => request.url().startsWith(`${own}/`))) return;
    noticed.push(`foreign request: ${request.url()}`);
  });

  return {
    async receive({ token, phone }) {
      await page.setViewportSize(phone ? hand : desk);
      await page.emulateMedia({ colorScheme: phone ? 'dark' : 'light' });
      // An address of the service without a page on it.
      for (const own of urls.toReversed()) {
        await page.goto(`${own}/health`);
        await page.evaluate('localStorage.clear(), sessionStorage.clear()');
      }
      if (token) await page.evaluate(`localStorage.setItem('session-token', ${JSON.stringify(token)})`);
      noticed = [];
      refusalsExpected = false;
      breaksExpected = false;
      let wasChecked = false;
      const check = async () => {
        wasChecked = true;
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        const found = await findViolations(page);
        assert.deepEqual([...noticed, ...found], [], page.url());
      };
      return {
        page,
        check,
        async finish() {
          if (!wasChecked) await check();
          assert.deepEqual(noticed, [], page.url());
        },
        expectRefusals() {
          refusalsExpected = true;
        },
        expectBrokenConnections() {
          breaksExpected = true;
        },
      };
    },
  };
}

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function findViolations(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axeSource);
  const { violations } = await page.evaluate<{ violations: AxeViolation[] }>(axeRun);
  return violations.map(
    ({ id, nodes }) => `axe ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  );
}
