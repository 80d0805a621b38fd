// Changes of words as an editor makes them, with the truth about each word of the result: words
// replaced, deleted, inserted and moved, one at a time or in runs. The same seed gives the same
// changes.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { isUnspaced, type Word, wordsOf } from './text-words.ts';

export type WordState = 'kept' | 'replaced' | 'inserted' | 'moved';

export interface ChangedWord {
  readonly start: number;
  readonly end: number;
  /** Two runs that change places are both "moved". */
  readonly state: WordState;
}

export interface ChangedText {
  readonly text: string;
  /** All words of the result. */
  readonly words: readonly ChangedWord[];
  /** Places in the result where words are gone. */
  readonly deletions: readonly number[];
}

export const PATTERNS = ['single', 'runs'] as const;
export type ChangePattern = (typeof PATTERNS)[number];

interface Change {
  readonly kind: 'replace' | 'delete' | 'insert' | 'move';
  /** Words of the original. Words are inserted before them. */
  readonly first: number;
  readonly count: number;
}

const LONGEST_RUN = 12;

/**
 * share: of the words, from 0 to 1. phrases: words of other texts in the same language, in their
 * order.
 */
export function changeWords(
  text: string,
  language: string,
  share: number,
  pattern: ChangePattern,
  phrases: readonly string[],
  random: Random,
): ChangedText {
  const words = wordsOf(text, language);
  const changes = new Map(chooseChanges(words.length, share, pattern, random).map((each) => [each.first, each]));
  const result = new ResultText(text, isUnspaced(language) ? '' : ' ');
  for (let i = 0; i < words.length; i++) {
    const change = changes.get(i);
    if (!change) {
      result.copy(words, i, 'kept');
      continue;
    }
    const { kind, count } = change;
    const own = words.slice(Math.max(i - 1, 0), i + count + 1);
    if (kind === 'insert') result.insert(words[i]!, otherWords(phrases, count, own, random));
    if (kind === 'delete') result.delete(words, i, count);
    if (kind === 'insert') for (let k = 0; k < count; k++) result.copy(words, i + k, 'kept');
    if (kind === 'replace') {
      const others = otherWords(phrases, count, own, random);
      for (let k = 0; k < count; k++) result.copy(words, i + k, 'replaced', others[k]);
    }
    if (kind === 'move') {
      const half = count / 2;
      for (let k = 0; k < count; k++) result.copy(words, i + k, 'moved', words[i + ((k + half) % count)]!.word);
    }
    i += count - 1;
  }
  return result.finish();
}

/** The words of texts in one language. */
export function phrasesOf(texts: readonly string[], language: string): string[] {
  return texts.flatMap((text) => wordsOf(text, language).map(({ word }) => word));
}

function chooseChanges(words: number, share: number, pattern: ChangePattern, random: Random): Change[] {
  const changes: Change[] = [];
  const taken = new Uint8Array(words + 1);
  let left = Math.round(words * share);
  for (let tries = 0; left > 0 && tries < 50 * words; tries++) {
    const kind = random.pick(['replace', 'replace', 'replace', 'delete', 'insert', 'move'] as const);
    const run = Math.min(pattern === 'single' ? 1 : 1 + random.below(LONGEST_RUN), left);
    const count = kind === 'move' ? 2 * Math.ceil(run / 2) : run;
    const first = random.below(words);
    // One kept word between two changes, so that it is clear where each one is.
    const span = taken.subarray(Math.max(first - 1, 0), first + count + 1);
    if (first + count > words || span.includes(1)) {
      // Late in a dense text, only a single word fits between the others.
      if (tries < 25 * words || taken[first]) continue;
      changes.push({ kind: 'replace', first, count: 1 });
      taken[first] = 1;
      left--;
      continue;
    }
    changes.push({ kind, first, count });
    taken.fill(1, first, first + count);
    left -= count;
  }
  return changes;
}

/** A run of another text, without the words that it replaces or that are next to it. */
function otherWords(phrases: readonly string[], count: number, own: readonly Word[], random: Random): string[] {
  const avoided = new Set(own.map(({ word }) => word.toLowerCase()));
  const others: string[] = [];
  for (let at = random.below(phrases.length); others.length < count; at = (at + 1) % phrases.length) {
    if (!avoided.has(phrases[at]!.toLowerCase())) others.push(phrases[at]!);
  }
  return others;
}

class ResultText {
  readonly #original: string;
  readonly #space: string;
  readonly #words: ChangedWord[] = [];
  readonly #deletions: number[] = [];
  #text = '';
  /** Up to where the original is copied. */
  #at = 0;

  constructor(original: string, space: string) {
    this.#original = original;
    this.#space = space;
  }

  /** What is between the last word and this one, and the word or another one in its place. */
  copy(words: readonly Word[], index: number, state: WordState, other?: string): void {
    const { word, start, end } = words[index]!;
    const gap = this.#original.slice(this.#at, start);
    // After a deletion there can be two spaces in a row.
    this.#text += this.#text.endsWith(' ') ? gap.replace(/^ +/, '') : gap;
    this.#add(other ?? word, state);
    this.#at = end;
  }

  insert(before: Word, inserted: readonly string[]): void {
    this.#text += this.#original.slice(this.#at, before.start);
    this.#at = before.start;
    for (const word of inserted) {
      this.#add(word, 'inserted');
      this.#text += this.#space;
    }
  }

  /** Keeps punctuation and ends of paragraphs. */
  delete(words: readonly Word[], first: number, count: number): void {
    for (const { start, end } of words.slice(first, first + count)) {
      const gap = this.#original.slice(this.#at, start);
      this.#text += /^ *$/.test(gap) && this.#at > 0 ? '' : gap;
      this.#at = end;
    }
    this.#deletions.push(this.#text.length);
  }

  finish(): ChangedText {
    return { text: this.#text + this.#original.slice(this.#at), words: this.#words, deletions: this.#deletions };
  }

  #add(word: string, state: WordState): void {
    this.#words.push({ start: this.#text.length, end: this.#text.length + word.length, state });
    this.#text += word;
  }
}
