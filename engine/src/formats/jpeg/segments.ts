// The marker segments of a JPEG file in order (T.81 B.1), as byte ranges without copies.
// Entropy-coded data belong to their start-of-scan segment, and stray bytes, which decoders skip,
// to the segment that follows. Everything after the end-of-image marker is left to the caller. That
// marker can be missing.
import { JpegError } from './jpeg-error.ts';

export const MARKER = { SOF0: 0xc0, DHT: 0xc4, EOI: 0xd9, SOS: 0xda, DQT: 0xdb, DRI: 0xdd, APP14: 0xee } as const;

export interface Segment {
  marker: number;
  /** First byte of the marker (0xff), or of the stray bytes before it. */
  start: number;
  /** Content after the two length bytes. */
  content: Uint8Array;
  /** Directly after the segment's header. For a scan, where its entropy-coded data start. */
  headerEnd: number;
  /** Where the next segment's marker starts. */
  end: number;
}

export interface SegmentList {
  segments: Segment[];
  /** Where the end-of-image marker starts, or where the file ends without one. */
  end: number;
}

const MOST_SEGMENTS = 10_000;

export function readSegments(file: Uint8Array): SegmentList {
  if (file[0] !== 0xff || file[1] !== 0xd8) throw new JpegError('not_jpeg', 'The file does not start like a JPEG.');
  const segments: Segment[] = [];
  let at = 2;
  for (;;) {
    const found = findMarker(file, at);
    if (found < 0) {
      if (segments.some(({ marker }) => marker === MARKER.SOS)) return { segments, end: at };
      throw new JpegError('truncated', 'The JPEG ends before its image.');
    }
    const code = found + 1;
    const marker = file[code]!;
    if (marker === MARKER.EOI) return { segments, end: at };
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) {
      throw new JpegError('malformed', `A JPEG marker 0x${marker.toString(16)} is in an invalid place.`);
    }
    const length = ((file[code + 1] ?? 0) << 8) | (file[code + 2] ?? 0);
    const headerEnd = code + 1 + length;
    if (length < 2) throw new JpegError('malformed', 'A JPEG segment is shorter than its own length field.');
    if (headerEnd > file.length) throw new JpegError('truncated', 'The JPEG ends inside a segment.');
    const end = marker === MARKER.SOS ? endOfScan(file, headerEnd) : headerEnd;
    segments.push({ marker, start: at, content: file.subarray(code + 3, headerEnd), headerEnd, end });
    if (segments.length > MOST_SEGMENTS) throw new JpegError('malformed', 'The JPEG has too many segments.');
    at = end;
  }
}

// The 0xff directly before the code of the next marker, after fill, stuffed and stray bytes. -1 if
// there is none.
function findMarker(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff) return at;
  }
  return -1;
}

// The next marker that is not a restart, or the end of the file.
function endOfScan(file: Uint8Array, from: number): number {
  let at = findMarker(file, from);
  while (at >= 0 && file[at + 1]! >= 0xd0 && file[at + 1]! <= 0xd7) at = findMarker(file, at + 2);
  return at < 0 ? file.length : at;
}
