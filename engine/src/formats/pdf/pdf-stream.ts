// The content of a stream (ISO 32000-2 §7.3.8, 7.4): as it is, or inflated within a limit for the
// whole file, with the predictors of PNG undone (§7.4.4.4). The caller can add other filters.
import { inflateSync } from 'node:zlib';
import { BrokenMedia } from '../../containers/broken-media.ts';
import { entryOf, numberOf, type PdfDictionary, type PdfValue } from './pdf-syntax.ts';

/** How many more bytes can be inflated. */
export interface InflateBudget {
  left: number;
}

export type StreamFilters = ReadonlyMap<string, (content: Uint8Array, budget: InflateBudget) => Uint8Array>;

const inflateOnly: StreamFilters = new Map([
  ['FlateDecode', inflate],
  ['Fl', inflate],
]);

/** Null for an unknown filter. */
export function decodeStream(
  dictionary: PdfDictionary,
  content: Uint8Array,
  budget: InflateBudget,
  known = inflateOnly,
): Uint8Array | null {
  const filters = asList(dictionary.entries.get('Filter')?.value);
  const parameters = asList(dictionary.entries.get('DecodeParms')?.value);
  let result = content;
  for (const [index, filter] of filters.entries()) {
    const parameter = parameters[index]?.type === 'dictionary' ? (parameters[index] as PdfDictionary) : null;
    if (filter.type !== 'name') return null;
    // A stream that says it is not encrypted (§7.4.10).
    if (
      filter.name === 'Crypt' &&
      (!parameter || (entryOf(parameter, 'Name', 'name')?.name ?? 'Identity') === 'Identity')
    )
      continue;
    const decode = known.get(filter.name);
    if (!decode) return null;
    result = undoPredictor(decode(result, budget), parameter);
  }
  return result;
}

function asList(value: PdfValue | undefined): readonly PdfValue[] {
  if (!value) return [];
  return value.type === 'array' ? value.items : [value];
}

function inflate(content: Uint8Array, budget: InflateBudget): Uint8Array {
  try {
    const inflated = inflateSync(content, { maxOutputLength: Math.max(1, budget.left) });
    budget.left -= inflated.length;
    return inflated;
  } catch {
    throw new BrokenMedia('A stream of the PDF cannot be inflated, or is too large.');
  }
}

function undoPredictor(bytes: Uint8Array, parameters: PdfDictionary | null): Uint8Array {
  const predictor = (parameters && numberOf(parameters, 'Predictor')) ?? 1;
  if (!parameters || predictor === 1) return bytes;
  const sampleBits = (numberOf(parameters, 'Colors') ?? 1) * (numberOf(parameters, 'BitsPerComponent') ?? 8);
  const width = Math.ceil(((numberOf(parameters, 'Columns') ?? 1) * sampleBits) / 8);
  if (predictor < 10 || width === 0 || width > 4096)
    throw new BrokenMedia('A stream of the PDF has an unknown predictor.');
  return undoRows(bytes, width, Math.max(1, sampleBits >> 3));
}

// PNG, third edition, §9.2. Each row starts with its filter.
function undoRows(bytes: Uint8Array, width: number, step: number): Uint8Array {
  const rows = Math.floor(bytes.length / (width + 1));
  const result = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const source = row * (width + 1);
    const target = row * width;
    const filter = bytes[source];
    for (let column = 0; column < width; column += 1) {
      const left = column >= step ? result[target + column - step]! : 0;
      const up = row > 0 ? result[target + column - width]! : 0;
      const corner = row > 0 && column >= step ? result[target + column - width - step]! : 0;
      result[target + column] = bytes[source + 1 + column]! + predict(filter!, left, up, corner);
    }
  }
  return result;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}
