// Finds runs of invisible characters in text of any kind and in any spelling: as they are, as
// numeric character references (HTML, XML) or as escapes (JSON). Linear in the text and bounded:
// among many different runs, it tries the most frequent.
import { readUnits, spliceParts, type TextUnits, unitsOf } from '../../containers/text/text-units.ts';
import { type Alphabet, alphabets } from './alphabets.ts';
import { separator } from './payload.ts';

const mostRuns = 4096;
const mostTried = 8;
/** Limit for runs that are read to cut them: many more than are ever tried. */
const mostCut = 64;

interface Patterns {
  readonly run: RegExp;
  /** A named run, and the separator if it is there. */
  readonly led: RegExp;
}

const reference = /&#(?:[xX]([\da-fA-F]+)|(\d+));|\\u([\da-fA-F]{4})/g;

const known = new Map<Alphabet, Record<1 | 2, Patterns>>();

function patternsOf(alphabet: Alphabet, unitSize: 1 | 2): Patterns {
  const both = known.get(alphabet) ?? { 1: makePatterns(alphabet, 1), 2: makePatterns(alphabet, 2) };
  known.set(alphabet, both);
  return both[unitSize];
}

function makePatterns({ symbols, code }: Alphabet, unitSize: 1 | 2): Patterns {
  const run = `${spellings(symbols, unitSize)}{${code.shortest},${code.length}}`;
  const before = spellings([separator], unitSize);
  return { run: new RegExp(run, 'g'), led: new RegExp(`(?<before>${before})?(?<run>${run})`, 'g') };
}

/** A pattern for any of the symbols in any spelling. */
function spellings(symbols: readonly string[], unitSize: 1 | 2): string {
  const codes = symbols.map((symbol) => symbol.codePointAt(0)!);
  const plain = oneOf(symbols.map((symbol) => unitsOf(symbol, unitSize)));
  const decimal = oneOf(codes.map(String));
  const halves = symbols.map((symbol) => symbol.split('').map((unit) => hex(unit.charCodeAt(0))));
  const escapes = oneOf(inBothCases(halves, '\\\\u'));
  return `(?:${plain}|&#[xX]${oneOf(inBothCases(codes.map((code) => [hex(code)])))};|&#${decimal};|\\\\u${escapes})`;
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

function inBothCases(digits: readonly (readonly string[])[], between = ''): string[] {
  const upper = digits.map((parts) => parts.map((part) => part.toUpperCase()));
  return [...new Set([...digits, ...upper].map((parts) => parts.join(between)))];
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

function readText(run: string, { unitSize }: TextUnits, { symbols, code }: Alphabet): string | null {
  return code.read(symbolsIn(run, unitSize).map((symbol) => symbols.indexOf(symbol)));
}

/** The characters of a run, whatever their spelling. */
function symbolsIn(run: string, unitSize: 1 | 2): string[] {
  const text = unitSize === 2 ? run : Buffer.from(run, 'latin1').toString('utf8');
  // Two escapes of halves become one character.
  return [
    ...text.replaceAll(reference, (_, hexadecimal?: string, decimal?: string, half?: string) =>
      String.fromCodePoint(decimal === undefined ? Number.parseInt((hexadecimal ?? half)!, 16) : Number(decimal)),
    ),
  ];
}

// Most texts contain nothing of the kind, and a search for a plain string is many times faster than
// one for a pattern.
function mayHold({ units, unitSize }: TextUnits, { symbols }: Alphabet): boolean {
  // Two of three or four bytes, or the first half of a pair.
  const beginnings = new Set(symbols.map((symbol) => unitsOf(symbol, unitSize).slice(0, unitSize === 1 ? 2 : 1)));
  return units.includes('&#') || units.includes('\\u') || [...beginnings].some((start) => units.includes(start));
}

/**
 * Where payloads are, in order: whole runs after a separator, and others if an id can be read from
 * them, because they would hide a new one.
 */
export function findPayloads(text: TextUnits): { from: number; to: number }[] {
  return alphabets
    .filter((alphabet) => mayHold(text, alphabet))
    .flatMap((alphabet) => payloadsIn(text, alphabet))
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
    .sort((left, right) => left.from - right.from);
}

function payloadsIn(text: TextUnits, alphabet: Alphabet): RegExpExecArray[] {
  const readable = new Set(
    frequentRuns(text, alphabet, mostCut).filter((run) => readText(run, text, alphabet) !== null),
  );
  const isWhole = (run: string) => symbolsIn(run, text.unitSize).length === alphabet.code.length;
  return [...text.units.matchAll(patternsOf(alphabet, text.unitSize).led)].filter(({ groups }) => {
    const { before, run } = groups!;
    return readable.has(run!) || (before !== undefined && isWhole(run!));
  });
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

/**
 * The text without any payload: text that is signed again gets the new payload in place of the old
 * one.
 */
export function cutPayloads(text: TextUnits): TextUnits {
  const cuts = findPayloads(text).map((place) => ({ ...place, text: '' }));
  return cuts.length > 0 ? readUnits(Buffer.concat(spliceParts(text, cuts))) : text;
}
