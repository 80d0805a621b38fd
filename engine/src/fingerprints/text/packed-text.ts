// The form in which a text fingerprint travels: one byte for the version, the hash of the whole
// text, then each pair of words in four bytes, the lowest first. Not keyed: only the service has
// the key.
import { LEAST_WORDS, type TextFingerprint } from './text-fingerprint.ts';
import { MOST_WORDS } from './words.ts';

const VERSION = 1;
const WHOLE_BYTES = 32;
const PAIR_BYTES = 4;
const HEAD_BYTES = 1 + WHOLE_BYTES;
const LEAST_PAIRS = LEAST_WORDS - 1;
const MOST_PAIRS = MOST_WORDS - 1;

/** In bytes. */
export const LARGEST_PACKED_TEXT = HEAD_BYTES + MOST_PAIRS * PAIR_BYTES;

export function packText({ pairs, whole }: TextFingerprint): Uint8Array {
  const packed = new Uint8Array(HEAD_BYTES + pairs.length * PAIR_BYTES);
  packed[0] = VERSION;
  packed.set(whole, 1);
  const view = new DataView(packed.buffer);
  for (const [place, pair] of pairs.entries()) view.setUint32(HEAD_BYTES + place * PAIR_BYTES, pair, true);
  return packed;
}

/** A text: why this is not a fingerprint, as the end of a sentence. */
export function unpackText(packed: Uint8Array): TextFingerprint | string {
  if (packed[0] !== VERSION) return `has version ${packed[0] ?? 'none'}, but only version ${VERSION} exists`;
  if (packed.length < HEAD_BYTES) return `has only ${packed.length} bytes, but its hash alone needs ${HEAD_BYTES}`;
  const size = packed.length - HEAD_BYTES;
  if (size % PAIR_BYTES !== 0) return `ends within a pair of words: ${size} bytes are not a multiple of ${PAIR_BYTES}`;
  const count = size / PAIR_BYTES;
  if (count < LEAST_PAIRS || count > MOST_PAIRS) {
    return `has ${count} pairs of words, but a fingerprint has ${LEAST_PAIRS} to ${MOST_PAIRS}`;
  }
  const view = new DataView(packed.buffer, packed.byteOffset);
  return {
    whole: packed.slice(1, HEAD_BYTES),
    pairs: Uint32Array.from({ length: count }, (_, place) => view.getUint32(HEAD_BYTES + place * PAIR_BYTES, true)),
  };
}
