// One page for `npm run screenshots`.
import type { Page } from 'playwright-core';

export interface Shot {
  readonly path: string;
  /** As the owner of the signed picture, or with another session. */
  readonly loggedIn?: boolean | string;
  /** Only what is visible without scrolling. Default: the whole page. */
  readonly isOneScreen?: boolean;
  /** What to do before the screenshot. */
  readonly use?: (page: Page) => Promise<unknown>;
}
