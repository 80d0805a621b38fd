// What the verify page marks in an edited text: changed words that are marked, and unchanged words
// that are marked by mistake. The editor keeps a list of what it changed. Deleted words leave
// nothing to mark. Moved words are counted apart, because the record contains them elsewhere.
// TEXTS=… of each language (default 28, about 500 in all), SET=tune for another set than the
// reported one.
// Usage: npm run bench -- robustness/text-highlighting [seed, default 1]
import { compareTexts } from '../../engine/src/fingerprints/text/compare-texts.ts';
import { keyText } from '../../engine/src/fingerprints/text/keyed-text.ts';
import { readText } from '../../engine/src/fingerprints/text/text-fingerprint.ts';
import { partsOf, type TextPart } from '../../engine/src/fingerprints/text/text-parts.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { type RealText, readTexts, type TextSet } from './real-texts.ts';
import { changeWords, PATTERNS, phrasesOf } from './word-changes.ts';

const seed = Number(process.argv[2] ?? 1);
const set = (process.env.SET ?? 'report') as TextSet;
const texts = readTexts(set, Number(process.env.TEXTS ?? 28));
const key = Buffer.alloc(32, seed);
const table = [
  ['words changed', 'texts', 'no match', 'changed words marked', 'moved words marked', 'unchanged words marked'],
];

for (const share of [0.02, 0.05, 0.1, 0.2, 0.3]) for (const pattern of PATTERNS) measure(share, pattern);
console.log(formatTable(table));
console.log(keepFigures('robustness-text-highlighting', { seed, set, texts: texts.length, table }));

function measure(share: number, pattern: (typeof PATTERNS)[number]): void {
  const random = new Random(seed);
  const changed = { words: 0, marked: 0 };
  const moved = { words: 0, marked: 0 };
  const unchanged = { words: 0, marked: 0 };
  let unmatched = 0;
  for (const text of texts) {
    const edited = changeWords(text.text, text.language, share, pattern, othersLike(text), random);
    const parts = compare(text.text, edited.text);
    if (!parts) {
      unmatched += 1;
      continue;
    }
    for (const { start, state } of edited.words) {
      const count = state === 'kept' ? unchanged : state === 'moved' ? moved : changed;
      count.words += 1;
      if (isMarked(parts, start)) count.marked += 1;
    }
  }
  const percent = ({ words, marked }: typeof changed) => `${((100 * marked) / words).toFixed(1)}%`;
  const figures = [changed, moved, unchanged].map(percent);
  table.push([`${share * 100}%, ${pattern}`, `${texts.length}`, `${unmatched}`, ...figures]);
}

/** Null: nothing shows that the texts have anything in common. */
function compare(signed: string, upload: string): TextPart[] | null {
  const [record, read] = [readText(signed), readText(upload)];
  if (!record || !read) return null;
  const { codes } = keyText(record, key);
  const comparison = compareTexts(keyText(read, key), codes, () => false);
  return comparison && partsOf(read.words, comparison.blocks, codes.length);
}

function isMarked(parts: readonly TextPart[], place: number): boolean {
  return parts.some(({ state, start, end }) => state !== 'kept' && start <= place && place < end);
}

/** The words of other texts in the same language. */
function othersLike({ language, name }: RealText): string[] {
  const others = texts.filter((other) => other.language === language && other.name !== name);
  return phrasesOf(
    others.slice(0, 20).map(({ text }) => text),
    language,
  );
}
