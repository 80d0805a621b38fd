// A protected id among pilots: 256 symbols, of which 56 are known and 200 carry the code. A reading
// is accepted if the check of its message is valid and all 256 symbols correlate with the soft ones
// by at least the limit of the mark.
//
// Why that is safe. Because of the chips, the soft symbols of content without a mark have no
// preferred direction in n = 256 dimensions. A given pattern is within correlation c of them with
// probability P(c) < (1−c²)^((n−1)/2) / (c·√(2πn)), the area of a spherical cap. There are 2^64
// patterns, one for each id, because check and code bits follow from the id. With h hypotheses of
// the search, the chance of a false accept is below 2^64 · h · P(c) per file. This counts every
// message, even if the decoder would not list it. Among those listed, only 32 × 2^-16 pass the
// check by chance, a further 2^-11 that the bound does not use.
import { type RandomWords, randomOrder, randomSign } from './pattern-random.ts';
import { ID_BITS, PROTECTED_BITS, protectId, recoverId } from './protected-id.ts';

export const SYMBOLS = 256;

export interface SymbolLayout {
  readonly codePlaces: Uint16Array;
  /** ±1 for pilots, 0 for symbols that carry code. */
  readonly pilots: Float32Array;
}

export interface FoundMark {
  /** 16 lowercase hex digits. */
  id: string;
  /** Correlation of the soft symbols with those of the id, at most 1. */
  strength: number;
}

export function layOutSymbols(random: RandomWords): SymbolLayout {
  const places = randomOrder(random, SYMBOLS);
  const pilots = new Float32Array(SYMBOLS);
  for (const place of places.slice(PROTECTED_BITS)) pilots[place] = randomSign(random);
  return { codePlaces: Uint16Array.from(places.slice(0, PROTECTED_BITS)), pilots };
}

/** The signs of the symbols that carry `id`: +1 for code bit 0. */
export function signsOf({ codePlaces, pilots }: SymbolLayout, id: string): Float32Array {
  const signs = pilots.slice();
  const code = protectId(id);
  for (let i = 0; i < codePlaces.length; i++) signs[codePlaces[i]!] = code[i] ? -1 : 1;
  return signs;
}

export function readSymbols(layout: SymbolLayout, soft: Float32Array, leastCorrelation: number): FoundMark | null {
  const id = recoverId(Float32Array.from(layout.codePlaces, (place) => soft[place]!));
  if (id === null) return null;
  const strength = correlation(soft, signsOf(layout, id));
  return strength >= leastCorrelation ? { id, strength } : null;
}

/** The bound above. */
export function chanceOfFalseAccept(leastCorrelation: number, hypotheses: number): number {
  const n = SYMBOLS;
  const cap = (1 - leastCorrelation ** 2) ** ((n - 1) / 2) / (leastCorrelation * Math.sqrt(2 * Math.PI * n));
  return 2 ** ID_BITS * hypotheses * cap;
}

function correlation(soft: Float32Array, signs: Float32Array): number {
  let product = 0;
  let squares = 0;
  for (let i = 0; i < soft.length; i++) {
    product += soft[i]! * signs[i]!;
    squares += soft[i]! ** 2;
  }
  return squares > 0 ? product / Math.sqrt(squares * soft.length) : 0;
}
