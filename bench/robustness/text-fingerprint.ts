// The text fingerprint: real texts in many languages, stored as the service stores them, and found
// again after everything that happens to texts. TEXTS=… of each language (default 110, about 2,000
// in all), CONVERTED=… texts in all for conversions through Chromium (default 100), SET=tune for
// another set than the reported one. Downloads documents once: see text-sources.ts.
// Usage: npm run bench -- robustness/text-fingerprint [seed, default 1]
import { readText } from '../../engine/src/fingerprints/text/text-fingerprint.ts';
import { textFingerprintOf } from '../../engine/src/text-of-file.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { LANGUAGES, type RealText, readTexts, type TextSet } from './real-texts.ts';
import { storeTexts } from './stored-texts.ts';
import { openConversions } from './text-conversions.ts';
import { excerptOf, merges } from './text-parts.ts';
import { retypings, stripIgnorable } from './text-retyping.ts';
import { changeWords, PATTERNS, phrasesOf } from './word-changes.ts';

const seed = Number(process.argv[2] ?? 1);
const set = (process.env.SET ?? 'report') as TextSet;
const texts = readTexts(set, Number(process.env.TEXTS ?? 110));
const converted = Number(process.env.CONVERTED ?? 100);
const phrases = new Map(
  LANGUAGES.map((language) => [
    language,
    phrasesOf(
      texts.filter((text) => text.language === language).map(({ text }) => text),
      language,
    ),
  ]),
);
/** An unsigned article of about 1,000 words. */
const foreign = readTexts(set === 'report' ? 'tune' : 'report', 4)
  .filter(({ language }) => language === 'en')
  .map(({ text }) => text)
  .join('\n\n');
const stored = await storeTexts(
  texts.map(({ text }) => text),
  seed,
);
const table = [['what happened to the text', 'texts', 'found', 'bar', 'not found, by language']];

try {
  await measure('invisible characters removed', '100%', async (text) => [stripIgnorable(text.text)]);
  for (const { name, apply } of retypings) {
    await measure(name, '99%', async ({ text, language }, random) => [apply(text, language, random)]);
  }
  for (const [share, bar] of [
    [0.1, '98%'],
    [0.3, '80%'],
  ] as const) {
    for (const pattern of PATTERNS) {
      await measure(`${share * 100}% of the words changed, ${pattern}`, bar, async ({ text, language }, random) => [
        changeWords(text, language, share, pattern, phrases.get(language)!, random).text,
      ]);
    }
  }
  for (const [words, bar] of [
    [40, '95%'],
    [100, '99%'],
  ] as const) {
    await measure(`excerpt of ${words} words`, bar, async ({ text, language }, random) => [
      excerptOf(text, language, words, random),
    ]);
  }
  await measure('excerpt of 40 words in another article', '95%', async ({ text, language }, random) => [
    `${foreign}\n\n${excerptOf(text, language, 40, random)}\n\n${foreign}`,
  ]);
  for (const { name, apply } of merges) await measureMerge(name, apply);
  await measureConversions();
} finally {
  await stored.close();
}
console.log(formatTable(table));
console.log(keepFigures('robustness-text-fingerprint', { seed, set, texts: texts.length, table }));

/** Places of the texts. */
async function find(upload: string | Uint8Array): Promise<number[]> {
  const text = typeof upload === 'string' ? readText(upload) : textFingerprintOf(upload);
  return (await stored.find(text, 16)).map(({ place }) => place);
}

type Edit = (text: RealText, random: Random) => Promise<readonly (string | Uint8Array)[]>;

async function measure(name: string, bar: string, edit: Edit, some: readonly RealText[] = texts): Promise<void> {
  const random = new Random(seed);
  const missed = new Map<string, number>();
  let sought = 0;
  for (const text of some) {
    for (const upload of await edit(text, random)) {
      sought += 1;
      // The best match, not any match.
      const [best] = await find(upload);
      if (best !== texts.indexOf(text)) missed.set(text.language, (missed.get(text.language) ?? 0) + 1);
    }
  }
  report(name, sought, missed, bar);
}

async function measureMerge(
  name: string,
  apply: (first: string, second: string, random: Random) => string,
): Promise<void> {
  const random = new Random(seed);
  const missed = new Map<string, number>();
  for (const [place, text] of texts.entries()) {
    const other = (place + 1 + random.below(texts.length - 1)) % texts.length;
    const found = await find(apply(text.text, texts[other]!.text, random));
    const both = found.includes(place) && found.includes(other);
    if (!both) missed.set(text.language, (missed.get(text.language) ?? 0) + 1);
  }
  report(`merged, ${name}: both`, texts.length, missed, 'all');
}

async function measureConversions(): Promise<void> {
  const some = texts.filter((_, place) => place % Math.max(1, Math.floor(texts.length / converted)) === 0);
  const conversions = await openConversions();
  try {
    for (const name of conversions.names) {
      await measure(name, '99%', async (text) => [(await conversions.convert(text, name)).bytes], some);
    }
  } finally {
    await conversions.close();
  }
}

function report(name: string, sought: number, missed: ReadonlyMap<string, number>, bar: string): void {
  const found = sought - [...missed.values()].reduce((sum, each) => sum + each, 0);
  const share = `${((100 * found) / sought).toFixed(1)}%`;
  const languages = [...missed].map(([language, count]) => `${language} ${count}`).join(', ');
  table.push([name, String(sought), share, bar, languages]);
  console.log(`${name}: ${share} of ${sought} (${bar}) ${languages}`);
}
