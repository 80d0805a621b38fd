// The canonical content of a file: what its record's hash covers. It is the file without our token
// container. The container counts as ours only if writing it again gives the same file, byte for
// byte. Everything else is content: a token in another place or spelling, a second token, and every
// C2PA manifest store.
import { absentIfRefused } from './containers/broken-media.ts';
import { detectFormat } from './formats/all-formats.ts';
import type { MediaFormat } from './formats/media-format.ts';
import { type ContentHash, formatContentHash, sha3Digest } from './signatures/sha3.ts';

export interface CanonicalContent {
  readonly bytes: Uint8Array;
  /** The token that the container carries. Null if the file is its own canonical content. */
  readonly token: string | null;
}

export function readCanonicalContent(file: Uint8Array): CanonicalContent {
  const format = detectFormat(file);
  try {
    return (format && takeOutContainer(format, file)) ?? { bytes: file, token: null };
  } catch (error) {
    return absentIfRefused(error) ?? { bytes: file, token: null };
  }
}

// The content must have the same format on its own. A container around bytes of another format
// would show them as something else, such as a page made of a signed picture.
function takeOutContainer(format: MediaFormat, file: Uint8Array): CanonicalContent | null {
  const token = format.readToken(file);
  if (token === null) return null;
  const bytes = Buffer.concat(format.removeToken(file));
  const isExact = detectFormat(bytes) === format && equalParts(format.writeToken(bytes, token), file);
  return isExact ? { bytes, token } : null;
}

/**
 * Whether verification would read this content and this token from the file that writeToken has
 * just made.
 */
export function isReadBack(format: MediaFormat, file: Uint8Array, content: Uint8Array, token: string): boolean {
  const carried = format.container === false ? null : token;
  return (
    detectFormat(file) === format &&
    detectFormat(content) === format &&
    format.readToken(file) === carried &&
    equalParts(format.removeToken(file), content)
  );
}

function equalParts(parts: readonly Uint8Array[], whole: Uint8Array): boolean {
  let at = 0;
  for (const part of parts) {
    if (Buffer.compare(part, whole.subarray(at, at + part.length)) !== 0) return false;
    at += part.length;
  }
  return at === whole.length;
}

/** A file ready to be signed: without any token of ours, in any spelling. */
export function withoutTokens(format: MediaFormat, file: Uint8Array): Uint8Array {
  return format.readToken(file) === null ? file : Buffer.concat(format.removeToken(file));
}

export function hashOf(bytes: Uint8Array): ContentHash {
  return formatContentHash(sha3Digest(bytes));
}

/** The hash that a record of this file has. */
export function contentHashOf(file: Uint8Array): ContentHash {
  return hashOf(readCanonicalContent(file).bytes);
}
