// A suite about pages: started before, stopped after, each visit watched and checked at its end. Where Chromium is absent
// it is skipped with a sentence, but in CI it fails.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { findChromium, type ServedPages, startServedPages } from './served-pages.ts';
import { openWatchedPage, type WatchedPage } from './watched-page.ts';

export interface PageSuite {
  /** Good once the suite runs. */
  readonly served: ServedPages;
  /** Opens a page in a browser without any past, lets the test use it, and checks what it has noticed. */
  visit(path: string, use: (watched: WatchedPage) => Promise<void>, options?: BrowserContextOptions): Promise<void>;
}

export function pageSuite(
  name: string,
  define: (suite: PageSuite) => void,
  settings: Readonly<Record<string, string>> = {},
): void {
  const absence = 'chromium is not here, so no page was opened.';
  if (findChromium()) describe(name, () => define(useServedPages(settings)));
  else if (process.env.CI === 'true') test(name, () => assert.fail(absence));
  else test(name, { skip: absence });
}

function useServedPages(settings: Readonly<Record<string, string>>): PageSuite {
  let served: ServedPages;
  before(async () => {
    served = await startServedPages(settings);
  });
  after(() => served.stop());
  return {
    get served() {
      return served;
    },
    async visit(path, use, options) {
      const watched = await openWatchedPage(served.browser, served.url, options);
      try {
        await watched.page.goto(path);
        await use(watched);
        await watched.check();
      } finally {
        await watched.close();
      }
    },
  };
}
