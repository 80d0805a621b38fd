// The exact blocks of codes that two texts share, in order: those within stretches, and shorter
// ones between them, before the first and after the last. A block of n codes covers n + 1 words.
import type { Stretch } from './stretches.ts';

export interface Block {
  readonly from: number;
  readonly to: number;
  readonly recordFrom: number;
}

/** A larger gap between two blocks is not searched. */
const MOST_CELLS = 40_000;

export function findBlocks(upload: Uint8Array, record: Uint8Array, stretches: readonly Stretch[]): Block[] {
  const start: Block = { from: -1, to: -1, recordFrom: -1 };
  const end: Block = { from: upload.length + 1, to: upload.length + 1, recordFrom: record.length + 1 };
  const blocks = stretches.flatMap((stretch) => blocksWithin(upload, record, stretch));
  return [...blocks, end].flatMap((block, index) => {
    const shorter = between(upload, record, blocks[index - 1] ?? start, block);
    return block === end ? shorter : [...shorter, block];
  });
}

function blocksWithin(upload: Uint8Array, record: Uint8Array, { from, to, recordFrom }: Stretch): Block[] {
  const blocks: Block[] = [];
  for (let at = from; at < to; ) {
    let end = at;
    while (end < to && upload[end] === record[end - from + recordFrom]) end += 1;
    if (end > at) blocks.push({ from: at, to: end, recordFrom: at - from + recordFrom });
    at = Math.max(end, at + 1);
  }
  return blocks;
}

/**
 * The longest common block of the gap, and in turn those before and after it. None is at an end of
 * the gap: a changed word changes two codes, so there is one more on each side.
 */
function between(upload: Uint8Array, record: Uint8Array, before: Block, after: Block): Block[] {
  const [from, to] = [before.to + 1, after.from - 1];
  const [recordFrom, recordTo] = [before.recordFrom + before.to - before.from + 1, after.recordFrom - 1];
  const [height, width] = [to - from, recordTo - recordFrom];
  if (height <= 0 || width <= 0 || height * width > MOST_CELLS) return [];
  const found = longestBlock(upload, record, from, to, recordFrom, recordTo);
  // Chance gives as long a one in at most one of four gaps.
  if (8 * (found.to - found.from) < Math.log2(height * width) + 2) return [];
  return [...between(upload, record, before, found), found, ...between(upload, record, found, after)];
}

function longestBlock(
  upload: Uint8Array,
  record: Uint8Array,
  from: number,
  to: number,
  recordFrom: number,
  recordTo: number,
): Block {
  let lengths = new Uint16Array(recordTo - recordFrom + 1);
  let best: Block = { from, to: from, recordFrom };
  for (let row = from; row < to; row += 1) {
    const next = new Uint16Array(lengths.length);
    for (let column = recordFrom; column < recordTo; column += 1) {
      if (upload[row] !== record[column]) continue;
      const length = lengths[column - recordFrom]! + 1;
      next[column - recordFrom + 1] = length;
      if (length > best.to - best.from) {
        best = { from: row - length + 1, to: row + 1, recordFrom: column - length + 1 };
      }
    }
    lengths = next;
  }
  return best;
}
