// FLAC (RFC 9639): tags at the start, the marker, metadata blocks, frames. The flag of the last
// block is updated.
import { type Container, littleWord, type Piece, word } from './container.ts';
import { mp3Container, readSafe } from './id3.ts';

const blockNames = ['STREAMINFO', 'PADDING', 'APPLICATION', 'SEEKTABLE', 'VORBIS_COMMENT', 'CUESHEET', 'PICTURE'];

export const flacContainer: Container = {
  split(file) {
    const pieces: Piece[] = [];
    let at = 0;
    while (file.toString('latin1', at, at + 3) === 'ID3') {
      const end = at + 10 + readSafe(file, at + 6);
      pieces.push({ name: 'ID3 tag', bytes: file.subarray(at, end) });
      at = end;
    }
    pieces.push({ name: 'fLaC', bytes: file.subarray(at, at + 4) });
    at += 4;
    for (let last = false; !last; ) {
      last = (file[at]! & 0x80) !== 0;
      const end = at + 4 + file.readUIntBE(at + 1, 3);
      pieces.push({ name: blockNames[file[at]! & 0x7f] ?? 'block', bytes: file.subarray(at, end) });
      at = end;
    }
    return [...pieces, { name: 'frames', bytes: file.subarray(at) }];
  },
  join(pieces) {
    const last = pieces.findLastIndex(({ name }) => isBlock(name));
    return Buffer.concat(
      pieces.map((piece, place) => (isBlock(piece.name) ? flagged(piece, place === last) : piece.bytes)),
    );
  },
  wrapStore: mp3Container.wrapStore,
};

export function makeBlock(type: number, content: Buffer): Piece {
  const head = word(content.length);
  head[0] = type;
  return { name: blockNames[type]!, bytes: Buffer.concat([head, content]) };
}

export function makeComment(vendor: string, ...fields: readonly string[]): Buffer {
  const text = (value: string) => [littleWord(Buffer.byteLength(value)), Buffer.from(value)];
  return Buffer.concat([...text(vendor), littleWord(fields.length), ...fields.flatMap(text)]);
}

function isBlock(name: string): boolean {
  return name === 'block' || blockNames.includes(name);
}

function flagged({ bytes }: Piece, last: boolean): Buffer {
  const copy = Buffer.from(bytes);
  copy[0] = (copy[0]! & 0x7f) | (last ? 0x80 : 0);
  return copy;
}
