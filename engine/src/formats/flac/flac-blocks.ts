// FLAC (RFC 9639): the marker, metadata blocks with a flag on the last one, then frames, which this
// code does not read. An ID3v2 tag at the start, which the standard mentions and decoders skip,
// stays there.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { findTagEnd } from '../../containers/id3/id3-tag.ts';

export const blockType = { streamInfo: 0, seekTable: 3, vorbisComment: 4 } as const;

export interface FlacBlock {
  readonly type: number;
  readonly content: Uint8Array;
}

export interface FlacFile {
  /** ID3v2 tags before the marker. */
  readonly lead: Uint8Array;
  readonly blocks: readonly FlacBlock[];
  /** From the first frame to the end of the file. */
  readonly frames: Uint8Array;
}

const marker = Buffer.from('fLaC');
const headerSize = 4;
const lastFlag = 0x80;
const largestBlock = 2 ** 24 - 1;
const mostBlocks = 20_000;

export function isFlac(bytes: Uint8Array): boolean {
  const start = findTagEnd(bytes);
  return marker.equals(bytes.subarray(start, start + marker.length));
}

export function readFlac(bytes: Uint8Array): FlacFile {
  const start = findTagEnd(bytes);
  const blocks: FlacBlock[] = [];
  let at = start + marker.length;
  for (let last = false; !last; ) {
    if (at + headerSize > bytes.length) throw new BrokenMedia('The metadata of the FLAC file is cut off.');
    if (blocks.length === mostBlocks)
      throw new BrokenMedia(`The FLAC file has more than ${mostBlocks} metadata blocks.`);
    const size = (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const end = at + headerSize + size;
    if (end > bytes.length) throw new BrokenMedia(`The FLAC metadata block at byte ${at} is cut off.`);
    last = (bytes[at]! & lastFlag) !== 0;
    blocks.push({ type: bytes[at]! & ~lastFlag, content: bytes.subarray(at + headerSize, end) });
    at = end;
  }
  if (blocks[0]!.type !== blockType.streamInfo) throw new BrokenMedia('The FLAC file does not begin with STREAMINFO.');
  return { lead: bytes.subarray(0, start), blocks, frames: bytes.subarray(at) };
}

/** The pieces whose concatenation is the file. */
export function flacParts({ lead, blocks, frames }: FlacFile): Uint8Array[] {
  const parts = blocks.flatMap(({ type, content }, place) => {
    if (content.length > largestBlock) throw new BrokenMedia('The comments of the FLAC file have no room for a token.');
    const header = Buffer.alloc(headerSize);
    header.writeUInt32BE(content.length);
    header[0] = type | (place === blocks.length - 1 ? lastFlag : 0);
    return [header, content];
  });
  return [lead, marker, ...parts, frames];
}
