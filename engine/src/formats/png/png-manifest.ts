// The C2PA manifest store of a PNG: the content of its caBX chunk (C2PA 2.2 §A.3.2), directly after
// IHDR.
import type { ManifestPlace } from '../media-format.ts';
import { contentOf, hasRightChecksum, makeChunk, readChunks } from './png-chunks.ts';

const manifestType = 'caBX';

export function wrapManifest(store: Uint8Array): Uint8Array {
  return makeChunk(manifestType, store).bytes;
}

export function findManifest(bytes: Uint8Array): ManifestPlace {
  const pieces = readChunks(bytes);
  const chunks = pieces.filter(({ type }) => type === manifestType);
  const place = chunks[0] ? pieces.indexOf(chunks[0]) : pieces.findIndex(({ type }) => type === 'IHDR') + 1;
  return {
    before: pieces.slice(0, place).map((piece) => piece.bytes),
    after: pieces
      .slice(place)
      .filter(({ type }) => type !== manifestType)
      .map((piece) => piece.bytes),
    store: chunks[0] ? contentOf(chunks[0]) : null,
    wellPlaced: chunks.length === 1 && hasRightChecksum(chunks[0]!),
  };
}
