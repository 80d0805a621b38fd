// Finds runs of invisible characters in text of any kind and in any spelling: as they are, as
// numeric character references (HTML, XML) or as escapes (JSON). Linear in the text and bounded:
// among many different runs, it tries the most frequent.
import { readUnits, spliceParts, type TextUnits, unitsOf } from '../../containers/text/text-units.ts';
import { type Alphabet, alphabets } from './alphabets.ts';
import { readRun, runLength, separator, shortestRun } from './payload.ts';

const mostRuns = 4096;
const mostTried = 8;
/** Limit for the remains of earlier payloads: many more than are ever tried. */
const mostCut = 64;

interface Patterns {
  readonly run: RegExp;
  /** The separator and a whole run. */
  readonly payload: RegExp;
  /** A named run, and the separator if it is there. */
  readonly led: RegExp;
  /** One symbol, with a group for each. */
  readonly symbol: RegExp;
}

const known = new Map<Alphabet, Record<1 | 2, Patterns>>();

function patternsOf(alphabet: Alphabet, unitSize: 1 | 2): Patterns {
  const both = known.get(alphabet) ?? { 1: makePatterns(alphabet, 1), 2: makePatterns(alphabet, 2) };
  known.set(alphabet, both);
  return both[unitSize];
}

function makePatterns(alphabet: Alphabet, unitSize: 1 | 2): Patterns {
  const [shortest, longest] = [shortestRun(alphabet), runLength(alphabet)];
  const any = spellings(alphabet.symbols, unitSize);
  const before = `${spellings([separator], unitSize)}?`;
  return {
    led: new RegExp(`${before}(?<run>${any}{${shortest},${longest}})`, 'g'),
    run: new RegExp(`${any}{${shortest},${longest}}`, 'g'),
    payload: new RegExp(`${before}${any}{${longest}}`, 'g'),
    symbol: new RegExp(alphabet.symbols.map((symbol) => `(${spellings([symbol], unitSize)})`).join('|'), 'g'),
  };
}

/** A pattern for any of the symbols in any spelling. */
function spellings(symbols: readonly string[], unitSize: 1 | 2): string {
  const codes = symbols.map((symbol) => symbol.charCodeAt(0));
  const plain = oneOf(symbols.map((symbol) => unitsOf(symbol, unitSize)));
  const digits = codes.map((code) => code.toString(16).padStart(4, '0'));
  const hex = oneOf([...new Set([...digits, ...digits.map((each) => each.toUpperCase())])]);
  return `(?:${plain}|&#[xX]${hex};|&#${oneOf(codes.map(String))};|\\\\u${hex})`;
}

// Texts that differ only in their last character share one class, which is far faster than as many
// alternatives.
function oneOf(texts: readonly string[]): string {
  const groups = Map.groupBy(texts, (text) => text.slice(0, -1));
  const forms = [...groups].map(([start, group]) => `${start}[${group.map((text) => text.at(-1)).join('')}]`);
  return `(?:${forms.join('|')})`;
}

/** candidates: alphabets that are not written, to measure them. */
export function readPayload(text: TextUnits, candidates: readonly Alphabet[] = alphabets): string | null {
  for (const alphabet of candidates.filter((each) => mayHold(text, each))) {
    for (const run of frequentRuns(text, alphabet, mostTried)) {
      const id = readText(run, text, alphabet);
      if (id !== null) return id;
    }
  }
  return null;
}

/** Different runs, the most frequent first. */
function frequentRuns({ units, unitSize }: TextUnits, alphabet: Alphabet, most: number): string[] {
  const counts = new Map<string, number>();
  for (const [text] of units.matchAll(patternsOf(alphabet, unitSize).run)) {
    const count = counts.get(text);
    if (count !== undefined || counts.size < mostRuns) counts.set(text, (count ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, left], [, right]) => right - left);
  return sorted.slice(0, most).map(([text]) => text);
}

function readText(run: string, { unitSize }: TextUnits, alphabet: Alphabet): string | null {
  const { symbol } = patternsOf(alphabet, unitSize);
  const values = [...run.matchAll(symbol)].map((match) => match.indexOf(match[0], 1) - 1);
  return readRun(values, alphabet);
}

// Most texts contain nothing of the kind, and a search for a plain string is many times faster than
// one for a pattern.
function mayHold({ units, unitSize }: TextUnits, { symbols }: Alphabet): boolean {
  const beginnings = new Set(symbols.map((symbol) => unitsOf(symbol, unitSize).slice(0, 2)));
  return units.includes('&#') || units.includes('\\u') || [...beginnings].some((start) => units.includes(start));
}

/**
 * Where payloads are, in order: whole ones, and remains of others if an id can be read from them.
 */
export function findPayloads(text: TextUnits): { from: number; to: number }[] {
  return alphabets
    .filter((alphabet) => mayHold(text, alphabet))
    .flatMap((alphabet) => [...wholePayloads(text, alphabet), ...remainsOf(text, alphabet)])
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
    .sort((left, right) => left.from - right.from);
}

/**
 * Where payloads of that id start, in order. Among many different runs, a limited number is read.
 */
export function findPayloadsOf(text: TextUnits, id: string): number[] {
  const ids = new Map<string, string | null>();
  const idOf = (run: string, alphabet: Alphabet) => {
    if (!ids.has(run) && ids.size < mostCut) ids.set(run, readText(run, text, alphabet));
    return ids.get(run);
  };
  return alphabets
    .filter((alphabet) => mayHold(text, alphabet))
    .flatMap((alphabet) =>
      [...text.units.matchAll(patternsOf(alphabet, text.unitSize).led)]
        .filter(({ groups }) => idOf(groups!.run!, alphabet) === id)
        .map(({ index }) => index),
    )
    .sort((left, right) => left - right);
}

function wholePayloads({ units, unitSize }: TextUnits, alphabet: Alphabet): RegExpExecArray[] {
  return [...units.matchAll(patternsOf(alphabet, unitSize).payload)];
}

/** Runs that are too short for a whole payload but would still be read, and so hide a new one. */
function remainsOf(text: TextUnits, alphabet: Alphabet): RegExpExecArray[] {
  const { run, symbol } = patternsOf(alphabet, text.unitSize);
  const isWhole = (each: string) => (each.match(symbol) ?? []).length === runLength(alphabet);
  const readable = frequentRuns(text, alphabet, mostCut).filter(
    (each) => !isWhole(each) && readText(each, text, alphabet) !== null,
  );
  if (readable.length === 0) return [];
  const wanted = new Set(readable);
  return [...text.units.matchAll(run)].filter(([each]) => wanted.has(each));
}

/**
 * The text without any payload: text that is signed again gets the new payload in place of the old
 * one.
 */
export function cutPayloads(text: TextUnits): TextUnits {
  const cuts = findPayloads(text).map((place) => ({ ...place, text: '' }));
  return cuts.length > 0 ? readUnits(Buffer.concat(spliceParts(text, cuts))) : text;
}
