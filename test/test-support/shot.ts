// One page to be photographed by `npm run screenshots`.
import type { Page } from 'playwright-core';

export interface Shot {
  readonly path: string;
  /** As the one who signed the picture, or with a session of another. */
  readonly loggedIn?: boolean | string;
  /** Only what is seen without scrolling; left out: the whole page. */
  readonly isOneScreen?: boolean;
  /** What to do before the picture is taken. */
  readonly use?: (page: Page) => Promise<unknown>;
}
