// The operators of a content stream with their operands (ISO 32000-2 §7.8.2). Syntax errors are
// skipped. Each character is read once, so the time is linear.
import { absentIfRefused } from '../../../containers/broken-media.ts';
import { decodeString, type PdfDictionary, PdfReader } from '../pdf-syntax.ts';

export interface ContentName {
  readonly name: string;
}

/** Strings have one character per byte. A nested array is a part of the outer one. */
export type Operand = number | string | ContentName | PdfDictionary | readonly (number | string)[];

const mostOperands = 64;
/** The values of one array, such as a line of text. */
const mostItems = 100_000;
/** A content with more of them, or with more broken ones, ends there. */
const mostDictionaries = 200_000;
const costOfBroken = 200;
const endOfImage = /[\0\t\n\f\r ]EI(?![^\0\t\n\f\r ])/g;

// 1: white space, 2: a delimiter.
const kinds = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) kinds[code] = 1;
for (const character of '()<>[]{}/%') kinds[character.charCodeAt(0)] = 2;

export class ContentReader {
  /** Operands of the operator that `next` returned. */
  operands: Operand[] = [];
  readonly text: string;
  #at = 0;
  #dictionariesLeft = mostDictionaries;

  constructor(text: string) {
    this.text = text;
  }

  /** Null at the end. */
  next(): string | null {
    this.operands = [];
    let items: (number | string)[] | null = null;
    for (;;) {
      const code = this.#skipSpace();
      if (Number.isNaN(code)) return null;
      if (code === 0x5b) {
        this.#at += 1;
        items ??= [];
      } else if (code === 0x5d) {
        this.#at += 1;
        if (items) this.#push(items);
        items = null;
      } else {
        const value = this.#readOperand(code);
        if (value === null) {
          const operator = this.#readWord();
          if (operator === 'ID') this.#skipImage();
          if (operator !== '') return operator;
        } else if (!items) this.#push(value);
        else if ((typeof value === 'number' || typeof value === 'string') && items.length < mostItems)
          items.push(value);
      }
    }
  }

  #push(value: Operand): void {
    if (this.operands.length < mostOperands) this.operands.push(value);
  }

  /** The next character that matters. NaN at the end. */
  #skipSpace(): number {
    const { text } = this;
    for (let at = this.#at; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (kinds[code] === 1) continue;
      if (code !== 0x25) {
        this.#at = at;
        return code;
      }
      while (at < text.length && text.charCodeAt(at) !== 10 && text.charCodeAt(at) !== 13) at += 1;
    }
    this.#at = text.length;
    return Number.NaN;
  }

  /** Null for an operator. */
  #readOperand(code: number): Operand | null {
    if ((code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e || code === 0x2b) return this.#readNumber();
    if (code === 0x28) return this.#readString();
    if (code === 0x2f) return { name: this.#readName() };
    if (code !== 0x3c) return null;
    return this.text.charCodeAt(this.#at + 1) === 0x3c ? this.#readDictionary() : this.#readHex();
  }

  #readNumber(): number {
    const { text } = this;
    let [at, value, scale, sign] = [this.#at, 0, 0, 1];
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x30 && code <= 0x39) {
        value = value * 10 + (code - 0x30);
        scale *= 10;
      } else if (code === 0x2e && scale === 0) scale = 1;
      else if (code === 0x2d) sign = at === this.#at ? -1 : sign;
      else if (code !== 0x2b) break;
    }
    this.#at = at;
    const number = scale > 1 ? (sign * value) / scale : sign * value;
    return Number.isFinite(number) ? number : 0;
  }

  #readName(): string {
    const from = this.#at + 1;
    this.#at = from;
    const name = this.#readPlain();
    if (!name.includes('#')) return name;
    return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  }

  /** An operator. Empty for a delimiter that does not belong here. */
  #readWord(): string {
    const word = this.#readPlain();
    if (word === '') this.#at += 1;
    return word;
  }

  #readPlain(): string {
    const { text } = this;
    const from = this.#at;
    let at = from;
    while (at < text.length && kinds[text.charCodeAt(at)] === 0) at += 1;
    this.#at = at;
    return text.slice(from, at);
  }

  #readString(): string {
    const { text } = this;
    const from = this.#at;
    let [at, open, isPlain] = [from + 1, 1, true];
    for (; at < text.length && open > 0; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x28) open += 1;
      else if (code === 0x29) open -= 1;
      else if (code === 0x5c) {
        isPlain = false;
        at += 1;
      } else if (code === 0x0d) isPlain = false;
    }
    this.#at = at;
    const written = open === 0 ? text.slice(from, at) : `${text.slice(from, at)})`;
    return isPlain ? written.slice(1, -1) : decodeString(written).toString('latin1');
  }

  #readHex(): string {
    const end = this.text.indexOf('>', this.#at);
    const written = this.text.slice(this.#at, end < 0 ? this.text.length : end);
    this.#at = end < 0 ? this.text.length : end + 1;
    return decodeString(written).toString('latin1');
  }

  #readDictionary(): Operand {
    this.#dictionariesLeft -= 1;
    const reader = new PdfReader(this.text, this.#at);
    try {
      const value = reader.readValue();
      this.#at = reader.at;
      if (value.type === 'dictionary' && this.#dictionariesLeft > 0) return value;
    } catch (error) {
      absentIfRefused(error);
      this.#at = Math.max(reader.at, this.#at + 2);
      this.#dictionariesLeft -= costOfBroken;
    }
    if (this.#dictionariesLeft <= 0) this.#at = this.text.length;
    return 0;
  }

  #skipImage(): void {
    endOfImage.lastIndex = this.#at;
    this.#at = endOfImage.exec(this.text) ? endOfImage.lastIndex : this.text.length;
  }
}
