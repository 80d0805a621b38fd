// The hash of a file's canonical content (decisions 3.1), without joining its pieces.
import type { MediaFormat } from './formats/media-format.ts';
import { type ContentHash, formatContentHash, sha3Digest } from './signatures/sha3.ts';

export function hashContent(format: MediaFormat, bytes: Uint8Array): ContentHash {
  return formatContentHash(sha3Digest(...format.canonicalParts(bytes)));
}
