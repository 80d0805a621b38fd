// Objects of PDF (ISO 32000-2 §7.2–7.3) with their places, so that unknown parts can be copied
// unchanged. A strict reader of one object, bounded in depth and size. It does not read streams.
import { BrokenMedia } from '../../containers/broken-media.ts';

interface Place {
  readonly from: number;
  readonly to: number;
}

export interface PdfDictionary extends Place {
  readonly type: 'dictionary';
  /** from: where the key starts. */
  readonly entries: ReadonlyMap<string, { readonly value: PdfValue; readonly from: number }>;
}

export type PdfValue =
  | PdfDictionary
  | (Place & { readonly type: 'array'; readonly items: readonly PdfValue[] })
  | (Place & { readonly type: 'reference'; readonly number: number; readonly generation: number })
  | (Place & { readonly type: 'name'; readonly name: string })
  | (Place & { readonly type: 'number'; readonly value: number })
  | (Place & { readonly type: 'string' })
  | (Place & { readonly type: 'keyword' });

const deepest = 60;
const mostValues = 200_000;

const mostComments = 10_000;
const blanks = /[\0\t\n\f\r ]*/y;
const comment = /%[^\r\n]*/y;
const reference = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const number = /[+-]?(?:\d+\.?\d*|\.\d+)/y;
const name = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const keyword = /true|false|null/y;
const hexString = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y;

/** Reads the values of one text: the file or a part of it, one character per byte. */
export class PdfReader {
  readonly text: string;
  at: number;
  #values = 0;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  skipSpace(): void {
    for (let comments = 0; comments < mostComments; comments += 1) {
      this.take(blanks);
      if (!this.take(comment)) return;
    }
    throw new BrokenMedia('An object of the PDF has too many comments.');
  }

  /** The match at this place. Reading continues behind it. Null changes nothing. */
  take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at;
    const match = form.exec(this.text);
    if (match) this.at = form.lastIndex;
    return match;
  }

  readValue(depth = 0): PdfValue {
    this.skipSpace();
    this.#values += 1;
    if (depth > deepest || this.#values > mostValues)
      throw new BrokenMedia('An object of the PDF is too large or too deep.');
    const from = this.at;
    if (this.text.startsWith('<<', from)) return this.#readDictionary(from, depth);
    const first = this.text[from];
    if (first === '[') return this.#readArray(from, depth);
    if (first === '(') return this.#readString(from);
    if (first === '<' && this.take(hexString)) return { type: 'string', from, to: this.at };
    if (first === '/') return { type: 'name', name: decodeName(this.take(name)![0]), from, to: this.at };
    const pointer = this.take(reference);
    if (pointer) {
      return { type: 'reference', number: Number(pointer[1]), generation: Number(pointer[2]), from, to: this.at };
    }
    const digits = this.take(number);
    if (digits) return { type: 'number', value: Number(digits[0]), from, to: this.at };
    if (this.take(keyword)) return { type: 'keyword', from, to: this.at };
    throw new BrokenMedia('An object of the PDF has a syntax error.');
  }

  #readDictionary(from: number, depth: number): PdfDictionary {
    this.at += 2;
    const entries = new Map<string, { value: PdfValue; from: number }>();
    for (this.skipSpace(); !this.text.startsWith('>>', this.at); this.skipSpace()) {
      const start = this.at;
      const key = this.take(name);
      if (!key) throw new BrokenMedia('A dictionary of the PDF has a syntax error.');
      entries.set(decodeName(key[0]), { value: this.readValue(depth + 1), from: start });
    }
    this.at += 2;
    return { type: 'dictionary', entries, from, to: this.at };
  }

  #readArray(from: number, depth: number): PdfValue {
    this.at += 1;
    const items: PdfValue[] = [];
    for (this.skipSpace(); this.text[this.at] !== ']'; this.skipSpace()) items.push(this.readValue(depth + 1));
    this.at += 1;
    return { type: 'array', items, from, to: this.at };
  }

  #readString(from: number): PdfValue {
    let open = 0;
    for (let at = from; at < this.text.length; at += 1) {
      const character = this.text[at];
      if (character === '\\') at += 1;
      else if (character === '(') open += 1;
      else if (character === ')') open -= 1;
      if (open > 0) continue;
      this.at = at + 1;
      return { type: 'string', from, to: this.at };
    }
    throw new BrokenMedia('A string of the PDF has no end.');
  }
}

function decodeName(text: string): string {
  return text
    .slice(1)
    .replaceAll(/#([0-9A-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

// §7.3.4: in angle brackets, or in parentheses with escapes.
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a string as it is written in the file. */
export function decodeString(text: string): Buffer {
  if (text.startsWith('<')) {
    const digits = text.replaceAll(/[^0-9A-Fa-f]/g, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }
  const plain = text.slice(1, -1).replaceAll(/\\([0-7]{1,3}|\r\n|.)|\r\n?/gs, (whole, escaped?: string) => {
    if (escaped === undefined) return '\n';
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff);
    if (/^[\r\n]/.test(escaped)) return '';
    return escapes[escaped] ?? whole.slice(1);
  });
  return Buffer.from(plain, 'latin1');
}

/** A dictionary's value under a key, if it has this type. */
export function entryOf<Type extends PdfValue['type']>(
  dictionary: PdfDictionary,
  key: string,
  type: Type,
): Extract<PdfValue, { type: Type }> | null {
  const value = dictionary.entries.get(key)?.value;
  return value?.type === type ? (value as Extract<PdfValue, { type: Type }>) : null;
}

export function numberOf(dictionary: PdfDictionary, key: string): number | null {
  const value = entryOf(dictionary, key, 'number')?.value;
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function nameOf(dictionary: PdfDictionary, key: string): string | null {
  return entryOf(dictionary, key, 'name')?.name ?? null;
}
