// What the text needs of fonts (ISO 32000-2 §9.6, 9.7, 9.10): how a string divides into
// codes, and the characters and the width of each.
import type { PdfDictionary, PdfValue } from '../pdf-syntax.ts';
import { type CharacterMap, type EntryBudget, identity, readCharacterMap } from './character-map.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { readSimpleEncoding, type SimpleEncoding } from './simple-encoding.ts';
import { standardWidth } from './standard-widths.ts';

export interface Glyph {
  /** Empty if it is unknown. */
  readonly text: string;
  /** A share of the font size. */
  readonly width: number;
  /** How many bytes its code has. */
  readonly length: number;
  /** Whether the space between words of the text state applies. */
  readonly isSpaceCode: boolean;
}

const mostEntries = 1_000_000;
const mostFonts = 2_000;
const ligatures = /[\ufb00-\ufdff\ufe70-\ufefc]/g;

export abstract class PdfFont {
  abstract readonly isVertical: boolean;
  abstract glyphAt(text: string, at: number): Glyph;
}

interface Kept<Key> {
  get(key: Key): PdfFont | null | undefined;
  set(key: Key, font: PdfFont | null): unknown;
}

/** Fonts of a document, each read once. */
export class PdfFonts {
  readonly #objects: PdfObjects;
  readonly #byNumber = new Map<number, PdfFont | null>();
  readonly #direct = new WeakMap<PdfDictionary, PdfFont | null>();
  readonly #entries: EntryBudget = { left: mostEntries };
  #left = mostFonts;

  constructor(objects: PdfObjects) {
    this.#objects = objects;
  }

  /** Null if there is no such font, or it has no known characters. */
  find(resources: PdfDictionary | null, name: string): PdfFont | null {
    const fonts = this.#objects.entry(resources, 'Font');
    const value = fonts?.type === 'dictionary' ? fonts.entries.get(name)?.value : undefined;
    if (value?.type === 'reference') return this.#keep(this.#byNumber, value.number, value);
    return value?.type === 'dictionary' ? this.#keep(this.#direct, value, value) : null;
  }

  #keep<Key>(kept: Kept<Key>, key: Key, value: PdfValue): PdfFont | null {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const dictionary = this.#objects.dictionary(value);
    this.#left -= 1;
    const font = dictionary && this.#left >= 0 ? readFont(this.#objects, dictionary, this.#entries) : null;
    kept.set(key, font);
    return font;
  }
}

function readFont(objects: PdfObjects, font: PdfDictionary, budget: EntryBudget): PdfFont {
  const source = objects.stream(font.entries.get('ToUnicode')?.value);
  const texts = source === null ? null : readCharacterMap(source, budget).texts;
  return objects.name(font, 'Subtype') === 'Type0'
    ? new CompositeFont(objects, font, texts, budget)
    : new SimpleFont(objects, font, texts);
}

class SimpleFont extends PdfFont {
  readonly isVertical = false;
  readonly #glyphs: Glyph[] = [];

  constructor(objects: PdfObjects, font: PdfDictionary, texts: ReadonlyMap<number, string> | null) {
    super();
    const encoding = readSimpleEncoding(objects, font);
    const widthOf = readSimpleWidths(objects, font);
    for (let code = 0; code < 256; code += 1) {
      const text = plainText(texts?.get(code) ?? '') || encodedText(encoding, code);
      this.#glyphs.push({ text, width: widthOf(code), length: 1, isSpaceCode: code === 32 });
    }
  }

  glyphAt(text: string, at: number): Glyph {
    return this.#glyphs[text.charCodeAt(at)]!;
  }
}

function encodedText(encoding: SimpleEncoding, code: number): string {
  return plainText(encoding[code] ?? '');
}

function readSimpleWidths(objects: PdfObjects, font: PdfDictionary): (code: number) => number {
  const widths = objects.numbers(font, 'Widths');
  const first = objects.number(font, 'FirstChar') ?? 0;
  // A Type 3 font has its own units. The width is along the line of text.
  const scale = objects.name(font, 'Subtype') === 'Type3' ? (objects.numbers(font, 'FontMatrix')?.[0] ?? 0.001) : 0.001;
  if (!widths) {
    const name = objects.name(font, 'BaseFont') ?? '';
    return (code) => standardWidth(name, code);
  }
  const missing = objects.number(objects.dictionary(font.entries.get('FontDescriptor')?.value), 'MissingWidth') ?? 0;
  return (code) => (widths[code - first] ?? missing) * scale;
}

class CompositeFont extends PdfFont {
  readonly isVertical: boolean;
  readonly #codes: CharacterMap;
  readonly #texts: ReadonlyMap<number, string>;
  readonly #isUnicode: boolean;
  readonly #widths: ReadonlyMap<number, number>;
  readonly #usualWidth: number;
  readonly #glyphs = new Map<number, Glyph>();

  constructor(
    objects: PdfObjects,
    font: PdfDictionary,
    texts: ReadonlyMap<number, string> | null,
    budget: EntryBudget,
  ) {
    super();
    const encoding = font.entries.get('Encoding')?.value;
    const name = objects.name(font, 'Encoding') ?? '';
    const source = objects.stream(encoding);
    this.#codes = source === null ? identity : readCharacterMap(source, budget);
    this.#texts = texts ?? new Map();
    // The codes of these predefined maps are UTF-16 (§9.7.5.2).
    this.#isUnicode = /^Uni.*-(?:UCS2|UTF16)-/.test(name);
    this.isVertical = /-V$/.test(name) || objects.number(objects.dictionary(encoding), 'WMode') === 1;
    const list = objects.entry(font, 'DescendantFonts');
    const descendant = objects.dictionary(list?.type === 'array' ? list.items[0] : undefined);
    this.#usualWidth = (objects.number(descendant, 'DW') ?? 1000) / 1000;
    this.#widths = readWidthsOfIdentifiers(objects, descendant, budget);
  }

  glyphAt(text: string, at: number): Glyph {
    const { code, length } = this.#codes.readCode(text, at);
    const key = code * 4 + length - 1;
    return this.#glyphs.get(key) ?? this.#makeGlyph(key, code, length);
  }

  #makeGlyph(key: number, code: number, length: number): Glyph {
    const text = plainText(this.#texts.get(code) ?? (this.#isUnicode ? String.fromCharCode(code) : ''));
    const identifier = this.#codes.identifiers.get(code) ?? code;
    const width = this.isVertical ? -1 : (this.#widths.get(identifier) ?? this.#usualWidth);
    const glyph = { text, width, length, isSpaceCode: length === 1 && code === 32 };
    this.#glyphs.set(key, glyph);
    return glyph;
  }
}

// §9.7.4.3: `first [width …]` or `first last width`.
function readWidthsOfIdentifiers(
  objects: PdfObjects,
  descendant: PdfDictionary | null,
  budget: EntryBudget,
): Map<number, number> {
  const widths = new Map<number, number>();
  const list = objects.entry(descendant, 'W');
  const items = list?.type === 'array' ? list.items : [];
  const numberAt = (place: number) => {
    const value = objects.resolve(items[place]);
    return value?.type === 'number' ? value.value : 0;
  };
  for (let place = 0; place + 1 < items.length && budget.left > 0; ) {
    const first = numberAt(place);
    const next = objects.resolve(items[place + 1]);
    if (next?.type === 'array') {
      for (const [index, item] of next.items.entries()) {
        if (item.type === 'number') widths.set(first + index, item.value / 1000);
      }
      budget.left -= next.items.length;
      place += 2;
    } else {
      const last = Math.min(numberAt(place + 1), first + 0xffff);
      for (let each = first; each <= last; each += 1) widths.set(each, numberAt(place + 2) / 1000);
      budget.left -= Math.max(1, last - first);
      place += 3;
    }
  }
  return widths;
}

// Ligatures and the forms of Arabic letters become letters.
function plainText(text: string): string {
  const plain = text.replaceAll(ligatures, (each) => each.normalize('NFKC'));
  return /[\s\0]/.test(plain) ? plain.replaceAll('\0', '').replaceAll(/\s+/g, ' ') : plain;
}
