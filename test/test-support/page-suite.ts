// A suite about pages: each visit is observed, and checked at its end. All suites of one process
// share a service, a browser and its page, because a new page costs three seconds of a core. If
// Chromium is absent, a suite is skipped with a sentence, but on CI it fails.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findChromium, type ServedPages, startServedPages } from './served-pages.ts';
import { type Visitor, type WatchedBrowser, type WatchedPage, watchPage } from './watched-page.ts';

export interface PageSuite {
  /** Valid once the suite runs. */
  readonly served: ServedPages;
  /**
   * Opens a page as a visitor without history, lets the test use it, and checks the observations.
   */
  visit(path: string, use: (watched: WatchedPage) => Promise<void>, visitor?: Visitor): Promise<void>;
}

interface Shared {
  readonly served: ServedPages;
  readonly browser: WatchedBrowser;
}

let opening: Promise<Shared> | undefined;
after(async () => (await opening)?.served.stop());

export function pageSuite(name: string, define: (suite: PageSuite) => void): void {
  const absence = 'chromium is not here, so no page was opened.';
  if (findChromium()) describe(name, () => define(useSharedPages()));
  else if (process.env.CI === 'true') test(name, () => assert.fail(absence));
  else test(name, { skip: absence });
}

function useSharedPages(): PageSuite {
  let shared: Shared;
  before(async () => {
    opening ??= open();
    shared = await opening;
  });
  return {
    get served() {
      return shared.served;
    },
    async visit(path, use, visitor = {}) {
      const watched = await shared.browser.receive(visitor);
      await watched.page.goto(path);
      await use(watched);
      await watched.finish();
    },
  };
}

async function open(): Promise<Shared> {
  const served = await startServedPages({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  return { served, browser: await watchPage(served.browser, [served.url, served.sandboxUrl]) };
}
