// Multi-picture files (CIPA DC-007 §5.2.3): further pictures follow the first, and its MPF segment
// says where, counted from within itself. If the first picture changes its size, the index must
// change too. Otherwise gain maps and depth maps are lost.
import { marker, type Piece, readHeader } from './jpeg-header.ts';

const signature = Buffer.from('MPF\0', 'latin1');
const entriesTag = 0xb002;
const entrySize = 16;
const mostEntries = 1000;

/** changed: the file `before`, with other bytes in its first picture only. */
export function shiftPictures(before: Uint8Array, changed: Uint8Array): Uint8Array {
  const [old, index] = [findIndex(readHeader(before)), findIndex(readHeader(changed))];
  if (!old || !index) return changed;
  const shifted = Buffer.from(changed);
  const start = index.byteOffset - changed.byteOffset;
  const growth = changed.length - before.length;
  const growthBehind = growth - (start - (old.byteOffset - before.byteOffset));
  for (const move of entriesOf(shifted.subarray(start, start + index.length))) move(growth, growthBehind);
  return shifted;
}

function findIndex(pieces: readonly Piece[]): Uint8Array | null {
  const piece = pieces.find(
    ({ marker: code, content }) =>
      code === marker.APP2 && Buffer.compare(content.subarray(0, signature.length), signature) === 0,
  );
  return piece ? piece.content.subarray(signature.length) : null;
}

type Move = (growth: number, growthBehind: number) => void;

// A TIFF directory. Anything that does not fit into the segment stays as it is.
function entriesOf(index: Buffer): Move[] {
  const little = index.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? index.readUInt16LE(at) : index.readUInt16BE(at));
  const long = (at: number) => (little ? index.readUInt32LE(at) : index.readUInt32BE(at));
  const add = (at: number, growth: number) => {
    const value = (long(at) + growth) >>> 0;
    if (little) index.writeUInt32LE(value, at);
    else index.writeUInt32BE(value, at);
  };
  if (index.length < 10 || long(4) > index.length - 2) return [];
  const directory = long(4);
  const fields = Array.from({ length: short(directory) }, (_, place) => directory + 2 + 12 * place);
  const field = fields.find((at) => at + 12 <= index.length && short(at) === entriesTag);
  if (field === undefined) return [];
  const first = long(field + 8);
  const count = Math.min(Math.floor(long(field + 4) / entrySize), mostEntries);
  const entries = Array.from({ length: count }, (_, place) => first + entrySize * place);
  return entries
    .filter((at) => at + entrySize <= index.length)
    .map((at, place): Move => {
      // Attributes, size, offset, dependent entries. The first picture is the one that grew, and
      // its offset is always 0.
      return (growth, growthBehind) => (place === 0 ? add(at + 4, growth) : add(at + 8, growthBehind));
    });
}
