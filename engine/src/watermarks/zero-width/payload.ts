// A 64-bit id as a run of invisible characters. An invisible separator precedes the run: a selector
// needs a character before it, or some programs draw a dotted circle in its place (HarfBuzz), and
// after an ideograph or an emoji it could choose another glyph.
import { type Alphabet, alphabets } from './alphabets.ts';

/** U+2063: without width, a letter to the line breaker (UAX 14), neutral in direction. */
export const separator = '\u2063';

export function writePayload(id: string, { code, symbols }: Alphabet = alphabets[0]): string {
  return (
    separator +
    code
      .write(id)
      .map((value) => symbols[value])
      .join('')
  );
}
