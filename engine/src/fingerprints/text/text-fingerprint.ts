// What is remembered of a text: a hash of each pair of neighboring words, and a hash of the whole
// visible text. Anyone can compute it. The service stores it only under its key (keyed-text.ts), so
// that its tables do not reveal texts.
import { sha3Digest } from '../../signatures/sha3.ts';
import { splitWords, spread, type Words } from './words.ts';

export interface TextFingerprint {
  /**
   * One for each pair of neighboring words, in order. The last bit says whether the first word is a
   * character of a script without spaces.
   */
  readonly pairs: Uint32Array;
  /** SHA3-256: equal for texts that look the same, apart from white space. */
  readonly whole: Uint8Array;
}

/** A fingerprint, and where its words are in the text. */
export interface ReadText extends TextFingerprint {
  readonly text: string;
  readonly words: Words;
}

/** Ordinary words. A character of a script without spaces counts as half a word. */
export const LEAST_WORDS = 20;

/** Null: the text is too short to differ clearly from others. */
export function readText(text: string): ReadText | null {
  const words = splitWords(text);
  if (weightOf(words) < LEAST_WORDS) return null;
  const pairs = new Uint32Array(words.count - 1);
  for (let place = 0; place < pairs.length; place += 1) {
    const pair = spread(Math.imul(words.hashes[place]!, 0x9e3779b1) ^ words.hashes[place + 1]!);
    pairs[place] = ((pair & ~1) | words.spaceless[place]!) >>> 0;
  }
  return { text, words, pairs, whole: hashWhole(text) };
}

function weightOf({ count, spaceless }: Words): number {
  return count - spaceless.reduce((sum, each) => sum + each, 0) / 2;
}

// Characters that have no effect on what a reader sees. All others count, such as those that turn
// the direction of text, join emoji or show a blank.
const unseen =
  /(?:\u034f|[\u180b-\u180d]|\u180f|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]|[\u00ad\u200b\u2060-\u2064\ufeff])+/gu;

// Everything except single spaces, of which a text has most.
const whiteSpace = /[^\S ]\s*| \s+/g;

function hashWhole(text: string): Uint8Array {
  const visible = text.replace(unseen, '').normalize('NFC').replace(whiteSpace, ' ').trim();
  return sha3Digest(Buffer.from(visible));
}
