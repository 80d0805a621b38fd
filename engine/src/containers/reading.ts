// How a grammar reads a file of any size: it requests one range after the other, and receives the
// bytes, from memory or from a source. Files of every size go through the same code, so that none
// is accepted in one way and refused in the other. A grammar never requests the media data.

import type { ContentSource } from '../large-files/content-source.ts';
import { BrokenMedia } from './broken-media.ts';

interface Range {
  readonly at: number;
  readonly length: number;
}

/** Receives fewer bytes than it requests only at the end of the file. */
export type Reading<Value> = Generator<Range, Value, Uint8Array>;

/** A piece of a file that is made of another one: a range of that file, or new bytes. */
export type Part = Uint8Array | { readonly from: number; readonly to: number };

/** Headers are next to each other or far apart, so this much is read at once. */
const windowSize = 64 * 1024;

export function readFromMemory<Value>(bytes: Uint8Array, reading: Reading<Value>): Value {
  let step = reading.next();
  while (!step.done) {
    const { at, length } = step.value;
    step = reading.next(bytes.subarray(at, at + length));
  }
  return step.value;
}

export async function readFromSource<Value>(
  source: ContentSource,
  reading: Reading<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  let window: Uint8Array = new Uint8Array(0);
  let start = 0;
  let step = reading.next();
  while (!step.done) {
    signal?.throwIfAborted();
    const { at, length } = step.value;
    const end = Math.min(at + length, source.size);
    if (at < start || end > start + window.length) {
      start = at;
      window = await source.read(at, Math.min(Math.max(length, windowSize), Math.max(0, source.size - at)));
      if (start + window.length < end) throw new BrokenMedia('The file ended while it was read.');
    }
    step = reading.next(window.subarray(at - start, Math.max(at, end) - start));
  }
  return step.value;
}

export function partsInMemory(bytes: Uint8Array, parts: readonly Part[]): Uint8Array[] {
  return parts.map((part) => (part instanceof Uint8Array ? part : bytes.subarray(part.from, part.to)));
}
