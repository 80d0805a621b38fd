// Signed notes of C2SP: a text, an empty line and signature lines. Reading checks no signature. The
// text of a note means nothing before a signature of a known key is checked (checkpoint.ts).
import { concatBytes, fromBase64, toBase64, toUtf8 } from './bytes.ts';
import { isKeyName } from './verifier-key.ts';

export interface NoteSignature {
  readonly name: string;
  readonly keyId: number;
  readonly signature: Uint8Array;
}

export interface Note {
  /** With its last newline, which is signed too. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Room for 64 cosignatures with ML-DSA-44. */
export const longestNote = 262_144;
const mostSignatures = 100;

export function readNote(text: string): Note | null {
  if (!isNoteText(text) || toUtf8(text).length > longestNote) return null;
  const split = text.lastIndexOf('\n\n');
  if (split < 0 || !text.endsWith('\n')) return null;
  const lines = text.slice(split + 2, -1).split('\n');
  if (lines.length > mostSignatures) return null;
  const signatures = lines.map(readSignatureLine);
  return signatures.includes(null)
    ? null
    : { text: text.slice(0, split + 1), signatures: signatures as NoteSignature[] };
}

/** The text must end with a newline. Each line comes from signatureLine or a signer. */
export function writeNote(text: string, signatureLines: readonly string[]): string {
  return `${text}\n${signatureLines.join('')}`;
}

/** With its newline at the end. */
export function signatureLine(name: string, keyId: number, signature: Uint8Array): string {
  if (!isKeyName(name)) throw new TypeError(`No key can have the name ${JSON.stringify(name)}.`);
  const id = new Uint8Array(4);
  new DataView(id.buffer).setUint32(0, keyId);
  return `— ${name} ${toBase64(concatBytes([id, signature]))}\n`;
}

/** Well-formed, not too long, and without control characters other than the newline. */
export function isNoteText(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > longestNote || !text.isWellFormed()) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: These are what a note must not contain.
  return !/[\0-\x09\x0b-\x1f]/.test(text);
}

/** The line without its newline. */
function readSignatureLine(line: string): NoteSignature | null {
  const parts = /^— ([^ ]+) ([^ ]+)$/.exec(line);
  const bytes = parts && fromBase64(parts[2]);
  if (!bytes || bytes.length < 5 || !isKeyName(parts[1])) return null;
  const keyId = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return { name: parts[1], keyId, signature: bytes.slice(4) };
}
