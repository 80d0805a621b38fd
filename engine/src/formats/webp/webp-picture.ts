// What the first picture chunk of a WebP file says about itself, and the VP8X chunk that an
// extended file needs (RFC 9649 §2.7, VP8: RFC 6386 §9.1, VP8L: RFC 9649 §3.4).
import { BrokenMedia } from '../../containers/broken-media.ts';
import {
  makeRiffChunk,
  paddingOf,
  type RiffChunk,
  readRiff,
  riffParts,
  withContent,
  withPadding,
} from '../../containers/riff/riff-file.ts';

// The first byte of VP8X.
export const flag = { animation: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10, profile: 0x20 } as const;

const headerContentSize = 10;
const startCode = [0x9d, 0x01, 0x2a];
const losslessSignature = 0x2f;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly alpha: boolean;
}

/** The file with its last chunk padded, as strict decoders require. */
export function decodable(bytes: Uint8Array): Uint8Array {
  const file = readRiff(bytes);
  const last = file.chunks.at(-1);
  if (!last || paddingOf(last) !== 'none') return bytes;
  return Buffer.concat(riffParts({ ...file, chunks: file.chunks.with(-1, withPadding(last, 0)) }));
}

export function isPicture({ id }: RiffChunk): boolean {
  return id === 'VP8 ' || id === 'VP8L';
}

export function isExtendedHeader({ id, content }: RiffChunk): boolean {
  return id === 'VP8X' && content.length >= headerContentSize;
}

export function flagsOf(header: RiffChunk): number {
  return header.content[0]!;
}

export function readPicture({ id, content }: RiffChunk): Picture {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  if (id === 'VP8 ' && content.length >= 10 && startCode.every((byte, place) => content[3 + place] === byte)) {
    const [width, height] = [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff];
    if (width > 0 && height > 0) return { width, height, alpha: false };
  }
  if (id === 'VP8L' && content.length >= 5 && content[0] === losslessSignature) {
    const bits = view.getUint32(1, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), alpha: ((bits >>> 28) & 1) === 1 };
  }
  throw new BrokenMedia('The WebP has no readable image.');
}

export function makeExtendedHeader({ width, height, alpha }: Picture, flags: number): RiffChunk {
  const content = Buffer.alloc(headerContentSize);
  content[0] = flags | (alpha ? flag.alpha : 0);
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return makeRiffChunk('VP8X', content);
}

export function withFlags(header: RiffChunk, flags: number): RiffChunk {
  const content = Buffer.from(header.content);
  content[0] = flags;
  return withContent(header, content);
}
