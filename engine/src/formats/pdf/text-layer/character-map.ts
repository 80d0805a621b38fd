// CMaps (ISO 32000-2 §9.7.5, 9.10.3): how many bytes a code has, which character identifier it
// selects, and which text it means. Entries of all maps together are bounded.

export interface CharacterMap {
  /** The length of the code at this place of a string, and the code. */
  readCode(text: string, at: number): { readonly code: number; readonly length: number };
  readonly identifiers: ReadonlyMap<number, number>;
  readonly texts: ReadonlyMap<number, string>;
}

export interface EntryBudget {
  left: number;
}

interface CodeRange {
  readonly length: number;
  readonly low: number;
  readonly high: number;
}

const mostCharacters = 8_000_000;
const mostRanges = 100;
const mostUnits = 64;
const token = /<([0-9A-Fa-f\0\t\n\f\r ]*)>|%[^\r\n]*|[[\]]|[^\0\t\n\f\r <>[\]()/%]+/g;

/** Two bytes for each code, and nothing about its text. */
export const identity: CharacterMap = {
  readCode: (text, at) => ({ code: (text.charCodeAt(at) << 8) | (text.charCodeAt(at + 1) || 0), length: 2 }),
  identifiers: new Map(),
  texts: new Map(),
};

export function readCharacterMap(source: string, budget: EntryBudget): CharacterMap {
  const ranges: CodeRange[] = [];
  const identifiers = new Map<number, number>();
  const texts = new Map<number, string>();
  // The strings and numbers since the last operator. Lists are arrays in them.
  let values: Value[] = [];
  let list: string[] | null = null;
  const end: Readonly<Record<string, () => void>> = {
    endcodespacerange: () => readRanges(values, ranges),
    endbfchar: () => readTexts(values, 2, texts, budget),
    endbfrange: () => readTexts(values, 3, texts, budget),
    endcidchar: () => readIdentifiers(values, 2, identifiers, budget),
    endcidrange: () => readIdentifiers(values, 3, identifiers, budget),
  };
  for (const [word, digits] of source.slice(0, mostCharacters).matchAll(token)) {
    if (digits !== undefined) (list ?? values).push(digits.replaceAll(/[^0-9A-Fa-f]/g, ''));
    else if (word === '[') list = [];
    else if (word === ']') {
      if (list) values.push(list);
      list = null;
    } else if (/^\d{1,7}$/.test(word)) values.push(Number(word));
    else if (!word.startsWith('%')) {
      if (Object.hasOwn(end, word)) end[word]!();
      values = [];
      list = null;
    }
  }
  return { readCode: (text, at) => readCode(ranges, text, at), identifiers, texts };
}

type Value = string | number | string[];

function readRanges(values: readonly Value[], ranges: CodeRange[]): void {
  for (let place = 0; place + 1 < values.length && ranges.length < mostRanges; place += 2) {
    const [low, high] = [values[place]!, values[place + 1]!];
    if (typeof low !== 'string' || typeof high !== 'string' || low.length > 8 || low === '') continue;
    ranges.push({ length: Math.ceil(low.length / 2), low: codeOf(low), high: codeOf(high) });
  }
}

/** step: how many values are one entry. */
function* entriesOf(values: readonly Value[], step: 2 | 3, budget: EntryBudget): Generator<[number, number, Value]> {
  for (let place = 0; place + step <= values.length; place += step) {
    const [first, last, target] = [values[place]!, values[place + step - 2]!, values[place + step - 1]!];
    if (typeof first !== 'string' || typeof last !== 'string' || first.length > 8) continue;
    const [from, to] = [codeOf(first), Math.min(codeOf(last), codeOf(first) + 0xffff)];
    for (let code = from; code <= to; code += 1) {
      budget.left -= 1;
      if (budget.left < 0) return;
      yield [code, code - from, target];
    }
  }
}

function readTexts(values: readonly Value[], step: 2 | 3, texts: Map<number, string>, budget: EntryBudget): void {
  for (const [code, place, target] of entriesOf(values, step, budget)) {
    if (typeof target === 'string') texts.set(code, addToLast(textOf(target), place));
    else if (Array.isArray(target) && place < target.length) texts.set(code, textOf(target[place]!));
  }
}

function readIdentifiers(
  values: readonly Value[],
  step: 2 | 3,
  identifiers: Map<number, number>,
  budget: EntryBudget,
): void {
  for (const [code, place, target] of entriesOf(values, step, budget)) {
    if (typeof target === 'number') identifiers.set(code, target + place);
  }
}

function readCode(ranges: readonly CodeRange[], text: string, at: number): { code: number; length: number } {
  let code = 0;
  for (let length = 1; length <= 4 && at + length <= text.length; length += 1) {
    code = code * 256 + text.charCodeAt(at + length - 1);
    if (ranges.some((range) => range.length === length && isWithin(code, range))) return { code, length };
  }
  const length = ranges[0]?.length ?? 2;
  return length === 1
    ? { code: text.charCodeAt(at), length }
    : { code: (text.charCodeAt(at) << 8) | (text.charCodeAt(at + 1) || 0), length: 2 };
}

// §9.7.6.3: each byte is within the range for its place.
function isWithin(code: number, { length, low, high }: CodeRange): boolean {
  for (let byte = 0; byte < length; byte += 1) {
    const [each, least, most] = [code, low, high].map((value) => Math.floor(value / 256 ** byte) % 256);
    if (each! < least! || each! > most!) return false;
  }
  return true;
}

function codeOf(digits: string): number {
  return Number.parseInt(digits.slice(0, 8), 16) || 0;
}

// UTF-16. Some writers leave out the first byte.
function textOf(digits: string): string {
  if (digits.length <= 2) return String.fromCharCode(codeOf(digits));
  return (digits.slice(0, 4 * mostUnits).match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('');
}

function addToLast(text: string, more: number): string {
  return more === 0 ? text : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + more);
}
