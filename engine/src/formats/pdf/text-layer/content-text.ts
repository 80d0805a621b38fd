// Runs the operators of content streams that show text or move it (ISO 32000-2 §9.4, Annex A), with
// the forms that they draw. Text that is not painted counts too, such as the words behind a scan.
// The work for a whole document is bounded.
import { decodeString, entryOf, type PdfDictionary } from '../pdf-syntax.ts';
import { ContentReader, type Operand } from './content-reader.ts';
import { type Matrix, multiply, unchanged } from './matrix.ts';
import { PdfFonts } from './pdf-font.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { type Graphics, StreamState } from './stream-state.ts';
import { firstTextState } from './text-cursor.ts';
import type { TextLines } from './text-lines.ts';

/** A content stream, with what its operators need. */
interface Stream {
  readonly content: string;
  readonly resources: PdfDictionary | null;
  readonly depth: number;
  readonly state: StreamState;
}

// One unit is an operator, or two bytes of a string. Paths are free: their characters are counted.
const mostWork = 3_000_000;
const workOfForm = 50;
const workOfReplacement = 10;
const mostCharacters = 64 * 1024 * 1024;
/** Annex C.2. */
const longestString = 32_767;
const deepestForm = 12;
const longestReplacement = 10_000;

export class ContentText {
  readonly #objects: PdfObjects;
  readonly #lines: TextLines;
  readonly #fonts: PdfFonts;
  /** Those without text are empty. */
  readonly #forms = new Map<number, string>();
  #workLeft = mostWork;
  #charactersLeft = mostCharacters;

  constructor(objects: PdfObjects, lines: TextLines) {
    this.#objects = objects;
    this.#lines = lines;
    this.#fonts = new PdfFonts(objects);
  }

  /** Whether the limits of the document are reached. */
  get isSpent(): boolean {
    return this.#workLeft <= 0 || this.#charactersLeft <= 0 || this.#lines.isFull;
  }

  runPage(content: string, resources: PdfDictionary | null): void {
    this.#run(content, resources, { matrix: unchanged, text: firstTextState }, 0);
  }

  #run(content: string, resources: PdfDictionary | null, graphics: Graphics, depth: number): void {
    this.#charactersLeft -= content.length;
    const reader = new ContentReader(content);
    const stream = { content, resources, depth, state: new StreamState(graphics) };
    while (!this.isSpent) {
      const operator = reader.next();
      if (operator === null) return;
      if (stream.state.apply(operator, reader.operands)) this.#workLeft -= 1;
      else this.#apply(operator, reader.operands, stream);
    }
  }

  #apply(operator: string, operands: readonly Operand[], stream: Stream): void {
    const { state } = stream;
    if (operator === 'Tf') this.#setFont(operands, stream);
    else if (operator === 'Tj') this.#show(operands[0], stream);
    else if (operator === 'TJ') this.#showAll(operands[0], stream);
    else if (operator === 'Do') this.#drawForm(operands[0], stream);
    else if (operator === 'BDC') state.beginMarked(this.#replacementOf(operands[1], stream));
    else if (operator === "'") {
      state.apply('T*', []);
      this.#show(operands[0], stream);
    } else if (operator === '"') {
      state.apply('Tw', operands);
      state.apply('Tc', operands.slice(1));
      state.apply('T*', []);
      this.#show(operands[2], stream);
    }
  }

  #setFont([name, size]: readonly Operand[], { state, resources }: Stream): void {
    this.#workLeft -= 1;
    const font = isName(name) ? this.#fonts.find(resources, name.name) : null;
    state.setText({ font, size: typeof size === 'number' ? size : 1 });
  }

  #show(operand: Operand | undefined, { state }: Stream): void {
    if (typeof operand !== 'string') return;
    const shown = operand.slice(0, longestString);
    this.#workLeft -= 1 + (shown.length >> 1);
    const { matrix, text } = state.graphics;
    const replace = () => state.takeReplacement();
    state.cursor.show(shown, text, matrix, replace, (piece) => this.#lines.add(piece));
  }

  #showAll(operand: Operand | undefined, stream: Stream): void {
    if (!Array.isArray(operand)) return;
    for (const item of operand as readonly (number | string)[]) {
      if (this.isSpent) return;
      if (typeof item === 'number') stream.state.cursor.adjust(item, stream.state.graphics.text);
      else this.#show(item, stream);
    }
  }

  #replacementOf(operand: Operand | undefined, { content, resources }: Stream): string | null {
    this.#workLeft -= workOfReplacement;
    if (isDictionary(operand)) return replacementIn(operand, content);
    const properties = this.#objects.entry(resources, 'Properties');
    if (!isName(operand) || properties?.type !== 'dictionary') return null;
    const value = properties.entries.get(operand.name)?.value;
    const object = value?.type === 'reference' ? this.#objects.read(value.number) : null;
    return object?.value.type === 'dictionary' ? replacementIn(object.value, object.text) : null;
  }

  #drawForm(operand: Operand | undefined, { state, resources, depth }: Stream): void {
    this.#workLeft -= workOfForm;
    const forms = this.#objects.entry(resources, 'XObject');
    if (!isName(operand) || forms?.type !== 'dictionary' || depth === deepestForm) return;
    const value = forms.entries.get(operand.name)?.value;
    const form = this.#objects.dictionary(value);
    if (value?.type !== 'reference' || !form || this.#objects.name(form, 'Subtype') !== 'Form') return;
    const content = this.#forms.get(value.number) ?? this.#readForm(value.number);
    if (content === '') return;
    const own = this.#objects.numbers(form, 'Matrix');
    const { matrix, text } = state.graphics;
    const inner = own?.length === 6 ? multiply(own as unknown as Matrix, matrix) : matrix;
    const ownResources = this.#objects.dictionary(form.entries.get('Resources')?.value);
    this.#run(content, ownResources ?? resources, { matrix: inner, text }, depth + 1);
  }

  #readForm(number: number): string {
    const content = this.#objects.streamOf(number) ?? '';
    const text = /\b(?:BT|Do)\b/.test(content) ? content : '';
    this.#forms.set(number, text);
    return text;
  }
}

function isName(operand: Operand | undefined): operand is { readonly name: string } {
  return typeof operand === 'object' && 'name' in operand;
}

function isDictionary(operand: Operand | undefined): operand is PdfDictionary {
  return typeof operand === 'object' && 'entries' in operand && !Array.isArray(operand);
}

/** text: what the places of the dictionary refer to. */
function replacementIn(dictionary: PdfDictionary, text: string): string | null {
  const value = entryOf(dictionary, 'ActualText', 'string');
  if (!value || value.to - value.from > longestReplacement) return null;
  const bytes = decodeString(text.slice(value.from, value.to));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const isUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  // Nearly the encoding of other strings (§7.9.2.3).
  return new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252').decode(bytes);
}
