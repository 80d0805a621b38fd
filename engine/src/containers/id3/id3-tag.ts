// ID3v2 tags at the beginning of a file (id3.org: 2.2, 2.3, 2.4): header, extended header, frames,
// padding, footer. A tag that was read can be written again byte for byte. Frames are slices of the
// file, unsynchronised if the tag is. If the frames change, the sizes in header and footer change
// with them.
import { BrokenMedia } from '../broken-media.ts';
import { readUnits, skipUnits } from './unsynchronisation.ts';

export type Id3Version = 2 | 3 | 4;

export interface Id3Frame {
  readonly id: string;
  readonly bytes: Uint8Array;
}

export interface Id3Tag {
  readonly version: Id3Version;
  /** `ID3`, version, revision, flags. */
  readonly head: Uint8Array;
  readonly extendedHeader: Uint8Array;
  readonly frames: readonly Id3Frame[];
  /** Padding, and everything that cannot be read as frames. */
  readonly rest: Uint8Array;
  readonly footer: boolean;
}

const headerSize = 10;
const flag = { unsynchronised: 0x80, extended: 0x40, compressed: 0x40, footer: 0x10 } as const;
const mostTags = 100;
const mostFrames = 20_000;

/** Where the tags at the beginning of a file end. 0 if there are none. */
export function findTagEnd(bytes: Uint8Array): number {
  let end = 0;
  for (let count = 0; count < mostTags; count += 1) {
    const size = tagSize(bytes, end);
    if (size === null) break;
    end += size;
  }
  return end;
}

/** Header and footer included. Null if no complete tag starts here. */
function tagSize(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] !== 0x49 || bytes[at + 1] !== 0x44 || bytes[at + 2] !== 0x33) return null;
  if (at + headerSize > bytes.length || bytes[at + 3]! === 0xff || bytes[at + 4]! === 0xff) return null;
  const size = readSafe(bytes, at + 6);
  if (size === null) return null;
  const whole = headerSize + size + (hasFooter(bytes, at) ? headerSize : 0);
  return at + whole <= bytes.length ? whole : null;
}

function hasFooter(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 3] === 4 && (bytes[at + 5]! & flag.footer) !== 0;
}

/** bytes: up to findTagEnd. */
export function readTags(bytes: Uint8Array): Id3Tag[] {
  const tags: Id3Tag[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = tagSize(bytes, at)!;
    tags.push(readTag(bytes.subarray(at, at + size)));
    at += size;
  }
  return tags;
}

function readTag(bytes: Uint8Array): Id3Tag {
  const version = bytes[3]!;
  const flags = bytes[5]!;
  if (version !== 2 && version !== 3 && version !== 4) {
    throw new BrokenMedia(`The ID3 tag has the unknown version 2.${version}.`);
  }
  if (version === 2 && flags & flag.compressed)
    throw new BrokenMedia('The ID3 tag is compressed, which was never defined.');
  const footer = hasFooter(bytes, 0);
  const body = bytes.subarray(headerSize, footer ? -headerSize : undefined);
  // In 2.4, sizes count the bytes as they are in the file.
  const stuffed = version < 4 && (flags & flag.unsynchronised) !== 0;
  const start = version > 2 && flags & flag.extended ? extendedHeaderEnd(body, version, stuffed) : 0;
  const { frames, end } = readFrames(body, start, version, stuffed);
  return {
    version,
    head: bytes.subarray(0, 6),
    extendedHeader: body.subarray(0, start),
    frames,
    rest: body.subarray(end),
    footer,
  };
}

function extendedHeaderEnd(body: Uint8Array, version: Id3Version, stuffed: boolean): number {
  const units = readUnits(body, 0, 4, stuffed);
  // Some writers announce an extended header and leave it out.
  if (units && isFrameId(units)) return 0;
  const size = units && (version === 4 ? readSafe(units, 0) : 4 + readPlain(units, 0, 4));
  const end = size === null ? -1 : skipUnits(body, 0, size, stuffed);
  if (size === null || size < 6 || end < 0) throw new BrokenMedia('The extended header of the ID3 tag is cut off.');
  return end;
}

function readFrames(body: Uint8Array, start: number, version: Id3Version, stuffed: boolean) {
  const letters = version === 2 ? 3 : 4;
  const frameHeaderSize = version === 2 ? 6 : 10;
  const frames: Id3Frame[] = [];
  let at = start;
  for (;;) {
    const header = readUnits(body, at, frameHeaderSize, stuffed);
    if (!header || !isFrameId(header.subarray(0, letters))) break;
    const id = Buffer.from(header.subarray(0, letters)).toString('latin1');
    const end = skipUnits(body, at, frameHeaderSize + frameSize(header, version), stuffed);
    if (end < 0) break;
    if (frames.length === mostFrames) throw new BrokenMedia(`The ID3 tag has more than ${mostFrames} frames.`);
    frames.push({ id, bytes: body.subarray(at, end) });
    at = end;
  }
  return { frames, end: at };
}

function isFrameId(letters: Uint8Array): boolean {
  return /^[A-Z][A-Z0-9]+$/.test(Buffer.from(letters).toString('latin1'));
}

// Some writers of 2.4 use plain sizes, as in 2.3. A set high bit reveals it.
function frameSize(header: Uint8Array, version: Id3Version): number {
  if (version === 2) return readPlain(header, 3, 3);
  return (version === 4 ? readSafe(header, 4) : null) ?? readPlain(header, 4, 4);
}

/** The pieces whose concatenation is the tag. */
export function tagParts({ head, extendedHeader, frames, rest, footer }: Id3Tag): Uint8Array[] {
  const body = [extendedHeader, ...frames.map(({ bytes }) => bytes), rest];
  const size = writeSafe(body.reduce((sum, { length }) => sum + length, 0));
  return [head, size, ...body, ...(footer ? [Buffer.from('3DI'), head.subarray(3), size] : [])];
}

/** Seven bits a byte (ID3v2.4 structure §6.2). */
export function writeSafe(value: number): Buffer {
  return Buffer.from([value >> 21, (value >> 14) & 127, (value >> 7) & 127, value & 127]);
}

function readSafe(bytes: Uint8Array, at: number): number | null {
  const four = [0, 1, 2, 3].map((place) => bytes[at + place] ?? 128);
  return four.some((byte) => byte > 127) ? null : four.reduce((value, byte) => value * 128 + byte, 0);
}

function readPlain(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let place = 0; place < length; place += 1) value = value * 256 + bytes[at + place]!;
  return value;
}
