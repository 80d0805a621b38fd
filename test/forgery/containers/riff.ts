// RIFF (Microsoft and IBM, 1991), for WAV and WebP: the header, then chunks of even size. The size
// in the header is updated, unless it says that the size is unknown.
import { type Container, concatPieces, littleWord, type Piece } from './container.ts';

const headerSize = 12;
const leastOpenSize = 0x80000000;

export const riffContainer: Container = {
  split(file) {
    const size = file.readUInt32LE(4);
    const end = isOpen(size) ? file.length : Math.min(8 + size, file.length);
    const pieces: Piece[] = [{ name: 'RIFF', bytes: file.subarray(0, headerSize) }];
    for (let at = headerSize; at + 8 <= end; ) {
      const content = file.readUInt32LE(at + 4);
      const next = content === 0 && isOpen(size) ? end : Math.min(at + 8 + content + (content & 1), end);
      pieces.push({ name: file.toString('latin1', at, at + 4), bytes: file.subarray(at, next) });
      at = next;
    }
    return end < file.length ? [...pieces, { name: 'trailing', bytes: file.subarray(end) }] : pieces;
  },
  join(pieces) {
    const header = pieces.findIndex(({ name }) => name === 'RIFF');
    const size = pieces.reduce((sum, { name, bytes }) => sum + (name === 'trailing' ? 0 : bytes.length), -8);
    const bytes = Buffer.from(pieces[header]!.bytes);
    if (!isOpen(bytes.readUInt32LE(4))) bytes.writeUInt32LE(size, 4);
    return concatPieces(pieces.with(header, { name: 'RIFF', bytes }));
  },
  wrapStore: (store) => makeRiffChunk('C2PA', store),
};

export const webpContainer: Container = {
  ...riffContainer,
  xmp: {
    read: ({ name, bytes }) => (name === 'XMP ' ? bytes.subarray(8, 8 + bytes.readUInt32LE(4)) : null),
    wrap: (packet) => makeRiffChunk('XMP ', packet),
  },
};

export function makeRiffChunk(name: string, content: Buffer, padding = 0): Piece {
  const odd = Buffer.alloc(content.length & 1, padding);
  return { name, bytes: Buffer.concat([Buffer.from(name, 'latin1'), littleWord(content.length), content, odd]) };
}

function isOpen(size: number): boolean {
  return size < 4 || size >= leastOpenSize;
}
