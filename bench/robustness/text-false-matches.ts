// Every pair of different texts: real ones with their translations, versions of licenses, replies
// from templates, and texts with the same notices around them. Pairs are compared directly, as if
// the index always led from one to the other, and no words were common. For each group: pairs,
// matches, the largest evidence below a match, and the shortest passage that made a match. TEXTS=…
// of each language (default 150). Usage: npm run bench -- robustness/text-false-matches [seed,
// default 1]
import { compareTexts, LEAST_EVIDENCE } from '../../engine/src/fingerprints/text/compare-texts.ts';
import { type KeyedText, keyText } from '../../engine/src/fingerprints/text/keyed-text.ts';
import { readText } from '../../engine/src/fingerprints/text/text-fingerprint.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readLicenses } from './license-texts.ts';
import { readTexts, type TextSet } from './real-texts.ts';
import { shareBoilerplate } from './shared-boilerplate.ts';
import { fillTemplates } from './templated-texts.ts';

interface Sample {
  readonly kind: string;
  /** Translations of one document, or texts of one template or notice. */
  readonly family: string;
  readonly name: string;
  readonly text: KeyedText;
}

const seed = Number(process.argv[2] ?? 1);
const real = readTexts((process.env.SET ?? 'report') as TextSet, Number(process.env.TEXTS ?? 150));
const random = new Random(seed);
const key = Buffer.alloc(32, seed);
const sample = (kind: string, family: string, name: string, text: string): Sample[] => {
  const read = readText(text);
  return read ? [{ kind, family, name, text: keyText(read, key) }] : [];
};
const samples: Sample[] = [
  ...real.flatMap(({ name, topic, text }) => sample('real text', topic, name, text)),
  ...readLicenses().flatMap(({ name, text }) => sample('license', 'license', name, text)),
  ...fillTemplates(real, 25, random).flatMap(({ template, text }, place) =>
    sample('template', String(template), `${template}-${place}`, text),
  ),
  ...shareBoilerplate(real, 15, random).flatMap(({ name, texts }) =>
    texts.flatMap((text, place) => sample('shared notice', name, `${name}-${place}`, text)),
  ),
];

interface Group {
  pairs: number;
  matches: number;
  /** The most evidence of a pair that does not match. */
  highest: number;
  /** Words in a row of the shortest match, and who. */
  shortest: number;
  example: string;
}

const groups = new Map<string, Group>();
for (const [place, first] of samples.entries()) {
  for (const second of samples.slice(place + 1)) count(first, second);
  if (place % 200 === 0) console.error(`${place} of ${samples.length}`);
}

function count(first: Sample, second: Sample): void {
  const isFamily = first.kind === second.kind && first.family === second.family;
  const kinds = first.kind === second.kind ? first.kind : [first.kind, second.kind].sort().join(' and ');
  const name = isFamily ? `${kinds}, of one family` : kinds;
  const group = groups.get(name) ?? {
    pairs: 0,
    matches: 0,
    highest: 0,
    shortest: Number.POSITIVE_INFINITY,
    example: '',
  };
  groups.set(name, group);
  group.pairs += 1;
  // Half of the evidence is enough to see how near others come.
  const comparison = compareTexts(first.text, second.text.codes, () => false, LEAST_EVIDENCE / 4);
  if (!comparison) return;
  if (comparison.evidence < LEAST_EVIDENCE) {
    group.highest = Math.max(group.highest, comparison.evidence);
    return;
  }
  group.matches += 1;
  const longest = Math.max(...comparison.blocks.map(({ from, to }) => to - from + 1));
  if (longest < group.shortest) {
    group.shortest = longest;
    group.example = `${first.name} ~ ${second.name}`;
  }
}

const table = [['pairs of', 'pairs', 'matches', 'highest evidence without a match', 'shortest passage of a match']];
for (const [name, { pairs, matches, highest, shortest, example }] of groups) {
  const passage = matches > 0 ? `${shortest} words (${example})` : '';
  table.push([name, String(pairs), String(matches), `${highest.toFixed(0)} of ${LEAST_EVIDENCE}`, passage]);
}
console.log(formatTable(table));
console.log(keepFigures('robustness-text-false-matches', { seed, samples: samples.length, table }));
