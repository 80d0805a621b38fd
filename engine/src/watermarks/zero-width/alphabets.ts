// Invisible alphabets. Signing writes variation selectors: among the characters without width, only
// they survive normalization, the usual regular expressions against zero-width characters, the
// removal of all format characters and the collapse of white space (docs/measurements.md, Text). It
// uses VS1 to VS8, and never VS15 and VS16, which choose how an emoji is drawn.

export interface Alphabet {
  readonly name: string;
  /** A power of two of them, one code unit each, in the order of their bits. */
  readonly symbols: readonly string[];
}

export const variationSelectors: Alphabet = alphabet('variation selectors', 0xfe00, 8);

/** Reading must always support every alphabet that was ever written. The first is written now. */
export const alphabets: readonly [Alphabet, ...Alphabet[]] = [variationSelectors];

function alphabet(name: string, first: number, count: number): Alphabet {
  return { name, symbols: Array.from({ length: count }, (_, index) => String.fromCharCode(first + index)) };
}

export function bitsPerSymbol({ symbols }: Alphabet): number {
  return Math.log2(symbols.length);
}
