// RIFF (Microsoft and IBM, 1991): a form type and its chunks, little-endian, each padded to an even size. What is read can be
// written again byte for byte; after a change of the chunks the size in the header follows.
import { BrokenMedia } from '../broken-media.ts';

export interface RiffChunk {
  /** Four characters. */
  readonly id: string;
  readonly content: Uint8Array;
  /** Header, content and padding, which the last chunk of a form may lack. */
  readonly bytes: Uint8Array;
}

export interface RiffFile {
  /** Four characters: `WEBP`, `WAVE`. */
  readonly form: string;
  readonly chunks: readonly RiffChunk[];
  /** Up to seven bytes at the end of the form that are no chunk. */
  readonly remainder: Uint8Array;
  /** What follows the form in the file. */
  readonly trailing: Uint8Array;
}

const headerSize = 12;
const chunkHeaderSize = 8;
const mostChunks = 20_000;

export function isRiff(bytes: Uint8Array, form: string): boolean {
  return letters(bytes, 0) === 'RIFF' && letters(bytes, 8) === form;
}

export function readRiff(bytes: Uint8Array): RiffFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (letters(bytes, 0) !== 'RIFF' || bytes.length < headerSize) throw new BrokenMedia('The file is no RIFF file.');
  const end = chunkHeaderSize + view.getUint32(4, true);
  if (end < headerSize || end > bytes.length) throw new BrokenMedia('The RIFF file is shorter than its header says.');
  const chunks: RiffChunk[] = [];
  let at = headerSize;
  while (at + chunkHeaderSize <= end) {
    const size = view.getUint32(at + 4, true);
    const contentEnd = at + chunkHeaderSize + size;
    if (contentEnd > end) throw new BrokenMedia(`The RIFF chunk at byte ${at} is cut off.`);
    // Many writers leave out the padding of the last chunk.
    const next = Math.min(contentEnd + (size & 1), end);
    if (chunks.length === mostChunks) throw new BrokenMedia(`The RIFF file has more than ${mostChunks} chunks.`);
    const content = bytes.subarray(at + chunkHeaderSize, contentEnd);
    chunks.push({ id: letters(bytes, at), content, bytes: bytes.subarray(at, next) });
    at = next;
  }
  return { form: letters(bytes, 8), chunks, remainder: bytes.subarray(at, end), trailing: bytes.subarray(end) };
}

/** The pieces whose concatenation is the file. */
export function riffParts({ form, chunks, remainder, trailing }: RiffFile): Uint8Array[] {
  const size = chunks.reduce((sum, { bytes }) => sum + bytes.length, 4 + remainder.length);
  const header = Buffer.alloc(headerSize);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(size, 4);
  header.write(form, 8, 'latin1');
  return [header, ...chunks.map(({ bytes }) => bytes), remainder, trailing];
}

/** padding: the byte after a content of odd size; an existing chunk's own, or its lack, where its bytes must come back. */
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

/** 'none' where it is needed and lacks. */
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
