// The rows that the service stores of synthetic texts (database/texts.ts), made without its
// pipeline. Many texts are keyed at once.
import { createHmac } from 'node:crypto';
import { storedPlaces } from '../../../engine/src/fingerprints/text/index-keys.ts';
import { keyText } from '../../../engine/src/fingerprints/text/keyed-text.ts';
import { spread } from '../../../engine/src/fingerprints/text/words.ts';
import { slotOf } from '../../../service/src/database/tracks.ts';
import { fingerprintOf, type SyntheticTexts, TEXT_WORDS } from './synthetic-texts.ts';

/** The sort key of a shingle has 53 bits: 31 of the hash, 5 of the slot, 17 for its place here. */
export const TEXTS_OF_BATCH = 10_000;
const textsAtOnce = 50;
const pairs = TEXT_WORDS - 1;

export interface TextRow {
  readonly track: number;
  readonly whole: bigint;
  readonly codes: Uint8Array;
}

export interface Batch {
  readonly texts: readonly TextRow[];
  /** In the order of the key: hash, slot, rest, track, and again. */
  readonly shingles: Float64Array;
  /** How many there would be if no slot were taken. */
  readonly keys: number;
}

/** The number of a text is its track. */
export function makeBatch(
  synthetic: SyntheticTexts,
  key: Uint8Array,
  first: number,
  count: number,
  taken: TakenSlots,
): Batch {
  const texts: TextRow[] = [];
  const found: number[] = [];
  let keys = 0;
  for (let start = first; start < first + count; start += textsAtOnce) {
    const some = Array.from({ length: Math.min(textsAtOnce, first + count - start) }, (_, place) =>
      fingerprintOf(synthetic.stored(start + place)),
    );
    const together = new Uint32Array(some.length * pairs);
    for (const [place, text] of some.entries()) together.set(text.pairs, place * pairs);
    const keyed = keyText({ pairs: together, whole: some[0]!.whole }, key);
    for (const [place, text] of some.entries()) {
      const from = place * pairs;
      const whole = createHmac('sha256', key).update(text.whole).digest().readBigInt64LE();
      const owner = Number(BigInt.asUintN(32, whole));
      texts.push({ track: start + place, whole, codes: keyed.codes.slice(from, from + pairs) });
      const shingles = keyed.shingles.subarray(from, from + pairs - 2);
      for (const at of storedPlaces(shingles)) {
        keys += 1;
        const slot = slotOf(shingles[at]!, owner);
        if (taken.take(shingles[at]!, slot)) found.push(shingles[at]!, slot, keyed.rests[from + at]!, start + place);
      }
    }
  }
  return { texts, shingles: sorted(found), keys };
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
