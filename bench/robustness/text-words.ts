// Where the words of a text are, in any language. Japanese, Chinese and Thai have no spaces between
// words, so ICU finds them with a dictionary.

export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const segmenters = new Map<string, Intl.Segmenter>();

export function wordsOf(text: string, language: string): Word[] {
  const segmenter = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) words.push({ word: segment, start: index, end: index + segment.length });
  }
  return words;
}

/** Languages that are written without spaces between words. */
export function isUnspaced(language: string): boolean {
  return ['ja', 'zh', 'th'].includes(language);
}
