// Takes the C2PA manifest store out of a JPEG: the APP11 segments that hold its JUMBF superbox (C2PA 2.2 §A.3.1,
// ISO 19566-5 annex D). A store larger than one segment goes on in others of the same box instance number.
import { isManifestStore } from '../../containers/jumbf/manifest-store.ts';
import { marker, type Piece } from './jpeg-header.ts';

// Common identifier "JP", box instance number (2 bytes), packet sequence number (4 bytes), then the box.
const commonIdentifier = 0x4a50;
const headerSize = 8;

export function removeManifest(pieces: readonly Piece[]): Piece[] {
  const stores = new Set(pieces.filter((piece) => isJumbf(piece) && isStore(piece)).map(boxInstance));
  return pieces.filter((piece) => !isJumbf(piece) || !stores.has(boxInstance(piece)));
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
