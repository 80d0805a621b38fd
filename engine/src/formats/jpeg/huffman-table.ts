// JPEG Huffman tables (T.81 B.2.4.2 and annex C): reading them, laying them out for the kernels,
// and making the shortest ones for given frequencies (annex K.2).
import { JpegError } from './jpeg-error.ts';

export interface HuffmanTable {
  /** counts[length]: how many codes have that length, 1 to 16. */
  counts: Uint8Array;
  symbols: Uint8Array;
}

export interface NamedTable {
  /** 0 for DC, 1 for AC. */
  kind: number;
  slot: number;
  table: HuffmanTable;
}

export const DECODING_TABLE_BYTES = 2448;
const LOOKUP_BITS = 10;

/** All tables of one DHT segment. */
export function readTables(content: Uint8Array): NamedTable[] {
  const tables: NamedTable[] = [];
  for (let at = 0; at < content.length; ) {
    const kind = content[at]! >> 4;
    const slot = content[at]! & 15;
    const counts = new Uint8Array(17);
    counts.set(content.subarray(at + 1, at + 17), 1);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const symbols = content.slice(at + 17, at + 17 + total);
    if (kind > 1 || slot > 3 || total > 256 || symbols.length !== total) {
      throw new JpegError('malformed', 'A JPEG Huffman table is malformed.');
    }
    const table = { counts, symbols };
    assignCodes(table);
    tables.push({ kind, slot, table });
    at += 17 + total;
  }
  return tables;
}

interface Code {
  symbol: number;
  code: number;
  length: number;
}

function assignCodes({ counts, symbols }: HuffmanTable): Code[] {
  const codes: Code[] = [];
  let code = 0;
  for (let length = 1; length <= 16; length++) {
    for (let i = 0; i < counts[length]!; i++) codes.push({ symbol: symbols[codes.length]!, code: code++, length });
    if (code > 1 << length) throw new JpegError('malformed', 'A JPEG Huffman table has more codes than fit.');
    code <<= 1;
  }
  return codes;
}

/** The layout that kernels/assembly/jpeg-decode.ts reads. */
export function writeDecodingTable(table: HuffmanTable, target: Uint8Array): void {
  const view = new DataView(target.buffer, target.byteOffset, DECODING_TABLE_BYTES);
  target.fill(0);
  for (let length = 0; length <= 17; length++) view.setInt32(2048 + 4 * length, -1, true);
  let index = 0;
  for (const { symbol, code, length } of assignCodes(table)) {
    view.setInt32(2048 + 4 * length, code, true);
    view.setInt32(2120 + 4 * length, index - code, true);
    target[2192 + index++] = symbol;
    if (length > LOOKUP_BITS) continue;
    const first = code << (LOOKUP_BITS - length);
    for (let i = first; i < first + (1 << (LOOKUP_BITS - length)); i++)
      view.setUint16(2 * i, (length << 8) | symbol, true);
  }
}

/** 256 words, length << 16 | code, zero where the table has no such symbol. */
export function encodingWords(table: HuffmanTable): Int32Array {
  const words = new Int32Array(256);
  for (const { symbol, code, length } of assignCodes(table)) words[symbol] = (length << 16) | code;
  return words;
}

export function tableSegment({ kind, slot, table }: NamedTable): Uint8Array {
  const length = 2 + 17 + table.symbols.length;
  return Uint8Array.from([
    ...[0xff, 0xc4, length >> 8, length & 255, (kind << 4) | slot],
    ...table.counts.subarray(1),
    ...table.symbols,
  ]);
}
