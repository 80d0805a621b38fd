// Real texts of 100 to 2,000 words in many languages, from the documents of text-sources.tsv. No
// two share a passage. The same folder of packages gives the same texts. Documents of "tune" and
// "report" are disjoint, with all their translations.
import { createHash } from 'node:crypto';
import { readBlocks, type TextBlock } from './text-blocks.ts';
import { listDocuments, type TextDocument } from './text-sources.ts';
import { wordsOf } from './text-words.ts';

export type TextSet = 'tune' | 'report';

export interface RealText {
  readonly name: string;
  /** The same for the translations of a document. */
  readonly topic: string;
  /** Two letters. */
  readonly language: string;
  /** Paragraphs with an empty line between them. */
  readonly text: string;
  /** Not known for manual pages. */
  readonly html?: string;
}

export const LANGUAGES = 'en ar cs de el es fr hu it ja ko nl pl pt ru tr uk vi zh'.split(' ');
const [FEWEST_WORDS, MOST_WORDS] = [100, 2000];
/** A passage that occurred before is left out if it is at least this many words long. */
const PASSAGE_WORDS = 24;
const SHINGLE_WORDS = 8;
const english = /\b(?:the|and|that|this|with|are|you|your|from|which|can)\b/gi;
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/gu,
  el: /\p{Script=Greek}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  ko: /\p{Script=Hangul}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  uk: /\p{Script=Cyrillic}/gu,
  zh: /\p{Script=Han}/gu,
};

/** most: of each language. */
export function readTexts(set: TextSet, most = 320): RealText[] {
  const texts = new Map<string, RealText[]>(LANGUAGES.map((language) => [language, []]));
  const seen = new Set<number>();
  for (const document of inOrder(listDocuments(), set)) {
    const found = texts.get(document.language)!;
    if (found.length < most) found.push(...cut(document, withoutRepeats(proseOf(document), document.language, seen)));
  }
  return [...texts.values()].flatMap((found) => found.slice(0, most));
}

// Manuals of commands last: they would be most of the texts otherwise.
function inOrder(documents: readonly TextDocument[], set: TextSet): TextDocument[] {
  const keyOf = ({ topic, language, format }: TextDocument) =>
    `${format === 'man' ? 1 : 0} ${hashOf(topic)} ${language}`;
  return documents
    .filter(({ topic, language }) => LANGUAGES.includes(language) && isIn(set, topic))
    .map((document) => ({ document, key: keyOf(document) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ document }) => document);
}

export function isIn(set: TextSet, topic: string): boolean {
  return Number.parseInt(hashOf(`set of ${topic}`).slice(0, 2), 16) % 2 === (set === 'tune' ? 0 : 1);
}

/** Without what a translation left in English. */
function proseOf(document: TextDocument): TextBlock[] {
  if (document.language === 'en') return readBlocks(document);
  const script = scripts[document.language];
  return readBlocks(document).filter(({ text }) =>
    script ? count(text, script) > count(text, /\p{L}/gu) / 2 : count(text, english) <= count(text, / /g) / 16,
  );
}

function count(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}

interface CountedBlock extends TextBlock {
  readonly words: number;
}

/** Without blocks of which more than half repeats passages of other documents. */
function withoutRepeats(blocks: readonly TextBlock[], language: string, seen: Set<number>): CountedBlock[] {
  const perBlock = blocks.map(({ text }) => wordsOf(text, language).map(({ word }) => word.toLowerCase()));
  const words = perBlock.flat();
  const shingles = words.map((_, i) => numberOf(words.slice(i, i + SHINGLE_WORDS).join(' ')));
  const isRepeated = new Uint8Array(words.length);
  for (let start = 0; start < shingles.length; start++) {
    let end = start;
    while (end < shingles.length && seen.has(shingles[end]!)) end++;
    if (end - start + SHINGLE_WORDS - 1 >= PASSAGE_WORDS) isRepeated.fill(1, start, end + SHINGLE_WORDS - 1);
    start = end;
  }
  for (const shingle of shingles) seen.add(shingle);
  let at = 0;
  return blocks.flatMap((block, index) => {
    const count = perBlock[index]!.length;
    const repeated = isRepeated.subarray(at, at + count).reduce((sum, each) => sum + each, 0);
    at += count;
    return repeated > count / 2 ? [] : [{ ...block, words: count }];
  });
}

/** Texts of various lengths, from heading to heading where possible. */
function cut({ topic, language, format }: TextDocument, blocks: readonly CountedBlock[]): RealText[] {
  const texts: RealText[] = [];
  let part: CountedBlock[] = [];
  const finish = () => {
    while (part.at(-1)?.tag === 'h2') part.pop();
    const words = wordsIn(part);
    if (words >= FEWEST_WORDS && words <= MOST_WORDS) {
      const text = part.map((block) => block.text).join('\n\n');
      const name = `${topic}/${language}/${texts.length}`;
      texts.push({ name, topic, language, text, ...(format !== 'man' && { html: pageOf(part) }) });
    }
    part = [];
  };
  let wanted = lengthOf(topic, 0);
  for (const block of blocks) {
    const words = wordsIn(part);
    if ((block.tag === 'h2' && words >= wanted) || words + block.words > MOST_WORDS) {
      finish();
      wanted = lengthOf(topic, texts.length);
    }
    part.push(block);
  }
  finish();
  return texts;
}

function wordsIn(blocks: readonly CountedBlock[]): number {
  return blocks.reduce((sum, { words }) => sum + words, 0);
}

/** As many words as a text needs before it ends at a heading: short ones are more frequent. */
function lengthOf(topic: string, index: number): number {
  const share = Number.parseInt(hashOf(`${topic}/${index}`).slice(0, 8), 16) / 2 ** 32;
  return FEWEST_WORDS * 10 ** share;
}

function pageOf(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ tag, html }) => `<${tag}>${html}</${tag}>`)
    .join('\n')
    .replaceAll(/(?:<li>.*<\/li>\n?)+/g, (items) => `<ul>\n${items.trim()}\n</ul>\n`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** 52 bits of FNV-1a in two halves. */
function numberOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(i), 0x85ebca6b);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
