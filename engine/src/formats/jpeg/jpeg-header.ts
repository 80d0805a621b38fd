// The header of a JPEG file (T.81 B.1): its marker segments up to the first scan, as pieces that
// add up to the file. Everything after that (further scans, the end of the image, other pictures)
// is one piece that this code does not read.
import { BrokenMedia } from '../../containers/broken-media.ts';

export interface Piece {
  /** 0 if it is not a segment: the start of the image, and everything from the first scan on. */
  readonly marker: number;
  readonly bytes: Uint8Array;
  /** What follows the two length bytes. */
  readonly content: Uint8Array;
}

export const marker = { APP0: 0xe0, APP1: 0xe1, APP2: 0xe2, APP11: 0xeb } as const;

const startOfScan = 0xda;
const largestSegment = 0xffff;
const mostSegments = 10_000;
const mostFillBytes = 1024 * 1024;
const nothing = new Uint8Array();

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

export function readHeader(bytes: Uint8Array): Piece[] {
  if (!isJpeg(bytes)) throw new BrokenMedia('The file does not start like a JPEG.');
  const pieces: Piece[] = [{ marker: 0, bytes: bytes.subarray(0, 2), content: nothing }];
  for (let at = 2; pieces.length <= mostSegments; ) {
    const start = at;
    at = findMarker(bytes, start);
    const code = bytes[at + 1]!;
    if (code === startOfScan) return [...pieces, { marker: 0, bytes: bytes.subarray(start), content: nothing }];
    if (!hasContent(code)) throw new BrokenMedia(`The JPEG has marker 0x${code.toString(16)} before its image.`);
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length)
      throw new BrokenMedia(`The JPEG segment at byte ${at} has an impossible length.`);
    pieces.push({ marker: code, bytes: bytes.subarray(start, end), content: bytes.subarray(at + 4, end) });
    at = end;
  }
  throw new BrokenMedia(`The JPEG has more than ${mostSegments} segments.`);
}

/**
 * Where the next marker starts. Fill bytes (T.81 B.1.1.2) and stray bytes that some writers leave
 * between segments belong to the segment that follows. Every decoder skips them.
 */
export function findMarker(bytes: Uint8Array, from: number): number {
  const last = Math.min(bytes.length - 1, from + mostFillBytes);
  for (let at = from; at < last; at += 1) {
    if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return at;
  }
  throw new BrokenMedia(
    last < bytes.length - 1
      ? `The JPEG has no marker at byte ${from} or soon after.`
      : 'The JPEG ends before its image.',
  );
}

// RST, SOI and EOI have no content (T.81 table B.1), and everything below 0xc0 is reserved.
function hasContent(code: number): boolean {
  return code >= 0xc0 && (code < 0xd0 || code > 0xd9);
}

/** Null if the content does not fit into one segment. fill: the bytes before its marker. */
export function makeSegment(code: number, content: Uint8Array, fill: Uint8Array = nothing): Piece | null {
  const length = content.length + 2;
  if (length > largestSegment) return null;
  const bytes = Buffer.concat([fill, Buffer.from([0xff, code, length >> 8, length & 0xff]), content]);
  return { marker: code, bytes, content };
}

export function fillOf({ bytes, content }: Piece): Uint8Array {
  return bytes.subarray(0, bytes.length - content.length - 4);
}
