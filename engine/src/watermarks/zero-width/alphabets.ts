// Invisible alphabets. Variation selectors are written: of all characters without width they alone
// survive normalisation, the usual regular expressions against zero-width characters, the removal
// of all format characters and the collapse of white space (docs/measurements.md, Text). VS1 to VS8
// are taken; VS15 and VS16, which choose how an emoji is drawn, never are.

export interface Alphabet {
  readonly name: string;
  /** As many as a power of two, one code unit each, in the order of the bits they stand for. */
  readonly symbols: readonly string[];
}

export const variationSelectors: Alphabet = alphabet('variation selectors', 0xfe00, 8);

/** Whatever was ever written is read for ever; the first is written now. */
export const alphabets: readonly [Alphabet, ...Alphabet[]] = [variationSelectors];

function alphabet(name: string, first: number, count: number): Alphabet {
  return { name, symbols: Array.from({ length: count }, (_, index) => String.fromCharCode(first + index)) };
}

export function bitsPerSymbol({ symbols }: Alphabet): number {
  return Math.log2(symbols.length);
}
