// The pixels of the PNG files that samples are made of: truecolor of 8 bits without interlacing
// (ISO 15948). Other chunks, such as the one with the token, can be kept.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue, row by row. */
  readonly data: Uint8Array;
}

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const bytesOfPixel = 3;

export function writePng({ width, height, data }: Pixels, kept: readonly Chunk[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rowSize = width * bytesOfPixel;
  const rows = Buffer.alloc((rowSize + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const at = y * (rowSize + 1);
    rows[at] = 1; // Sub: each pixel as its difference from the one before.
    for (let x = 0; x < rowSize; x += 1) {
      const before = x < bytesOfPixel ? 0 : data[y * rowSize + x - bytesOfPixel]!;
      rows[at + 1 + x] = data[y * rowSize + x]! - before;
    }
  }
  const chunks = [
    { type: 'IHDR', content: header },
    ...kept,
    { type: 'IDAT', content: deflateSync(rows, { level: 9 }) },
    { type: 'IEND', content: Buffer.alloc(0) },
  ];
  return Buffer.concat([signature, ...chunks.map(writeChunk)]);
}

/** Also the chunks besides the pixels, so that a changed file can keep its metadata. */
export function readPng(file: Buffer): Pixels & { readonly others: readonly Chunk[] } {
  const chunks = readChunks(file);
  const header = chunks.find(({ type }) => type === 'IHDR')!.content;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (header[8] !== 8 || header[9] !== 2 || header[12] !== 0) throw new Error('Samples are truecolor PNG of 8 bits.');
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content));
  const data = unfilter(inflateSync(packed), width * bytesOfPixel, height);
  return { width, height, data, others: chunks.filter(({ type }) => !['IHDR', 'IDAT', 'IEND'].includes(type)) };
}

function readChunks(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < file.length; ) {
    const size = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), content: file.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  return chunks;
}

function writeChunk({ type, content }: Chunk): Buffer {
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

function unfilter(rows: Buffer, rowSize: number, height: number): Uint8Array {
  const data = new Uint8Array(rowSize * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (rowSize + 1)]!;
    for (let x = 0; x < rowSize; x += 1) {
      const at = y * rowSize + x;
      const left = x < bytesOfPixel ? 0 : data[at - bytesOfPixel]!;
      const up = y === 0 ? 0 : data[at - rowSize]!;
      const corner = x < bytesOfPixel || y === 0 ? 0 : data[at - rowSize - bytesOfPixel]!;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      data[at] = rows[y * (rowSize + 1) + 1 + x]! + predicted;
    }
  }
  return data;
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
