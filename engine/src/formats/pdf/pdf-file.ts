// A PDF as its cross-reference describes it (ISO 32000-2 §7.5): header, newest section first, and
// any object on demand. Files that need repair are refused. Work and memory are bounded for every
// file.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type Location, readStreamSection, readTable, type Section } from './cross-reference.ts';
import { decodeStream, type InflateBudget, type StreamFilters } from './pdf-stream.ts';
import { entryOf, numberOf, type PdfDictionary, PdfReader, type PdfValue } from './pdf-syntax.ts';

export interface PdfObject {
  readonly generation: number;
  readonly value: PdfValue;
  /** The text that the value's places refer to. */
  readonly text: string;
  /** For a stream: the bytes as they are in the file. */
  readonly content: Uint8Array | null;
}

export interface Encryption {
  readonly value: PdfDictionary;
  /** The text that its places refer to. */
  readonly text: string;
}

/** How the streams of a file are read. */
export interface StreamReading {
  /** The most bytes that the streams inflate to. */
  readonly mostInflated: number;
  readonly filters?: StreamFilters;
  /** The content without its encryption. Null if it cannot be read. */
  unlock?(file: PdfFile, number: number, object: PdfObject): Uint8Array | null;
}

interface ObjectStream {
  readonly text: string;
  readonly first: number;
  /** Where each object starts, from `first`. */
  readonly places: ReadonlyMap<number, number>;
}

const headerReach = 1024;
const tailReach = 2048;
const mostSections = 200;
const mostTables = 64 * 1024 * 1024;
const metadataOnly: StreamReading = { mostInflated: 16 * 1024 * 1024 };
// Objects are read through a window; most fit into the first.
const windows = [2048, 65_536, 1_048_576, 8_388_608];
const objectStart = /[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj/y;
const streamStart = /[\0\t\n\f\r ]*(?:%[^\r\n]{0,200}[\r\n]{1,2}){0,9}stream(?:\r\n|\n|\r)/y;

export class PdfFile {
  readonly bytes: Buffer;
  /** Where offsets count from: the header, or the first byte. */
  readonly base: number;
  /** As the file names it. */
  readonly startOfSections: number;
  /** Newest first. */
  readonly sections: readonly Section[];
  readonly #reading: StreamReading;
  readonly #budget: InflateBudget;
  readonly #objectStreams = new Map<number, ObjectStream>();
  #tablesLeft = mostTables;

  constructor(bytes: Uint8Array, reading = metadataOnly) {
    this.#reading = reading;
    this.#budget = { left: reading.mostInflated };
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.startOfSections = findStart(this.bytes);
    this.base = this.#findBase();
    this.sections = this.#readSections();
  }

  /** The newest trailer that names the catalog. */
  get trailer(): Section {
    const section = this.sections.find(({ trailer }) => entryOf(trailer, 'Root', 'reference'));
    if (!section) throw new BrokenMedia('The PDF has no catalog entry.');
    return section;
  }

  /** Null if the file is not encrypted. */
  get encryption(): Encryption | null {
    const { trailer, text } = this.trailer;
    const value = trailer.entries.get('Encrypt')?.value;
    if (!value || value.type === 'keyword') return null;
    if (value.type === 'dictionary') return { value, text };
    const object = value.type === 'reference' ? this.readObject(value.number) : null;
    if (object?.value.type !== 'dictionary') throw new BrokenMedia('The PDF does not say how it is encrypted.');
    return { value: object.value, text: object.text };
  }

  /** An unused object number. */
  get freeNumber(): number {
    return Math.max(1, ...this.sections.map(({ trailer, end }) => Math.max(end, numberOf(trailer, 'Size') ?? 0)));
  }

  /** Null if the object does not exist. */
  readObject(number: number): PdfObject | null {
    const location = this.#locate(number);
    if (!location || location.kind === 'free') return null;
    if (location.kind === 'packed') return this.#readPacked(number, location.stream);
    const found = this.#readAt(this.base + location.offset);
    return found.number === number ? found.object : null;
  }

  /** Whether the object is stored in a stream of objects. */
  isPacked(number: number): boolean {
    return this.#locate(number)?.kind === 'packed';
  }

  decode({ value, content }: PdfObject): Uint8Array | null {
    return value.type === 'dictionary' && content
      ? decodeStream(value, content, this.#budget, this.#reading.filters)
      : null;
  }

  #locate(number: number): Location | null {
    for (const section of this.sections) {
      const location = section.find(number);
      if (location) return location;
    }
    return null;
  }

  #findBase(): number {
    const header = this.bytes.subarray(0, headerReach + 5).indexOf('%PDF-');
    if (header < 0) throw new BrokenMedia('The PDF has no header.');
    const bases = header > 0 ? [header, 0] : [0];
    const base = bases.find((each) => this.#beginsSection(each + this.startOfSections));
    if (base === undefined) throw new BrokenMedia('The cross-reference of the PDF is not where the file says.');
    return base;
  }

  #beginsSection(offset: number): boolean {
    const text = this.bytes.toString('latin1', offset, offset + 64);
    return /^[\0\t\n\f\r ]*(?:xref[\0\t\n\f\r ]|\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj)/.test(text);
  }

  #readSections(): Section[] {
    const sections: Section[] = [];
    const seen = new Set<number>();
    for (let next: number | null = this.startOfSections; next !== null; ) {
      if (seen.has(next)) throw new BrokenMedia('The cross-reference of the PDF contains a loop.');
      if (seen.size === mostSections) throw new BrokenMedia(`The PDF has more than ${mostSections} updates.`);
      seen.add(next);
      const section = this.#readSection(this.base + next);
      sections.push(section);
      // A file for old and new readers: its stream adds to its table (§7.5.8.4).
      const hybrid = section.kind === 'table' ? numberOf(section.trailer, 'XRefStm') : null;
      if (hybrid !== null) sections.push(this.#readSection(this.base + hybrid));
      next = numberOf(section.trailer, 'Prev');
    }
    return sections;
  }

  #readSection(offset: number): Section {
    if (offset >= this.bytes.length) throw new BrokenMedia('The cross-reference of the PDF is cut off.');
    const start = this.bytes.toString('latin1', offset, offset + 64);
    if (/^[\0\t\n\f\r ]*xref/.test(start)) return readTable(this.#tableText(offset));
    const { object } = this.#readAt(offset);
    const rows = this.decode(object);
    if (object.value.type !== 'dictionary' || !rows)
      throw new BrokenMedia('The PDF has an unreadable cross-reference stream.');
    return readStreamSection(object.value, object.text, rows);
  }

  // A table ends with its trailer, which ends at `startxref` at the latest.
  #tableText(offset: number): string {
    const end = this.bytes.indexOf('startxref', offset);
    const length = (end < 0 ? this.bytes.length : end) - offset;
    this.#tablesLeft -= length;
    if (this.#tablesLeft < 0) throw new BrokenMedia('The cross-reference of the PDF is too large.');
    return this.bytes.toString('latin1', offset, offset + length);
  }

  #readAt(offset: number): { number: number; object: PdfObject } {
    for (const size of windows) {
      const text = this.bytes.toString('latin1', offset, offset + size);
      const isWhole = offset + size >= this.bytes.length;
      const found = readWithin(text, isWhole || size === windows.at(-1));
      if (found) return { number: found.number, object: { ...found, content: this.#contentOf(found, offset) } };
    }
    throw new BrokenMedia('An object of the PDF is not where the file says.');
  }

  #contentOf({ value, stream }: { value: PdfValue; stream: number | null }, offset: number): Uint8Array | null {
    if (stream === null || value.type !== 'dictionary') return null;
    const start = offset + stream;
    const length = this.#lengthOf(value);
    const named = length === null ? null : start + length;
    if (named !== null && /^[\0\t\n\f\r ]*endstream/.test(this.bytes.toString('latin1', named, named + 16))) {
      return this.bytes.subarray(start, named);
    }
    const end = this.bytes.indexOf('endstream', start);
    return end < 0 ? null : this.bytes.subarray(start, end);
  }

  #lengthOf(dictionary: PdfDictionary): number | null {
    const pointer = entryOf(dictionary, 'Length', 'reference');
    if (!pointer) return numberOf(dictionary, 'Length');
    // While the sections are read, there is nowhere to look.
    const location = this.sections ? this.#locate(pointer.number) : null;
    if (location?.kind !== 'offset') return null;
    const text = this.bytes.toString('latin1', this.base + location.offset, this.base + location.offset + 100);
    const value = /^[\0\t\n\f\r ]*\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj[\0\t\n\f\r ]*(\d{1,10})/.exec(text)?.[1];
    return value === undefined ? null : Number(value);
  }

  #readPacked(number: number, stream: number): PdfObject | null {
    const packed = this.#objectStreams.get(stream) ?? this.#readObjectStream(stream);
    const place = packed?.places.get(number);
    if (!packed || place === undefined) return null;
    this.#objectStreams.set(stream, packed);
    const value = new PdfReader(packed.text, packed.first + place).readValue();
    return { generation: 0, value, text: packed.text, content: null };
  }

  // §7.5.7: pairs of number and place, then the objects.
  #readObjectStream(stream: number): ObjectStream | null {
    const location = this.#locate(stream);
    if (location?.kind !== 'offset') return null;
    const { object } = this.#readAt(this.base + location.offset);
    const { unlock } = this.#reading;
    const content = this.decode(unlock ? { ...object, content: unlock(this, stream, object) } : object);
    const first = object.value.type === 'dictionary' ? numberOf(object.value, 'First') : null;
    if (!content || first === null) throw new BrokenMedia('The PDF has an unreadable object stream.');
    const text = Buffer.from(content).toString('latin1');
    const pairs = text.slice(0, first).match(/\d+/g) ?? [];
    const places = new Map<number, number>();
    for (let place = 0; place + 1 < pairs.length; place += 2) {
      if (!places.has(Number(pairs[place]))) places.set(Number(pairs[place]), Number(pairs[place + 1]));
    }
    return { text, first, places };
  }
}

interface Found {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  readonly text: string;
  readonly stream: number | null;
}

// Null if the window has possibly cut the object off.
function readWithin(text: string, isWhole: boolean): Found | null {
  const reader = new PdfReader(text);
  try {
    const start = reader.take(objectStart);
    if (!start) throw new BrokenMedia('An object of the PDF is not where the file says.');
    const value = reader.readValue();
    if (!isWhole && text.length - reader.at < 64) return null;
    const stream = reader.take(streamStart) ? reader.at : null;
    return { number: Number(start[1]), generation: Number(start[2]), value, text, stream };
  } catch (error) {
    if (isWhole) throw error;
    return null;
  }
}

function findStart(bytes: Buffer): number {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - tailReach));
  const last = [...tail.matchAll(/startxref[\0\t\n\f\r ]+(\d{1,10})/g)].at(-1);
  if (!last) throw new BrokenMedia('The PDF does not say where its cross-reference is.');
  return Number(last[1]);
}
