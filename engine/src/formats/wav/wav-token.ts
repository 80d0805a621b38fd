// The token in a WAV: in its own LIST chunk of type INFO (Microsoft, 1991), directly before the
// sound, so that a streamed file has it too. Only a chunk that is exactly as written here is
// removed again. If a tag editor has rewritten the list, the token is read and nothing is removed.
import { makeRiffChunk, type RiffChunk } from '../../containers/riff/riff-file.ts';
import { isToken } from '../../containers/xmp/token-namespace.ts';

// Not among the registered names. Readers show unknown names as they are.
const entryId = 'IPRV';
const listHead = Buffer.from(`INFO${entryId}`, 'latin1');
const tokenStart = listHead.length + 4;

type Chunks = readonly RiffChunk[];

export function findToken(chunks: Chunks): string | null {
  const own = chunks.find(isOwn);
  if (own) return tokenOf(own.content);
  for (const chunk of chunks) {
    const token = isInfoList(chunk) ? readForeignList(chunk.content) : null;
    if (token !== null) return token;
  }
  return null;
}

export function removeToken(chunks: Chunks): Chunks {
  return chunks.filter((chunk) => !isOwn(chunk));
}

/** chunks: without a token of ours. */
export function addToken(chunks: Chunks, token: string): Chunks {
  const place = chunks.findIndex(({ id }) => id === 'data');
  return chunks.toSpliced(place, 0, makeRiffChunk('LIST', makeList(token)));
}

function makeList(token: string): Buffer {
  const text = Buffer.from(`${token}\0`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  return Buffer.concat([listHead, size, text]);
}

function isOwn(chunk: RiffChunk): boolean {
  if (chunk.id !== 'LIST' || chunk.content.length > 100) return false;
  const token = tokenOf(chunk.content);
  return isToken(token) && Buffer.compare(makeRiffChunk('LIST', makeList(token)).bytes, chunk.bytes) === 0;
}

function tokenOf(content: Uint8Array): string {
  return Buffer.from(content.subarray(tokenStart, -1)).toString('latin1');
}

function isInfoList({ id, content }: RiffChunk): boolean {
  return id === 'LIST' && Buffer.from(content.subarray(0, 4)).toString('latin1') === 'INFO';
}

function readForeignList(content: Uint8Array): string | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  // Most lists contain none, and a list can have millions of entries.
  if (!bytes.includes(entryId)) return null;
  const name = Buffer.from(entryId).readUInt32LE();
  for (let at = 4; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.readUInt32LE(at) === name) {
      const text = bytes.toString('latin1', at + 8, at + 8 + Math.min(size, 60)).replace(/\0+$/, '');
      if (isToken(text)) return text;
    }
    at += 8 + size + (size & 1);
  }
  return null;
}
