// Invisible alphabets. Signing writes 128 of the selectors in the Variation Selectors Supplement,
// seven bits each: among the characters without width, only variation selectors survive
// normalization, the usual regular expressions against zero-width characters, the removal of all
// format characters and the collapse of white space (docs/measurements.md, Text). Earlier texts
// carry VS1 to VS8. Neither uses VS15 and VS16, which choose how an emoji is drawn.
import { bitCode } from './bit-code.ts';
import { shortCode } from './short-code.ts';
import type { SymbolCode } from './symbol-code.ts';

export interface Alphabet {
  readonly name: string;
  /** A power of two of them, one character each, in the order of their values. */
  readonly symbols: readonly string[];
  readonly code: SymbolCode;
}

export const supplementarySelectors: Alphabet = {
  name: 'supplementary selectors',
  symbols: charactersFrom(0xe0100, 128),
  code: shortCode,
};

export const variationSelectors = bitAlphabet('variation selectors', charactersFrom(0xfe00, 8));

/** Reading must always support every alphabet that was ever written. The first is written now. */
export const alphabets: readonly [Alphabet, ...Alphabet[]] = [supplementarySelectors, variationSelectors];

export function bitAlphabet(name: string, symbols: readonly string[]): Alphabet {
  return { name, symbols, code: bitCode(Math.log2(symbols.length)) };
}

function charactersFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index));
}
