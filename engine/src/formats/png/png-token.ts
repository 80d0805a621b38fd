// The token in a PNG: in the XMP packet of an iTXt chunk (ISO 16684-3 §4.4), merged into the
// existing packet or in a new chunk before the picture. A compressed packet, or one with a wrong
// checksum, could not be restored bit by bit, so it is read and left as it is.
import { inflateSync } from 'node:zlib';
import { createPacket, readCreatedPacket } from '../../containers/xmp/created-packet.ts';
import { type ForeignPacket, mergeToken, readForeignPacket } from '../../containers/xmp/foreign-packet.ts';
import { contentOf, hasRightChecksum, makeChunk, type Piece } from './png-chunks.ts';

// Keyword, NUL, compression flag, compression method, language tag, NUL, translated keyword, NUL
// (ISO 15948 §11.3.3.4).
const keyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1');
const plainHead = Buffer.concat([keyword, Buffer.from([0, 0, 0, 0])]);
const largestInflated = 4 * 1024 * 1024;

interface Packet extends ForeignPacket {
  /** The bytes of the chunk before the packet. */
  readonly head: Uint8Array;
  readonly created: boolean;
}

export function findToken(pieces: readonly Piece[]): string | null {
  for (const piece of pieces.filter(isXmp)) {
    const token = readPlain(piece)?.token ?? readCompressed(piece);
    if (token !== null) return token;
  }
  return null;
}

export function removeToken(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    const packet = isXmp(piece) ? readPlain(piece) : null;
    if (!packet || packet.token === null) return [piece];
    return packet.created ? [] : [makeChunk(piece.type, Buffer.concat([packet.head, packet.rest]))];
  });
}

/** pieces: without a token of ours. */
export function addToken(pieces: readonly Piece[], token: string): Piece[] {
  for (const [place, piece] of pieces.entries()) {
    const packet = isXmp(piece) ? readPlain(piece) : null;
    const merged = packet && mergeToken(packet.rest, token);
    if (merged) return pieces.with(place, makeChunk(piece.type, Buffer.concat([packet.head, merged])));
  }
  // A reader that stops at the picture has then seen it, and our packet precedes any other.
  const place = pieces.findIndex((piece) => piece.type === 'IDAT' || isXmp(piece));
  const content = Buffer.concat([plainHead, createPacket({ token, added: 'XMP' })]);
  return pieces.toSpliced(place, 0, makeChunk('iTXt', content));
}

function isXmp(piece: Piece): boolean {
  return piece.type === 'iTXt' && Buffer.compare(contentOf(piece).subarray(0, keyword.length), keyword) === 0;
}

// Null for a packet that is compressed or whose chunk could not be restored exactly.
function readPlain(piece: Piece): Packet | null {
  const content = contentOf(piece);
  const start = startOfText(content);
  if (start === null || content[keyword.length] !== 0 || !hasRightChecksum(piece)) return null;
  const head = content.subarray(0, start);
  const packet = content.subarray(start);
  const created = Buffer.compare(head, plainHead) === 0 ? readCreatedPacket(packet) : null;
  return created
    ? { token: created.token, rest: packet, head, created: true }
    : { ...readForeignPacket(packet), head, created: false };
}

function readCompressed(piece: Piece): string | null {
  const content = contentOf(piece);
  const start = startOfText(content);
  if (start === null || content[keyword.length] !== 1) return null;
  try {
    return readForeignPacket(inflateSync(content.subarray(start), { maxOutputLength: largestInflated })).token;
  } catch {
    return null;
  }
}

function startOfText(content: Uint8Array): number | null {
  const language = content.indexOf(0, keyword.length + 2);
  const translated = language < 0 ? -1 : content.indexOf(0, language + 1);
  return translated < 0 ? null : translated + 1;
}
