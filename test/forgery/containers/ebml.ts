// Matroska and WebM (RFC 8794, RFC 9559): elements at the top of the file. A Segment of unknown
// size reaches to the trailer.
import { type Container, concatPieces, type Piece } from './container.ts';

const voidId = 0xec;
const names: Readonly<Record<string, string>> = { '1a45dfa3': 'EBML', '18538067': 'Segment', ec: 'Void' };

export const ebmlContainer: Container = {
  split(file) {
    const pieces: Piece[] = [];
    let at = 0;
    while (at < file.length) {
      const end = elementEnd(file, at) ?? trailerStart(file);
      if (end <= at || end > file.length) break;
      pieces.push({ name: nameAt(file, at), bytes: file.subarray(at, end) });
      at = end;
    }
    return at < file.length ? [...pieces, { name: 'trailing', bytes: file.subarray(at) }] : pieces;
  },
  join: concatPieces,
  // No standard puts a store into Matroska (C2PA 2.2 annex A has none). Attachments and Void are
  // possible places.
  wrapStore: (store) => ({ name: 'Void', bytes: makeElement('ec', store) }),
};

export function makeElement(id: string, content: Buffer, sizeWidth = 8): Buffer {
  const size = Buffer.alloc(sizeWidth);
  size.writeUIntBE(content.length, Math.max(0, sizeWidth - 6), Math.min(6, sizeWidth));
  size[0]! |= 0x80 >> (sizeWidth - 1);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

function elementEnd(file: Buffer, at: number): number | null {
  const idWidth = widthAt(file, at);
  const sizeWidth = widthAt(file, at + idWidth);
  const digits = [...file.subarray(at + idWidth, at + idWidth + sizeWidth)];
  digits[0]! &= (0x80 >> (sizeWidth - 1)) - 1;
  const unknown = digits.every((digit, place) => digit === (place === 0 ? (0x80 >> (sizeWidth - 1)) - 1 : 255));
  const size = digits.reduce((sum, digit) => sum * 256 + digit, 0);
  return unknown ? null : at + idWidth + sizeWidth + size;
}

function widthAt(file: Buffer, at: number): number {
  return Math.clz32(file[at] ?? 0) - 23;
}

function nameAt(file: Buffer, at: number): string {
  const id = file.toString('hex', at, at + widthAt(file, at));
  return names[id] ?? id;
}

/** Where the Void at the very end of the file starts. The end of the file if there is none. */
function trailerStart(file: Buffer): number {
  const at = file.lastIndexOf(voidId);
  return at >= 0 && elementEnd(file, at) === file.length ? at : file.length;
}
