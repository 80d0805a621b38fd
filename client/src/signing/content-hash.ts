// SHA3-256 (FIPS 202) of bytes, and its text form `sha3-256:` + 64 lowercase hex characters. Reads
// large content in pieces. For the hash of a media file without its token and manifest, use
// `@content-provenance/client/node`.
import { sha3_256 } from '@noble/hashes/sha3.js';
import { toHex } from './bytes.ts';
import { nodeCrypto } from './node-crypto.ts';

export type Content = Blob | Uint8Array | string;

/** node:crypto is twenty times faster than plain JavaScript. */
function openHash(): { update(bytes: Uint8Array): unknown; digest(): Uint8Array } {
  return nodeCrypto ? nodeCrypto.createHash('sha3-256') : sha3_256.create();
}

export function sha3Digest(bytes: Uint8Array): Uint8Array {
  const hash = openHash();
  hash.update(bytes);
  return new Uint8Array(hash.digest());
}

export async function hashContent(content: Content): Promise<string> {
  const hash = openHash();
  const blob = content instanceof Blob ? content : new Blob([content as Uint8Array<ArrayBuffer> | string]);
  const reader = blob.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
  return `sha3-256:${toHex(hash.digest())}`;
}
