// PNG (ISO 15948): the signature, then chunks. Everything after IEND is one piece.
import { crc32 } from 'node:zlib';
import { type Container, type Piece, word } from './container.ts';

const signatureSize = 8;
const xmpHead = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');

export const pngContainer: Container = {
  split(file) {
    const pieces: Piece[] = [{ name: 'signature', bytes: file.subarray(0, signatureSize) }];
    let at = signatureSize;
    for (let name = ''; name !== 'IEND'; ) {
      const end = at + 12 + file.readUInt32BE(at);
      name = file.toString('latin1', at + 4, at + 8);
      pieces.push({ name, bytes: file.subarray(at, end) });
      at = end;
    }
    return at < file.length ? [...pieces, { name: 'trailing', bytes: file.subarray(at) }] : pieces;
  },
  join: (pieces) => Buffer.concat(pieces.map(withChecksum)),
  wrapStore: (store) => makeChunk('caBX', store),
  xmp: {
    read({ name, bytes }) {
      if (name !== 'iTXt' || !bytes.subarray(8, 8 + xmpHead.length).equals(xmpHead)) return null;
      return bytes.subarray(8 + xmpHead.length, -4);
    },
    wrap: (packet) => makeChunk('iTXt', Buffer.concat([xmpHead, packet])),
  },
};

export function makeChunk(name: string, content: Buffer): Piece {
  const type = Buffer.from(name, 'latin1');
  const checksum = word(crc32(Buffer.concat([type, content])));
  return { name, bytes: Buffer.concat([word(content.length), type, content, checksum]) };
}

// An attack can have changed the content in place.
function withChecksum({ name, bytes }: Piece): Buffer {
  return name === 'signature' || name === 'trailing' ? bytes : makeChunk(name, bytes.subarray(8, -4)).bytes;
}
