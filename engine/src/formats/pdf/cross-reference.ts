// Sections of the cross-reference (ISO 32000-2 §7.5.4, 7.5.8): tables and streams. A section is
// queried, not read entry by entry, so a large file costs no more than a small one.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { entryOf, type PdfDictionary, PdfReader } from './pdf-syntax.ts';

export type Location =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number }
  | { readonly kind: 'free' };

export interface Section {
  readonly kind: 'table' | 'stream';
  readonly trailer: PdfDictionary;
  /** The text that the trailer's places refer to. */
  readonly text: string;
  /** One more than the highest number in the section. */
  readonly end: number;
  /** How many ranges a search looks at. */
  readonly parts: number;
  find(number: number): Location | null;
}

interface Range {
  readonly first: number;
  readonly count: number;
  /** Where its entries start. */
  readonly at: number;
}

const mostRanges = 20_000;
const entrySize = 20;
const entryForm = /[\0\t\n\f\r ]*(\d{1,10})[ \t]+(\d{1,5})[ \t]+([nf])/y;
const tableStart = /[\0\t\n\f\r ]*xref[\0\t\n\f\r ]+/y;
const rangeStart = /[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]+(\d{1,10})[\0\t ]*(?:\r\n|\n|\r)?/y;
const trailerStart = /[\0\t\n\f\r ]*trailer/y;

/** text: the file from the start of the table. */
export function readTable(text: string): Section {
  const reader = new PdfReader(text);
  if (!reader.take(tableStart)) throw brokenSyntax();
  const ranges: Range[] = [];
  for (let range = reader.take(rangeStart); range; range = reader.take(rangeStart)) {
    if (ranges.length === mostRanges) throw new BrokenMedia('The cross-reference of the PDF has too many parts.');
    const [first, count] = [Number(range[1]), Number(range[2])];
    ranges.push({ first, count, at: reader.at });
    reader.at += count * entrySize;
    if (reader.at > text.length) throw new BrokenMedia('The cross-reference of the PDF is cut off.');
  }
  if (!reader.take(trailerStart)) throw brokenSyntax();
  const trailer = reader.readValue();
  if (trailer.type !== 'dictionary') throw new BrokenMedia('The PDF has no trailer.');
  const find = (number: number) => findInTable(text, ranges, number);
  return { kind: 'table', trailer, text, end: endOf(ranges), parts: ranges.length, find };
}

function brokenSyntax(): BrokenMedia {
  return new BrokenMedia('The cross-reference of the PDF has a syntax error.');
}

function findInTable(text: string, ranges: readonly Range[], number: number): Location | null {
  const range = rangeOf(ranges, number);
  if (!range) return null;
  entryForm.lastIndex = range.at + (number - range.first) * entrySize;
  const entry = entryForm.exec(text);
  if (!entry) throw new BrokenMedia('An entry in the cross-reference of the PDF has a syntax error.');
  return entry[3] === 'f' ? { kind: 'free' } : { kind: 'offset', offset: Number(entry[1]) };
}

/** rows: the content of the stream, decoded. */
export function readStreamSection(dictionary: PdfDictionary, text: string, rows: Uint8Array): Section {
  const widths = numbersOf(dictionary, 'W');
  const size = entryOf(dictionary, 'Size', 'number')?.value ?? 0;
  if (widths?.length !== 3 || widths.some((width) => width > 8)) {
    throw new BrokenMedia('The cross-reference stream of the PDF has a syntax error.');
  }
  const index = numbersOf(dictionary, 'Index') ?? [0, size];
  const width = widths.reduce((sum, each) => sum + each);
  const ranges: Range[] = [];
  let at = 0;
  for (let place = 0; place + 1 < index.length; place += 2) {
    ranges.push({ first: index[place]!, count: index[place + 1]!, at });
    at += index[place + 1]! * width;
  }
  const find = (number: number): Location | null => {
    const range = rangeOf(ranges, number);
    const row = range ? range.at + (number - range.first) * width : rows.length;
    return row + width > rows.length ? null : readRow(rows, row, widths);
  };
  return { kind: 'stream', trailer: dictionary, text, end: endOf(ranges), parts: ranges.length, find };
}

// §7.5.8.3: the default type is 1.
function readRow(rows: Uint8Array, at: number, [first, second]: readonly number[]): Location {
  const field = (from: number, width: number) =>
    rows.subarray(from, from + width).reduce((value, byte) => value * 256 + byte, 0);
  const type = first === 0 ? 1 : field(at, first!);
  const value = field(at + first!, second!);
  if (type === 1) return { kind: 'offset', offset: value };
  return type === 2 ? { kind: 'packed', stream: value } : { kind: 'free' };
}

function numbersOf(dictionary: PdfDictionary, key: string): number[] | null {
  const items = entryOf(dictionary, key, 'array')?.items;
  if (!items) return null;
  const numbers = items.map((item) => (item.type === 'number' && Number.isSafeInteger(item.value) ? item.value : -1));
  if (numbers.length > mostRanges || numbers.some((each) => each < 0))
    throw new BrokenMedia(`The /${key} of the PDF is wrong.`);
  return numbers;
}

// No reader prefers later parts of one section to earlier ones. There should be one entry per
// number.
function rangeOf(ranges: readonly Range[], number: number): Range | undefined {
  return ranges.find(({ first, count }) => number >= first && number < first + count);
}

function endOf(ranges: readonly Range[]): number {
  return ranges.reduce((highest, { first, count }) => Math.max(highest, count > 0 ? first + count : 0), 0);
}
