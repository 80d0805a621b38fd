// The rows that the service stores of texts (database/texts.ts), made without its pipeline. One
// text in 100 is made of words, so that it can be found. The others have made-up rows: random bytes
// as codes, and keys that are about as common in other texts.
import { randomFillSync } from 'node:crypto';
import { storedPlaces } from '../../../engine/src/fingerprints/text/index-keys.ts';
import { keyText } from '../../../engine/src/fingerprints/text/keyed-text.ts';
import { spread } from '../../../engine/src/fingerprints/text/words.ts';
import { slotOf } from '../../../service/src/database/tracks.ts';
import { fingerprintOf, Numbers, PHRASES, type SyntheticTexts, TEXT_WORDS } from './synthetic-texts.ts';

/** The sort key of a shingle has 53 bits: 31 of the hash, 5 of the slot, 17 for its place here. */
export const TEXTS_OF_BATCH = 10_000;
/** A text of words has a track that is a multiple of this. Its number is the multiple. */
export const TEXTS_PER_REAL = 100;
export const KEYS_OF_TEXT = 10;
const codesOfText = TEXT_WORDS - 1;
/** Phrases beyond are hardly ever in two texts. */
const sharedPhrases = 2 ** 20;
const phrasesAtOnce = 256;
const mostPairs = 16;
const smallestIsKey = 0.8;
/** The keys that lie within a phrase: the others span two. */
const keysInPhrases = 0.7;

export interface TextRow {
  readonly track: number;
  readonly whole: bigint;
  readonly codes: Uint8Array;
}

export interface Batch {
  readonly texts: readonly TextRow[];
  /** In the order of the key: hash, slot, rest, track, and again. */
  readonly shingles: Float64Array;
}

interface Key {
  readonly hash: number;
  readonly rest: number;
}

export class KeyedRows {
  readonly #synthetic: SyntheticTexts;
  readonly #key: Uint8Array;
  readonly #phrases: PhraseKeys;
  readonly #taken: TakenSlots;
  readonly #bytes = randomFillSync(new Uint8Array(2 ** 20));

  /** most: texts in all. */
  constructor(synthetic: SyntheticTexts, key: Uint8Array, most: number) {
    this.#synthetic = synthetic;
    this.#key = key;
    this.#phrases = new PhraseKeys(synthetic, key);
    this.#taken = new TakenSlots(most * (KEYS_OF_TEXT + 1));
  }

  make(first: number, count: number): Batch {
    const random = new Numbers(first, 0);
    const texts: TextRow[] = [];
    const rows: number[] = [];
    for (let track = first; track < first + count; track += 1) {
      const { keys, ...text } = track % TEXTS_PER_REAL === 0 ? this.#ofWords(track) : this.#madeUp(random);
      texts.push({ track, ...text });
      const owner = Number(BigInt.asUintN(32, text.whole));
      for (const { hash, rest } of keys) {
        const slot = slotOf(hash, owner);
        if (this.#taken.take(hash, slot)) rows.push(hash, slot, rest, track);
      }
    }
    return { texts, shingles: sorted(rows) };
  }

  #ofWords(track: number) {
    const { codes, shingles, rests, whole } = keyText(
      fingerprintOf(this.#synthetic.stored(track / TEXTS_PER_REAL)),
      this.#key,
    );
    const keys = storedPlaces(shingles).map((place) => ({ hash: shingles[place]!, rest: rests[place]! }));
    return { codes, whole, keys };
  }

  #madeUp(random: Numbers) {
    const start = random.next() % (this.#bytes.length - codesOfText);
    const keys = Array.from({ length: KEYS_OF_TEXT }, () => {
      const rank = random.rank(PHRASES);
      const isShared = rank < sharedPhrases && random.fraction() < keysInPhrases;
      const shared = isShared ? this.#phrases.keyOf(rank, random) : undefined;
      return shared ?? { hash: random.next() >>> 1, rest: random.next() >> 16 };
    });
    return {
      codes: this.#bytes.subarray(start, start + codesOfText),
      whole: BigInt.asIntN(64, (BigInt(random.next()) << 32n) | BigInt(random.next())),
      keys,
    };
  }
}

/** The shingles within each of the frequent phrases. */
class PhraseKeys {
  readonly #ends = new Uint32Array(sharedPhrases);
  readonly #hashes: Uint32Array;
  readonly #rests: Int16Array;

  constructor(synthetic: SyntheticTexts, key: Uint8Array) {
    const hashes: number[][] = [];
    const rests: number[][] = [];
    for (let first = 1; first < sharedPhrases; first += phrasesAtOnce) {
      const count = Math.min(phrasesAtOnce, sharedPhrases - first);
      const phrases = Array.from({ length: count }, (_, place) => fingerprintOf(synthetic.phrase(first + place)));
      const together = new Uint32Array(count * mostPairs);
      for (const [place, { pairs }] of phrases.entries()) together.set(pairs, place * mostPairs);
      const keyed = keyText({ pairs: together, whole: phrases[0]!.whole }, key);
      for (const [place, { pairs }] of phrases.entries()) {
        const [start, shingles] = [place * mostPairs, pairs.length - 2];
        this.#ends[first + place] = this.#ends[first + place - 1]! + Math.max(0, shingles);
        hashes.push([...keyed.shingles.subarray(start, start + shingles)]);
        rests.push([...keyed.rests.subarray(start, start + shingles)]);
      }
    }
    this.#hashes = Uint32Array.from(hashes.flat());
    this.#rests = Int16Array.from(rests.flat());
  }

  /** Mostly the smallest one, as winnowing does. */
  keyOf(rank: number, random: Numbers): Key | undefined {
    const start = this.#ends[rank - 1]!;
    const count = this.#ends[rank]! - start;
    if (count === 0) return undefined;
    let place = start;
    for (let at = start; at < start + count; at += 1) {
      if (this.#hashes[at]! < this.#hashes[place]! && random.fraction() < smallestIsKey) place = at;
    }
    return { hash: this.#hashes[place]!, rest: this.#rests[place]! };
  }
}

function sorted(rows: readonly number[]): Float64Array {
  const order = Float64Array.from(
    { length: rows.length / 4 },
    (_, place) => (rows[place * 4]! * 32 + rows[place * 4 + 1]!) * 2 ** 17 + place,
  ).sort();
  const result = new Float64Array(rows.length);
  for (let to = 0; to < order.length; to += 1) {
    const from = (order[to]! % 2 ** 17) * 4;
    for (let column = 0; column < 4; column += 1) result[to * 4 + column] = rows[from + column]!;
  }
  return result;
}

/** The slots that have a row, as 32 bits each: one of some billion is taken for another. */
export class TakenSlots {
  readonly #marks: Uint32Array;

  /** most: how many there can be. */
  constructor(most: number) {
    this.#marks = new Uint32Array(2 ** Math.ceil(Math.log2(most * 1.4)));
  }

  /** Whether the slot was free. */
  take(hash: number, slot: number): boolean {
    const marks = this.#marks;
    const first = spread(Math.imul(hash, 33) + slot);
    const mark = spread(first ^ hash) || 1;
    for (let at = first % marks.length; ; at = (at + 1) % marks.length) {
      if (marks[at] === mark) return false;
      if (marks[at] !== 0) continue;
      marks[at] = mark;
      return true;
    }
  }
}
