// The chunks of a PNG file (ISO 15948 §5) as pieces that add up to the file: the signature, the
// chunks, and everything after IEND. Runs of IDAT are one piece. A wrong checksum is
// accepted, and `hasRightChecksum` detects it.
import { crc32 } from 'node:zlib';
import { BrokenMedia } from '../../containers/broken-media.ts';

export interface Piece {
  /** Four letters. '' for the signature and for what follows IEND. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
// Length, type and checksum.
const frameSize = 12;
const mostPieces = 20_000;
const pictureData = 0x49444154; // IDAT

export function isPng(bytes: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, signature.length), signature) === 0;
}

export function readChunks(bytes: Uint8Array): Piece[] {
  if (!isPng(bytes)) throw new BrokenMedia('The file does not start like a PNG.');
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const pieces: Piece[] = [{ type: '', bytes: file.subarray(0, signature.length) }];
  for (let at = signature.length; pieces.length < mostPieces; ) {
    const type = file.toString('latin1', at + 4, at + 8);
    let end = endOfChunk(file, at);
    // Compared as numbers, because a hostile file has millions of them.
    while (type === 'IDAT' && end + frameSize <= file.length && file.readUInt32BE(end + 4) === pictureData) {
      end = endOfChunk(file, end);
    }
    pieces.push({ type, bytes: file.subarray(at, end) });
    if (type === 'IEND') return withRequired([...pieces, { type: '', bytes: file.subarray(end) }]);
    at = end;
  }
  throw new BrokenMedia(`The PNG has more than ${mostPieces} chunks.`);
}

function endOfChunk(file: Buffer, at: number): number {
  if (at + frameSize > file.length) throw new BrokenMedia('The PNG ends before its IEND chunk.');
  const end = at + frameSize + file.readUInt32BE(at);
  if (end > file.length) throw new BrokenMedia(`The PNG ends inside the chunk at byte ${at}.`);
  return end;
}

function withRequired(pieces: Piece[]): Piece[] {
  const header = pieces.find(({ type }) => type === 'IHDR');
  if (!header || contentOf(header).length !== 13) throw new BrokenMedia('The PNG has no valid IHDR chunk.');
  if (!pieces.some(({ type }) => type === 'IDAT')) throw new BrokenMedia('The PNG has no image data.');
  return pieces;
}

/** Only for a single chunk. */
export function contentOf({ bytes }: Piece): Uint8Array {
  return bytes.subarray(8, -4);
}

export function makeChunk(type: string, content: Uint8Array): Piece {
  const bytes = Buffer.alloc(content.length + frameSize);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return { type, bytes };
}

export function hasRightChecksum({ bytes }: Piece): boolean {
  const stored = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0);
  return crc32(bytes.subarray(4, -4)) === stored;
}
