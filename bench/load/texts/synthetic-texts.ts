// Texts of 300 words for a database of millions: phrases of real texts, the more popular the lower
// their rank (Zipf 1949). A phrase beyond the real ones is a real one in other words. So words
// repeat within a text, and phrases among texts, as in real ones. The cost of a search depends on
// that. A text is made from its number, so that it can be made again. Half of them have a license.
import type { TextFingerprint } from '../../../engine/src/fingerprints/text/text-fingerprint.ts';
import { splitWords, spread } from '../../../engine/src/fingerprints/text/words.ts';

export const TEXT_WORDS = 300;
const [SHORTEST_PHRASE, LONGEST_PHRASE] = [4, 16];
const LICENSE_WORDS = 200;
/** Fitted to how many shingles of 2,500 manuals are in other ones (docs/measurements.md). */
export const PHRASES = Math.exp(26);

export class SyntheticTexts {
  /** The words of all real texts, one after another. */
  readonly #words: Uint32Array;
  readonly #licenses: readonly Uint32Array[];
  readonly #seed: number;

  constructor(texts: readonly string[], licenses: readonly string[], seed: number) {
    this.#licenses = licenses.map((text) => splitWords(text).hashes).filter(({ length }) => length >= TEXT_WORDS);
    const words = [...texts.map((text) => splitWords(text).hashes), ...this.#licenses];
    this.#words = new Uint32Array(words.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const each of words) {
      this.#words.set(each, at);
      at += each.length;
    }
    this.#seed = seed;
  }

  /** A text that is stored. */
  stored(number: number): Uint32Array {
    const words = this.make(number);
    if (number % 2 === 0) words.set(this.license(spread(number)).subarray(0, LICENSE_WORDS), 50);
    return words;
  }

  license(number: number): Uint32Array {
    return this.#licenses[number % this.#licenses.length]!;
  }

  /** phrases: how many there are. Fewer make a text of common phrases. */
  make(number: number, count = TEXT_WORDS, phrases = PHRASES): Uint32Array {
    const random = new Numbers(number, this.#seed);
    const words = new Uint32Array(count);
    for (let at = 0; at < count; ) at = this.#write(words, at, random.rank(phrases));
    return words;
  }

  /** The first ranks have phrases of real texts, further ones have the same in other words. */
  phrase(rank: number): Uint32Array {
    const words = new Uint32Array(LONGEST_PHRASE);
    return words.subarray(0, this.#write(words, 0, rank));
  }

  /** Returns where the phrase ends. */
  #write(words: Uint32Array, from: number, rank: number): number {
    const real = this.#words;
    const variant = Math.floor(rank / real.length);
    const salt = variant === 0 ? 0 : spread(Math.imul(Math.floor(variant / 2 ** 32), 0x85ebca6b) ^ variant);
    const length = SHORTEST_PHRASE + (spread(rank) % (LONGEST_PHRASE - SHORTEST_PHRASE + 1));
    const end = Math.min(words.length, from + length);
    let place = (Math.imul(rank, 0x9e3779b1) >>> 0) % (real.length - LONGEST_PHRASE);
    for (let at = from; at < end; at += 1, place += 1) words[at] = real[place]! ^ salt;
    return end;
  }
}

/** As readText does for words with spaces. */
export function fingerprintOf(words: Uint32Array): TextFingerprint {
  const pairs = new Uint32Array(words.length - 1);
  let whole = words.length;
  for (let place = 0; place < pairs.length; place += 1) {
    pairs[place] = (spread(Math.imul(words[place]!, 0x9e3779b1) ^ words[place + 1]!) & ~1) >>> 0;
    // Made up, but equal for equal texts.
    whole = (whole * 31 + pairs[place]!) % 2 ** 48;
  }
  const bytes = Buffer.alloc(32);
  bytes.writeUIntBE(whole, 0, 6);
  return { pairs, whole: bytes };
}

/** SFC32 (Doty-Humphrey): 128 bits of state, so that no two texts share a part of their stream. */
export class Numbers {
  #first: number;
  #second: number;
  #third: number;
  #counter = 1;

  constructor(number: number, seed: number) {
    this.#first = number | 0;
    this.#second = Math.floor(number / 2 ** 32) | 0;
    this.#third = seed | 0;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** From 0 to below 1, in 53 bits. */
  fraction(): number {
    return ((this.next() >>> 5) * 2 ** 26 + (this.next() >>> 6)) / 2 ** 53;
  }

  /** Chooses a phrase: twice the rank has half the chance. */
  rank(phrases: number): number {
    return Math.floor(Math.exp(this.fraction() * Math.log(phrases)));
  }

  /** 32 bits. */
  next(): number {
    const next = (this.#first + this.#second + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#first = this.#second ^ (this.#second >>> 9);
    this.#second = (this.#third + (this.#third << 3)) | 0;
    this.#third = (((this.#third << 21) | (this.#third >>> 11)) + next) | 0;
    return next >>> 0;
  }
}
