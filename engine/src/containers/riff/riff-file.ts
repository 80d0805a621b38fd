// RIFF (Microsoft and IBM, 1991): a form type and its chunks, little-endian, each padded to an even
// size. A file that was read can be written again byte for byte. If the chunks change, the size in
// the header changes with them.
import { BrokenMedia } from '../broken-media.ts';

export interface RiffChunk {
  /** Four characters. */
  readonly id: string;
  readonly content: Uint8Array;
  /** Header, content and padding. The last chunk of a form can lack the padding. */
  readonly bytes: Uint8Array;
}

export interface RiffFile {
  /** Four characters: `WEBP`, `WAVE`. */
  readonly form: string;
  readonly chunks: readonly RiffChunk[];
  /** Up to seven bytes at the end of the form that are not a chunk. */
  readonly remainder: Uint8Array;
  /** What follows the form in the file. */
  readonly trailing: Uint8Array;
  /** How many bytes the header promises beyond the end of the file. */
  readonly missing: number;
  /** The size was written before the file was complete. It says nothing and stays as it is. */
  readonly openSize: number | null;
}

const headerSize = 12;
const chunkHeaderSize = 8;
const mostChunks = 20_000;
// No upload comes near this size. Streaming writers use a larger value, or 0, for "not known yet".
const leastOpenSize = 0x80000000;

export function isRiff(bytes: Uint8Array, form: string): boolean {
  return letters(bytes, 0) === 'RIFF' && letters(bytes, 8) === form;
}

/** Complete files only. */
export function readRiff(bytes: Uint8Array): RiffFile {
  const file = readOpenRiff(bytes);
  if (file.missing > 0 || file.openSize !== null) {
    throw new BrokenMedia('The RIFF file is shorter than its header says.');
  }
  const last = file.chunks.at(-1);
  if (last && isCutOff(last)) throw new BrokenMedia('The last chunk of the RIFF file is cut off.');
  return file;
}

/** Also files that were streamed or cut off, whose sizes promise more bytes than exist. */
export function readOpenRiff(bytes: Uint8Array): RiffFile {
  if (letters(bytes, 0) !== 'RIFF' || bytes.length < headerSize) throw new BrokenMedia('The file is not a RIFF file.');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = view.getUint32(4, true);
  const isOpen = size < headerSize - chunkHeaderSize || size >= leastOpenSize;
  const end = isOpen ? bytes.length : Math.min(chunkHeaderSize + size, bytes.length);
  const chunks: RiffChunk[] = [];
  let at = headerSize;
  while (at + chunkHeaderSize <= end) {
    const declared = view.getUint32(at + 4, true);
    // Writers that cannot go back leave the size of the sound at 0 too.
    const chunkSize = isOpen && declared === 0 && letters(bytes, at) === 'data' ? end : declared;
    const contentEnd = Math.min(at + chunkHeaderSize + chunkSize, end);
    // Many writers leave out the padding of the last chunk.
    const next = Math.min(contentEnd + (chunkSize & 1), end);
    if (chunks.length === mostChunks) throw new BrokenMedia(`The RIFF file has more than ${mostChunks} chunks.`);
    const content = bytes.subarray(at + chunkHeaderSize, contentEnd);
    chunks.push({ id: letters(bytes, at), content, bytes: bytes.subarray(at, next) });
    at = next;
  }
  return {
    form: letters(bytes, 8),
    chunks,
    remainder: bytes.subarray(at, end),
    trailing: bytes.subarray(end),
    missing: isOpen ? 0 : chunkHeaderSize + size - end,
    openSize: isOpen ? size : null,
  };
}

/** The pieces whose concatenation is the file. */
export function riffParts({ form, chunks, remainder, trailing, missing, openSize }: RiffFile): Uint8Array[] {
  const size = openSize ?? chunks.reduce((sum, { bytes }) => sum + bytes.length, 4 + remainder.length + missing);
  if (openSize === null && size >= leastOpenSize)
    throw new BrokenMedia('The RIFF file is shorter than its header says.');
  const header = Buffer.alloc(headerSize);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(size, 4);
  header.write(form, 8, 'latin1');
  return [header, ...chunks.map(({ bytes }) => bytes), remainder, trailing];
}

/** Whether the file ends before the chunk does. */
export function isCutOff({ bytes, content }: RiffChunk): boolean {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true) !== content.length;
}

/** The same chunk with other content of the same length. The size in its header does not change. */
export function withSameSizeContent(chunk: RiffChunk, content: Uint8Array): RiffChunk {
  const bytes = Buffer.from(chunk.bytes);
  bytes.set(content, chunkHeaderSize);
  return { id: chunk.id, content, bytes };
}

/**
 * padding: the byte after content of odd size. For an existing chunk, its own padding or the lack
 * of it, so that its bytes can be restored.
 */
export function makeRiffChunk(id: string, content: Uint8Array, padding: number | 'none' = 0): RiffChunk {
  const odd = padding === 'none' ? 0 : content.length & 1;
  const bytes = Buffer.alloc(chunkHeaderSize + content.length + odd, padding === 'none' ? 0 : padding);
  bytes.write(id, 0, 'latin1');
  bytes.writeUInt32LE(content.length, 4);
  bytes.set(content, chunkHeaderSize);
  return { id, content, bytes };
}

/** A chunk of the same kind and padding with another content. */
export function withContent(chunk: RiffChunk, content: Uint8Array): RiffChunk {
  return makeRiffChunk(chunk.id, content, paddingOf(chunk));
}

/** 'none' if it is needed but missing. */
export function paddingOf({ bytes, content }: RiffChunk): number | 'none' {
  if (content.length % 2 === 0) return 0;
  return bytes.length > chunkHeaderSize + content.length ? bytes.at(-1)! : 'none';
}

export function withPadding(chunk: RiffChunk, padding: number | 'none'): RiffChunk {
  return paddingOf(chunk) === padding ? chunk : makeRiffChunk(chunk.id, chunk.content, padding);
}

function letters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0);
}
