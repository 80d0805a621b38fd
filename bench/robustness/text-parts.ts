// Excerpts of a text, and texts made from two.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { isUnspaced, wordsOf } from './text-words.ts';

/**
 * So many words in a row, from a random place. In languages without spaces, a word is two
 * characters. The whole text if it is shorter.
 */
export function excerptOf(text: string, language: string, words: number, random: Random): string {
  const unspaced = isUnspaced(language);
  const units = unspaced
    ? Array.from(text.matchAll(/[\p{L}\p{N}]/gu), ({ 0: letter, index }) => ({
        start: index,
        end: index + letter.length,
      }))
    : wordsOf(text, language);
  const count = Math.min(unspaced ? 2 * words : words, units.length);
  const first = random.below(units.length - count + 1);
  return text.slice(units[first]!.start, units[first + count - 1]!.end);
}

export interface Merge {
  readonly name: string;
  readonly apply: (first: string, second: string, random: Random) => string;
}

export const merges: readonly Merge[] = [
  { name: 'one after the other', apply: (first, second) => `${first}\n\n${second}` },
  { name: 'paragraphs in turns', apply: (first, second) => alternate(first.split('\n\n'), second.split('\n\n')) },
  {
    name: 'one quoted in the other',
    apply: (first, second, random) => {
      const paragraphs = first.split('\n\n');
      return paragraphs.toSpliced(random.below(paragraphs.length + 1), 0, ...second.split('\n\n')).join('\n\n');
    },
  },
];

function alternate(first: readonly string[], second: readonly string[]): string {
  const count = Math.max(first.length, second.length);
  return Array.from({ length: count }, (_, i) => [first[i], second[i]])
    .flat()
    .filter((paragraph) => paragraph !== undefined)
    .join('\n\n');
}
