// How much a text grows when it is signed: the first 50, 100 and 300 words of real texts in many
// languages, as one paragraph and in their own paragraphs, with the payload that is written now and
// with the earlier one. TEXTS=… of each language (default 50). Downloads documents once: see
// text-sources.ts.
// Usage: node bench/robustness/text-growth.ts

import { readUnits } from '../../engine/src/containers/text/text-units.ts';
import { findPlaces } from '../../engine/src/formats/plain-text/paragraphs.ts';
import { supplementarySelectors, variationSelectors } from '../../engine/src/watermarks/zero-width/alphabets.ts';
import { writePayload } from '../../engine/src/watermarks/zero-width/payload.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { LANGUAGES, readTexts } from './real-texts.ts';
import { wordsOf } from './text-words.ts';

const sizes = [50, 100, 300];
const alphabets = [variationSelectors, supplementarySelectors];
const texts = readTexts('report', Number(process.env.TEXTS ?? 50));

const figures = sizes.flatMap((words) =>
  ['one paragraph', 'its own paragraphs'].flatMap((layout) =>
    alphabets.map((alphabet) => {
      const payload = Buffer.byteLength(writePayload('0123456789abcdef', alphabet));
      const growths = texts.flatMap(({ text, language }) => {
        const start = beginning(text, language, words);
        if (start === null) return [];
        const laidOut = layout === 'one paragraph' ? start.replaceAll(/\s+/g, ' ') : start;
        const bytes = Buffer.from(laidOut);
        return [{ language, share: (findPlaces(readUnits(bytes)).length * payload) / bytes.length }];
      });
      const shares = growths.map(({ share }) => share);
      const english = growths.filter(({ language }) => language === 'en').map(({ share }) => share);
      return {
        words,
        layout,
        alphabet: alphabet.name,
        texts: shares.length,
        median: median(shares),
        english: median(english),
        ninetyFifth: shares.toSorted((left, right) => left - right)[Math.floor(0.95 * shares.length)]!,
        most: Math.max(...shares),
        withinFortyPercent: shares.filter((share) => share <= 0.4).length,
      };
    }),
  ),
);

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
console.log(
  formatTable([
    ['words, layout, alphabet', 'texts', 'median', 'median of English', '95th', 'most', 'at most 40%'],
    ...figures.map((row) => [
      `${row.words}, ${row.layout}, ${row.alphabet}`,
      String(row.texts),
      ...[row.median, row.english, row.ninetyFifth, row.most].map(percent),
      `${row.withinFortyPercent}`,
    ]),
  ]),
);
console.log(`Kept in ${keepFigures('robustness-text-growth', { languages: LANGUAGES, figures })}.`);

/** Up to the end of that many words. Null: the text is shorter. */
function beginning(text: string, language: string, words: number): string | null {
  const last = wordsOf(text, language)[words - 1];
  return last ? text.slice(0, last.end) : null;
}
