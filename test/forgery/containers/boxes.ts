// MP4 and QuickTime (ISO/IEC 14496-12): boxes at the top of the file, and the places that a file
// names in itself, which move if something is inserted before them.
import { type Container, concatPieces, type Piece, word } from './container.ts';

const manifestType = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf', 'mfra', 'edts', 'udta']);

interface Box {
  readonly name: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

export const boxContainer: Container = {
  split(file) {
    const boxes = readBoxes(file, 0, file.length);
    const pieces: Piece[] = boxes.map(({ name, start, end }) => ({ name, bytes: file.subarray(start, end) }));
    const end = boxes.at(-1)?.end ?? 0;
    return end < file.length ? [...pieces, { name: 'trailing', bytes: file.subarray(end) }] : pieces;
  },
  join: concatPieces,
  wrapStore: (store) => {
    const head = Buffer.concat([manifestType, word(0), Buffer.from('manifest\0'), Buffer.alloc(8)]);
    return { name: 'uuid', bytes: makeBox('uuid', head, store) };
  },
};

export function makeBox(name: string, ...content: readonly Buffer[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([word(size), Buffer.from(name, 'latin1'), ...content]);
}

/** The same box with its size in 64 bits. */
export function spellLong(box: Buffer): Buffer {
  return Buffer.concat([word(1), box.subarray(4, 8), word(0), word(box.length + 8), box.subarray(8)]);
}

/** With every place that the file names at or after `from` moved, as a careful program does. */
export function moveOffsets(file: Buffer, from: number, by: number): Buffer {
  const moved = Buffer.from(file);
  for (const { at, width } of listOffsets(file, 0, file.length)) {
    const high = width === 8 ? file.readUInt32BE(at) : 0;
    const low = at + width - 4;
    if (high === 0 && file.readUInt32BE(low) >= from) moved.writeUInt32BE(file.readUInt32BE(low) + by, low);
  }
  return moved;
}

export function insertBox(file: Buffer, at: number, box: Buffer): Buffer {
  const moved = moveOffsets(file, at, box.length);
  return Buffer.concat([moved.subarray(0, at), box, moved.subarray(at)]);
}

/** The inverse of insertBox. */
export function cutBox(file: Buffer, start: number, end: number): Buffer {
  const moved = moveOffsets(file, end, start - end);
  return Buffer.concat([moved.subarray(0, start), moved.subarray(end)]);
}

function readBoxes(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to; ) {
    const short = file.readUInt32BE(start);
    const size = short === 1 ? file.readUInt32BE(start + 12) : short === 0 ? to - start : short;
    if (size < 8 || start + size > to) break;
    const name = file.toString('latin1', start + 4, start + 8);
    boxes.push({ name, start, content: start + (short === 1 ? 16 : 8), end: start + size });
    start += size;
  }
  return boxes;
}

interface Offset {
  readonly at: number;
  readonly width: 4 | 8;
}

function listOffsets(file: Buffer, from: number, to: number): Offset[] {
  return readBoxes(file, from, to).flatMap((box): Offset[] => {
    const { name, content, end } = box;
    if (containers.has(name)) return listOffsets(file, content, end);
    if (name === 'stco') return table(file, content + 4, 4, 4, content + 8);
    if (name === 'co64') return table(file, content + 4, 8, 8, content + 8);
    // ISO/IEC 14496-12 §8.8.7: the first flag says whether there is a base offset.
    if (name === 'tfhd') return file[content + 3]! & 1 ? [{ at: content + 8, width: 8 }] : [];
    if (name === 'tfra') return randomAccess(file, content);
    return [];
  });
}

function table(file: Buffer, countAt: number, width: 4 | 8, stride: number, first: number): Offset[] {
  return Array.from({ length: file.readUInt32BE(countAt) }, (_, place) => ({ at: first + place * stride, width }));
}

// §8.8.10: a time, the place of a moof, and three numbers whose widths are in the header.
function randomAccess(file: Buffer, content: number): Offset[] {
  const width = file[content] === 1 ? 8 : 4;
  const sizes = file.readUInt32BE(content + 8);
  const numbers = ((sizes >> 4) & 3) + ((sizes >> 2) & 3) + (sizes & 3) + 3;
  return table(file, content + 12, width, 2 * width + numbers, content + 16 + width);
}
