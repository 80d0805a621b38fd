// Text as a string of code units that map one to one to the bytes of the file: a byte of UTF-8 (or
// of any charset that keeps ASCII), or two bytes of UTF-16. Markup and line ends are found at exact
// places, and decoding loses nothing.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

export interface TextUnits {
  readonly bytes: Uint8Array;
  readonly encoding: Encoding;
  readonly units: string;
  readonly unitSize: 1 | 2;
  /** Where the text starts, after a byte order mark. */
  readonly start: number;
  readonly hasMark: boolean;
}

/** Replaces the units from `from` to before `to` with `text`. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The encoding by the byte order mark (Unicode 17 §23.8). Without one, every charset that keeps
 * ASCII reads like UTF-8.
 */
export function readUnits(bytes: Uint8Array): TextUnits {
  const { encoding, marked } = readMark(bytes);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (encoding === 'utf-8') {
    return { bytes, encoding, units: view.toString('latin1'), unitSize: 1, start: marked ? 3 : 0, hasMark: marked };
  }
  const even = view.subarray(0, view.length & ~1);
  const units = (encoding === 'utf-16le' ? even : Buffer.from(even).swap16()).toString('utf16le');
  return { bytes, encoding, units, unitSize: 2, start: 1, hasMark: true };
}

function readMark(bytes: Uint8Array): { encoding: Encoding; marked: boolean } {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', marked: true };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', marked: true };
  return { encoding: 'utf-8', marked: first === 0xef && second === 0xbb && third === 0xbf };
}

export function encodeText(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const little = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? little : little.swap16();
}

/** The units for the text in a file of this unit size. */
export function unitsOf(text: string, unitSize: 1 | 2): string {
  return unitSize === 2 ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** The pieces of the file after the changes. splices: in order, without overlap. */
export function spliceParts({ bytes, encoding, unitSize }: TextUnits, splices: readonly Splice[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  const encoded = new Map<string, Uint8Array>();
  let at = 0;
  for (const { from, to, text } of splices) {
    const piece = encoded.get(text) ?? encodeText(text, encoding);
    encoded.set(text, piece);
    parts.push(bytes.subarray(at, from * unitSize), piece);
    at = to * unitSize;
  }
  parts.push(bytes.subarray(at));
  return parts;
}
