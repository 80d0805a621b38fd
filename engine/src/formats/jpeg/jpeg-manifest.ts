// The C2PA manifest store of a JPEG: a JUMBF superbox in APP11 segments (C2PA 2.2 §A.3.1, ISO
// 19566-5 annex D). A store larger than one segment continues in others with the same box instance
// number. Each repeats the header of the box.
import { UnsupportedMedia } from '../../containers/broken-media.ts';
import { isManifestStore } from '../../containers/jumbf/manifest-store.ts';
import type { ManifestPlace } from '../media-format.ts';
import { makeSegment, marker, type Piece, readHeader } from './jpeg-header.ts';
import { placeForSegment } from './jpeg-token.ts';

// Common identifier "JP", box instance number (2 bytes), packet sequence number (4 bytes), then the
// box.
const commonIdentifier = 0x4a50;
const headerSize = 8;
const boxHeaderSize = 8;
/**
 * Any number that no other box of the file has. This is the number of c2pa-rs, which readers know.
 */
const instanceOfOurs = 0x0211;
const mostInSegment = 64_000;

export function wrapManifest(store: Uint8Array): Uint8Array {
  const count = Math.ceil(store.length / mostInSegment);
  const segments = Array.from({ length: count }, (_, place) => {
    const header = Buffer.alloc(headerSize);
    header.writeUInt16BE(commonIdentifier);
    header.writeUInt16BE(instanceOfOurs, 2);
    header.writeUInt32BE(place + 1, 4);
    const part = store.subarray(place * mostInSegment, (place + 1) * mostInSegment);
    const repeated = place === 0 ? [] : [store.subarray(0, boxHeaderSize)];
    return makeSegment(marker.APP11, Buffer.concat([header, ...repeated, part]))!.bytes;
  });
  return Buffer.concat(segments);
}

export function findManifest(bytes: Uint8Array): ManifestPlace {
  const pieces = readHeader(bytes);
  const stores = storeInstances(pieces);
  const parts = pieces.filter((piece) => isPartOf(piece, stores));
  if (pieces.some((piece) => isJumbf(piece) && !isPartOf(piece, stores) && boxInstance(piece) === instanceOfOurs)) {
    throw new UnsupportedMedia('The JPEG has another JUMBF box with the number of its manifest.');
  }
  const place = parts[0] ? pieces.indexOf(parts[0]) : placeForSegment(pieces);
  const before = pieces.slice(0, place);
  const after = pieces.slice(place).filter((piece) => !isPartOf(piece, stores));
  const store = parts[0] ? joinParts(parts) : null;
  return {
    before: before.map((piece) => piece.bytes),
    after: after.map((piece) => piece.bytes),
    store,
    wellPlaced: store !== null && isWrapped(pieces.slice(place, place + parts.length), store),
  };
}

function joinParts(parts: readonly Piece[]): Buffer {
  return Buffer.concat(
    parts.map(({ content }, place) => content.subarray(place === 0 ? headerSize : headerSize + boxHeaderSize)),
  );
}

function isWrapped(parts: readonly Piece[], store: Uint8Array): boolean {
  return Buffer.concat(parts.map((piece) => piece.bytes)).equals(wrapManifest(store));
}

function storeInstances(pieces: readonly Piece[]): ReadonlySet<number> {
  return new Set(pieces.filter((piece) => isJumbf(piece) && isStore(piece)).map(boxInstance));
}

function isPartOf(piece: Piece, stores: ReadonlySet<number>): boolean {
  return isJumbf(piece) && stores.has(boxInstance(piece));
}

function isJumbf({ marker: code, content }: Piece): boolean {
  return code === marker.APP11 && content.length >= headerSize && wordAt(content, 0) === commonIdentifier;
}

function isStore({ content }: Piece): boolean {
  return isManifestStore(content.subarray(headerSize));
}

function boxInstance({ content }: Piece): number {
  return wordAt(content, 2);
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!;
}
