// Every pair of different texts: real ones with their translations, versions of licenses, replies
// from templates, and texts with the same notices around them. All are stored, and each is searched
// as an upload. Texts with the same notice are too few to make its words common, and the templates
// and notices have sentences of the real texts within them, so many matches are right. For each
// group: pairs, matches, and the match with the fewest words. TEXTS=… of each language (default
// 270, which makes ten million pairs).
// Usage: npm run bench -- robustness/text-false-matches [seed, default 1]
import { readText } from '../../engine/src/fingerprints/text/text-fingerprint.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { readLicenses } from './license-texts.ts';
import { readTexts, type TextSet } from './real-texts.ts';
import { shareBoilerplate } from './shared-boilerplate.ts';
import { storeTexts } from './stored-texts.ts';
import { fillTemplates } from './templated-texts.ts';

interface Sample {
  readonly kind: string;
  /** Translations of one document, or texts of one template or notice. */
  readonly family: string;
  readonly name: string;
  readonly text: string;
}

const seed = Number(process.argv[2] ?? 1);
const real = readTexts((process.env.SET ?? 'report') as TextSet, Number(process.env.TEXTS ?? 270));
const random = new Random(seed);
const samples: Sample[] = [
  ...real.map(({ name, topic, text }) => ({ kind: 'real text', family: topic, name, text })),
  ...readLicenses().map(({ name, text }) => ({ kind: 'license', family: 'license', name, text })),
  ...fillTemplates(real, 25, random).map(({ template, text }, place) => {
    return { kind: 'template', family: String(template), name: `${template}-${place}`, text };
  }),
  ...shareBoilerplate(real, 15, random).flatMap(({ name, texts }) =>
    texts.map((text, place) => ({ kind: 'shared notice', family: name, name: `${name}-${place}`, text })),
  ),
];

interface Group {
  pairs: number;
  /** Matches of both directions count once. */
  readonly matches: Set<string>;
  /** Words that the match with the fewest of them found. */
  fewest: number;
  example: string;
}

const groups = new Map<string, Group>();
for (const [place, first] of samples.entries()) {
  for (const second of samples.slice(place + 1)) groupOf(first, second).pairs += 1;
}
const stored = await storeTexts(
  samples.map(({ text }) => text),
  seed,
);
try {
  for (const [place, sample] of samples.entries()) {
    for (const found of await stored.find(readText(sample.text), 64)) {
      if (found.place !== place) count(place, found.place, found.found.comparison?.blocks ?? []);
    }
  }
} finally {
  await stored.close();
}

function groupOf(first: Sample, second: Sample): Group {
  const isFamily = first.kind === second.kind && first.family === second.family;
  const kinds = first.kind === second.kind ? first.kind : [first.kind, second.kind].sort().join(' and ');
  const name = isFamily ? `${kinds}, of one family` : kinds;
  const group = groups.get(name) ?? { pairs: 0, matches: new Set(), fewest: Number.POSITIVE_INFINITY, example: '' };
  groups.set(name, group);
  return group;
}

/** blocks: none if the texts are identical. */
function count(place: number, other: number, blocks: readonly { readonly from: number; readonly to: number }[]): void {
  const [first, second] = [samples[place]!, samples[other]!];
  const group = groupOf(first, second);
  group.matches.add([place, other].sort().join());
  const words = blocks.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (blocks.length === 0 || words >= group.fewest) return;
  group.fewest = words;
  group.example = `${first.name} ~ ${second.name}`;
}

const table = [['pairs of', 'pairs', 'matches', 'fewest words of a match']];
for (const [name, { pairs, matches, fewest, example }] of groups) {
  table.push([name, String(pairs), String(matches.size), matches.size > 0 ? `${fewest} (${example})` : '']);
}
console.log(formatTable(table));
console.log(keepFigures('robustness-text-false-matches', { seed, samples: samples.length, table }));
