// Content from one page for another, which takes it when it opens. It never leaves this tab.
import type { NamedContent } from '../api/upload-list.ts';

function createHandover() {
  let waiting: readonly NamedContent[] = [];
  return {
    give(contents: readonly NamedContent[]): void {
      waiting = contents;
    },
    take(): readonly NamedContent[] {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}

export const filesToVerify = createHandover();
export const filesToSign = createHandover();
/** Those that are too large for a request. */
export const filesForJobs = createHandover();
/** A receipt and the file that it is about. */
export const receiptToShow = createHandover();
