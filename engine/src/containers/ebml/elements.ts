// Elements of EBML (RFC 8794): an id, a size, content. Elements are found, never copied. A breach
// of the rules is BrokenMedia.
import { hasCode } from '../../engine-error.ts';
import { BrokenMedia } from '../broken-media.ts';
import type { Reading } from '../reading.ts';

export interface Element {
  readonly id: number;
  readonly contentStart: number;
  /** Null: the size was unknown when the element was written, as in live streams (§6.2). */
  readonly end: number | null;
}

const longestId = 4;
const longestSize = 8;

/** An element of a file of this size. */
export function* elementAt(start: number, size: number): Reading<Element> {
  const header = yield { at: start, length: Math.min(longestId + longestSize, size - start) };
  const { id, contentStart, end } = readElement(header, 0, start);
  return { id, contentStart: start + contentStart, end: end === null ? null : start + end };
}

/** origin: the place in the file where the bytes begin, for the words of an error. */
export function readElement(bytes: Uint8Array, start: number, origin = 0): Element {
  const idLength = lengthOf(bytes, start, longestId, origin);
  const sizeAt = start + idLength;
  const sizeLength = lengthOf(bytes, sizeAt, longestSize, origin);
  let id = 0;
  for (let place = start; place < sizeAt; place += 1) id = id * 256 + bytes[place]!;
  const contentStart = sizeAt + sizeLength;
  const size = readSize(bytes, sizeAt, sizeLength);
  return { id, contentStart, end: size === null ? null : contentStart + size };
}

/** The length of a variable-size integer is in its leading zeros (§4). */
function lengthOf(bytes: Uint8Array, at: number, longest: number, origin: number): number {
  const first = bytes[at];
  if (first === undefined) throw new BrokenMedia('The file is cut off.');
  const length = Math.clz32(first) - 23;
  if (length > longest) throw new BrokenMedia(`There is no element at byte ${origin + at}.`);
  if (at + length > bytes.length) throw new BrokenMedia('The file is cut off.');
  return length;
}

function readSize(bytes: Uint8Array, at: number, length: number): number | null {
  const mask = 0xff >>> length;
  let size = bytes[at]! & mask;
  let allOnes = size === mask;
  for (let place = at + 1; place < at + length; place += 1) {
    size = size * 256 + bytes[place]!;
    allOnes &&= bytes[place] === 0xff;
  }
  return allOnes ? null : size;
}

export const idOf = {
  header: 0x1a45dfa3,
  documentType: 0x4282,
  void: 0xec,
  segment: 0x18538067,
  cluster: 0x1f43b675,
} as const;

/** Headers have about ten elements. */
const mostInHeader = 1000;

/** The name in the header: `matroska`, `webm`. Null if there is no readable header. */
export function* documentType(size: number): Reading<string | null> {
  try {
    const header = yield* elementAt(0, size);
    if (header.id !== idOf.header || header.end === null || header.end > size) return null;
    for (let at = header.contentStart, count = 0; at < header.end && count < mostInHeader; count += 1) {
      const { id, contentStart, end } = yield* elementAt(at, size);
      if (end === null || end > header.end) return null;
      if (id === idOf.documentType) {
        const name = yield { at: contentStart, length: Math.min(16, end - contentStart) };
        return String.fromCharCode(...name).replace(/\0+$/, '');
      }
      at = end;
    }
  } catch (error) {
    if (!hasCode(error, 'broken_media')) throw error;
  }
  return null;
}
