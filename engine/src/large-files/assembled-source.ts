// A file that is made of ranges of another one and of new bytes, read without being written
// anywhere.
import type { Part } from '../containers/reading.ts';
import { type ContentSource, readExactly } from './content-source.ts';

export class AssembledSource implements ContentSource {
  readonly size: number;
  readonly base: ContentSource;
  readonly parts: readonly Part[];
  /** Where each part begins. */
  readonly #starts: readonly number[];

  constructor(base: ContentSource, parts: readonly Part[]) {
    this.base = base;
    this.parts = parts;
    let size = 0;
    this.#starts = parts.map((part) => {
      size += lengthOf(part);
      return size - lengthOf(part);
    });
    this.size = size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const pieces = await Promise.all(
      this.slice(offset, offset + length).map((part) =>
        part instanceof Uint8Array ? part : readExactly(this.base, part.from, part.to - part.from),
      ),
    );
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** The parts of a range of this file. */
  slice(from: number, to: number): Part[] {
    const found: Part[] = [];
    for (let index = this.#indexAt(from); index < this.parts.length && this.#starts[index]! < to; index += 1) {
      const part = this.parts[index]!;
      const start = Math.max(0, from - this.#starts[index]!);
      const end = Math.min(lengthOf(part), to - this.#starts[index]!);
      if (start >= end) continue;
      found.push(
        part instanceof Uint8Array ? part.subarray(start, end) : { from: part.from + start, to: part.from + end },
      );
    }
    return found;
  }

  /**
   * The last part that begins before or at this place. A binary search, because a fragmented video
   * has hundreds of thousands of parts, and each of them is looked up.
   */
  #indexAt(place: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle]! <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A file that is made of an assembled one, as parts of what that one is made of. */
export function flatten(assembled: AssembledSource, parts: readonly Part[]): Part[] {
  return parts.flatMap((part) => (part instanceof Uint8Array ? [part] : assembled.slice(part.from, part.to)));
}

/**
 * Whether the parts of a file are that file itself, byte for byte. Bytes that are at their old
 * place are not read.
 */
export async function isWhole(source: ContentSource, parts: readonly Part[]): Promise<boolean> {
  if (parts.reduce((sum, part) => sum + lengthOf(part), 0) !== source.size) return false;
  let at = 0;
  for (const part of parts) {
    if (!(await isSame(source, part, at))) return false;
    at += lengthOf(part);
  }
  return true;
}

const comparedSize = 4 * 1024 * 1024;

async function isSame(source: ContentSource, part: Part, at: number): Promise<boolean> {
  if (!(part instanceof Uint8Array) && part.from === at) return true;
  const length = lengthOf(part);
  for (let done = 0; done < length; done += comparedSize) {
    const count = Math.min(comparedSize, length - done);
    const mine =
      part instanceof Uint8Array
        ? part.subarray(done, done + count)
        : await readExactly(source, part.from + done, count);
    if (Buffer.compare(mine, await readExactly(source, at + done, count)) !== 0) return false;
  }
  return true;
}

function lengthOf(part: Part): number {
  return part instanceof Uint8Array ? part.length : part.to - part.from;
}
