// Texts for tests of the search: words of a made-up language, the same in every run.
import { createHash } from 'node:crypto';

const syllables = ['ba', 'de', 'fi', 'go', 'hu', 'ka', 'le', 'mi', 'no', 'ru', 'sa', 'te', 'vi', 'zo', 'pra', 'sto'];

/** A stream of numbers below 2 ** 32 for each seed. */
function* numbersOf(seed: string): Generator<number> {
  for (let block = 0; ; block += 1) {
    const bytes = createHash('sha256').update(`${seed} ${block}`).digest();
    for (let at = 0; at < bytes.length; at += 4) yield bytes.readUInt32LE(at);
  }
}

const vocabulary = (() => {
  const numbers = numbersOf('vocabulary');
  const next = () => numbers.next().value as number;
  return Array.from({ length: 4_000 }, () =>
    Array.from({ length: 2 + (next() % 3) }, () => syllables[next() % syllables.length]!).join(''),
  );
})();

export function wordsOf(seed: string, count: number): string[] {
  const numbers = numbersOf(seed);
  return Array.from({ length: count }, () => vocabulary[(numbers.next().value as number) % vocabulary.length]!);
}

export function textOf(seed: string, count: number): string {
  return wordsOf(seed, count).join(' ');
}

/** The text with each word replaced that has one of these places. */
export function edited(text: string, isChanged: (place: number) => boolean, seed = 'edit'): string {
  const others = wordsOf(seed, text.split(' ').length);
  return text
    .split(' ')
    .map((word, place) => (isChanged(place) ? others[place] : word))
    .join(' ');
}
