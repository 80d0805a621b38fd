// Hashes sorted into buckets by one of their chunks, with copies side by side, so that reading a
// bucket is sequential. Built in slices, so that the event loop can run between them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CHUNK_BITS, chunkOf } from './hash-chunks.ts';

const SLICE = 20_000; // a few milliseconds

export interface BucketTable {
  /** Bucket b has the entries starts[b] to starts[b + 1]. */
  starts: Uint32Array;
  high: Uint32Array;
  low: Uint32Array;
  entries: Uint32Array;
}

export async function buildTable(
  high: Uint32Array,
  low: Uint32Array,
  count: number,
  chunk: number,
): Promise<BucketTable> {
  const buckets = 1 << CHUNK_BITS[chunk]!;
  const starts = new Uint32Array(buckets + 1);
  await inSlices(count, (from, to) => {
    for (let i = from; i < to; i++) starts[chunkOf(chunk, high[i]!, low[i]!) + 1]!++;
  });
  await inSlices(buckets, (from, to) => {
    for (let b = from; b < to; b++) starts[b + 1]! += starts[b]!;
  });
  const table: BucketTable = {
    starts,
    high: new Uint32Array(count),
    low: new Uint32Array(count),
    entries: new Uint32Array(count),
  };
  const next = starts.slice(0, buckets);
  await inSlices(count, (from, to) => {
    for (let i = from; i < to; i++) {
      const at = next[chunkOf(chunk, high[i]!, low[i]!)]!++;
      table.high[at] = high[i]!;
      table.low[at] = low[i]!;
      table.entries[at] = i;
    }
  });
  return table;
}

async function inSlices(count: number, work: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < count; from += SLICE) {
    work(from, Math.min(count, from + SLICE));
    await nextTurn();
  }
}
