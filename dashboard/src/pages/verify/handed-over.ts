// Content from another page, to verify when the verify page opens. It never leaves this tab.
import type { NamedContent } from '../../api/upload-list.ts';

let waiting: readonly NamedContent[] = [];

export function handOver(contents: readonly NamedContent[]): void {
  waiting = contents;
}

export function takeHandedOver(): readonly NamedContent[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
