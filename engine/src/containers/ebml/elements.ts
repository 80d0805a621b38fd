// Elements of EBML (RFC 8794): an id, a size, content. Elements are found, never copied. A breach
// of the rules is BrokenMedia.
import { hasCode } from '../../engine-error.ts';
import { BrokenMedia } from '../broken-media.ts';

export interface Element {
  readonly id: number;
  readonly contentStart: number;
  /** Null: the size was unknown when the element was written, as in live streams (§6.2). */
  readonly end: number | null;
}

const longestId = 4;
const longestSize = 8;

export function readElement(bytes: Uint8Array, start: number): Element {
  const idLength = lengthOf(bytes, start, longestId);
  const sizeAt = start + idLength;
  const sizeLength = lengthOf(bytes, sizeAt, longestSize);
  let id = 0;
  for (let place = start; place < sizeAt; place += 1) id = id * 256 + bytes[place]!;
  const contentStart = sizeAt + sizeLength;
  const size = readSize(bytes, sizeAt, sizeLength);
  return { id, contentStart, end: size === null ? null : contentStart + size };
}

/** The length of a variable-size integer is in its leading zeros (§4). */
function lengthOf(bytes: Uint8Array, at: number, longest: number): number {
  const first = bytes[at];
  if (first === undefined) throw new BrokenMedia('The file is cut off.');
  const length = Math.clz32(first) - 23;
  if (length > longest) throw new BrokenMedia(`There is no element at byte ${at}.`);
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

/** The name in the header: `matroska`, `webm`. Null if there is no readable header. */
export function readDocumentType(bytes: Uint8Array): string | null {
  try {
    const header = readElement(bytes, 0);
    if (header.id !== idOf.header || header.end === null || header.end > bytes.length) return null;
    for (let at = header.contentStart; at < header.end; ) {
      const { id, contentStart, end } = readElement(bytes, at);
      if (end === null || end > header.end) return null;
      if (id === idOf.documentType)
        return String.fromCharCode(...bytes.subarray(contentStart, Math.min(end, contentStart + 16))).replace(
          /\0+$/,
          '',
        );
      at = end;
    }
  } catch (error) {
    if (!hasCode(error, 'broken_media')) throw error;
  }
  return null;
}
