// The token in a JPEG: in the XMP packet of an APP1 segment (ISO 16684-3 §4.2), merged into the
// existing packet or in a new segment. Extended XMP (its segments have another signature) is never
// touched.
import { createPacket, readCreatedPacket } from '../../containers/xmp/created-packet.ts';
import { mergeToken, readForeignPacket } from '../../containers/xmp/foreign-packet.ts';
import { fillOf, makeSegment, marker, type Piece } from './jpeg-header.ts';

const xmpSignature = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');
const exifSignature = Buffer.from('Exif\0', 'latin1');
const multiPictureSignature = Buffer.from('MPF\0', 'latin1');

export function findToken(pieces: readonly Piece[]): string | null {
  for (const piece of pieces.filter(isXmp)) {
    const token = createdToken(piece) ?? readForeignPacket(packetOf(piece)).token;
    if (token !== null) return token;
  }
  return null;
}

export function removeToken(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    if (!isXmp(piece)) return [piece];
    if (createdToken(piece) !== null) return [];
    const { token, rest } = readForeignPacket(packetOf(piece));
    return token === null ? [piece] : [withPacket(piece, rest)!];
  });
}

/** pieces: without a token of ours. */
export function addToken(pieces: readonly Piece[], token: string): Piece[] {
  for (const [place, piece] of beforePictures(pieces).entries()) {
    const packet = isXmp(piece) ? mergeToken(packetOf(piece), token) : null;
    const segment = packet && withPacket(piece, packet);
    if (segment) return pieces.with(place, segment);
  }
  const segment = makeSegment(marker.APP1, Buffer.concat([xmpSignature, createPacket({ token, added: 'XMP' })]))!;
  return pieces.toSpliced(placeForSegment(pieces), 0, segment);
}

/** Where to add a segment: after JFIF and Exif, because both require the first place. */
export function placeForSegment(pieces: readonly Piece[]): number {
  const candidates = beforePictures(pieces);
  const exif = candidates.findLastIndex((piece) => startsWith(piece, marker.APP1, exifSignature));
  if (exif >= 0) return exif + 1;
  const firstOther = candidates.findIndex((piece, place) => place > 0 && piece.marker !== marker.APP0);
  return firstOther < 0 ? candidates.length : firstOther;
}

// Offsets to further pictures count from within the MPF segment (CIPA DC-007 §5.2.3.3), so anything
// that grows must be before it.
function beforePictures(pieces: readonly Piece[]): readonly Piece[] {
  const multiPicture = pieces.findIndex((piece) => startsWith(piece, marker.APP2, multiPictureSignature));
  return multiPicture < 0 ? pieces : pieces.slice(0, multiPicture);
}

// Our own segments have no fill bytes. If there are some, the segment stays and only the property
// is ours.
function createdToken(piece: Piece): string | null {
  return fillOf(piece).length > 0 ? null : (readCreatedPacket(packetOf(piece))?.token ?? null);
}

function isXmp(piece: Piece): boolean {
  return startsWith(piece, marker.APP1, xmpSignature);
}

function startsWith({ marker: code, content }: Piece, wanted: number, signature: Uint8Array): boolean {
  return code === wanted && Buffer.compare(content.subarray(0, signature.length), signature) === 0;
}

function packetOf({ content }: Piece): Uint8Array {
  return content.subarray(xmpSignature.length);
}

function withPacket(piece: Piece, packet: Uint8Array): Piece | null {
  return makeSegment(piece.marker, Buffer.concat([xmpSignature, packet]), fillOf(piece));
}
