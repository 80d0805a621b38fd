// The trailer that carries the token: a Void element (RFC 8794 §11.3.2), which every reader skips
// anywhere, of one form and size at the very end of the file.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { idOf } from '../../containers/ebml/elements.ts';
import type { Reading } from '../../containers/reading.ts';
import { isToken } from '../../containers/xmp/token-namespace.ts';

const sentinel = 'content-provenance:v1:';
const tokenLength = 51;
const headerSize = 2;
const trailerSize = headerSize + sentinel.length + tokenLength;
// A file has one. More of them are somebody's experiment.
const mostTrailers = 64;

export function makeTrailer(token: string): Buffer {
  const content = Buffer.from(sentinel + token, 'latin1');
  return Buffer.concat([Buffer.from([idOf.void, 0x80 | content.length]), content]);
}

export function* readTrailer(size: number): Reading<string | null> {
  if (size < trailerSize) return null;
  const bytes = yield { at: size - trailerSize, length: trailerSize };
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, trailerSize);
  const token = end.toString('latin1', trailerSize - tokenLength);
  return isToken(token) && makeTrailer(token).equals(end) ? token : null;
}

/** The size of the file without them. */
export function* withoutTrailers(size: number): Reading<number> {
  let rest = size;
  for (let trailers = 0; (yield* readTrailer(rest)) !== null; trailers += 1) {
    if (trailers === mostTrailers) throw new BrokenMedia(`The video contains more than ${mostTrailers} tokens.`);
    rest -= trailerSize;
  }
  return rest;
}
