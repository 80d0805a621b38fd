// Which words of an upload a stored text contains too, as parts of the upload in order.
import type { Block } from './equal-blocks.ts';
import type { Words } from './words.ts';

/**
 * kept: the record has these words too. changed: it has others in their place. added: it has
 * nothing there.
 */
export type PartState = 'kept' | 'changed' | 'added';

/** Places are UTF-16 code units of the visible text. */
export interface TextPart {
  readonly state: PartState;
  readonly start: number;
  readonly end: number;
}

const MOST_PARTS = 2_000;

/** recordLength: pairs of words in the record. */
export function partsOf({ count, starts, ends }: Words, blocks: readonly Block[], recordLength: number): TextPart[] {
  const parts: { state: PartState; from: number; to: number }[] = [];
  const add = (state: PartState, from: number, to: number) => {
    const last = parts.at(-1);
    if (to <= from) return;
    if (last?.state === state) last.to = to;
    else parts.push({ state, from, to });
  };
  // The next word of the upload, and of the record.
  let [next, recordNext] = [0, 0];
  for (const [index, { from, to, recordFrom }] of blocks.entries()) {
    // One changed code means that one of its two words changed. It does not say which.
    const isHalf = index > 0 && from - next === 0 && recordFrom === recordNext;
    const [start, recordStart] = isHalf ? [from + 1, recordFrom + 1] : [Math.max(from, next), recordFrom];
    if (isHalf) shorten(parts);
    const gapStart = isHalf ? next - 1 : next;
    add(stateOf(start - gapStart, recordStart - recordNext + (isHalf ? 1 : 0)), gapStart, start);
    add('kept', start, to + 1);
    next = Math.max(next, to + 1);
    recordNext = recordFrom + to - from + 1;
  }
  add(stateOf(count - next, recordLength + 1 - recordNext), next, count);
  return parts.slice(0, MOST_PARTS).map(({ state, from, to }) => ({ state, start: starts[from]!, end: ends[to - 1]! }));
}

function shorten(parts: { state: PartState; from: number; to: number }[]): void {
  const last = parts.at(-1);
  if (!last) return;
  last.to -= 1;
  if (last.to === last.from) parts.pop();
}

function stateOf(words: number, recordWords: number): PartState {
  return recordWords * 2 >= words ? 'changed' : 'added';
}
