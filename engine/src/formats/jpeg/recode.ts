// Writes a JPEG file again after coefficients changed. Only scans with a changed coefficient are
// encoded again, with their own tables if those have all the codes, otherwise with the shortest new
// ones. Every other byte of the file is copied.
import type { JpegCoefficients } from './coefficients.ts';
import { encodingWords, type HuffmanTable, type NamedTable, tableSegment } from './huffman-table.ts';
import { JpegError } from './jpeg-error.ts';
import { type Scan, writeScanWords } from './scan.ts';
import { MARKER } from './segments.ts';
import { shortestTable } from './shortest-codes.ts';

// Sixteen codes of four bytes. A residual is smooth and needs few.
const BYTES_PER_BLOCK = 64;

/**
 * changed: indices of components, and the band of zigzag positions in which they can differ from
 * the file.
 */
export function recode(image: JpegCoefficients, changed: number[], bandStart: number, bandEnd: number): Uint8Array {
  const affected = image.scans.filter(
    (scan) =>
      scan.components.some(({ index }) => changed.includes(index)) &&
      scan.bandStart <= bandEnd &&
      scan.bandEnd >= bandStart,
  );
  const kept = new Map<Scan, Uint8Array>();
  // Progressive tables are made to measure and rarely have a spare code, so a try is not worth it.
  if (image.frame.progressive) return rewriteTables(image, affected, kept);
  for (const scan of affected) {
    const data = encodeWith(image, scan, scan.usedTables);
    if (!data) return rewriteTables(image, affected, kept);
    kept.set(scan, data);
  }
  return splice(image, kept);
}

// Copies the file with the data of some scans replaced.
function splice({ file, scans }: JpegCoefficients, data: Map<Scan, Uint8Array>): Uint8Array {
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (const scan of scans) {
    const replacement = data.get(scan);
    if (!replacement) continue;
    parts.push(file.subarray(copied, scan.dataStart), replacement);
    copied = scan.dataEnd;
  }
  parts.push(file.subarray(copied));
  return Buffer.concat(parts);
}

// New tables: the DHT segments of the file are removed, and each scan is preceded by those of its
// tables that are not in place yet.
function rewriteTables(image: JpegCoefficients, affected: Scan[], done: Map<Scan, Uint8Array>): Uint8Array {
  const { file, list, scans } = image;
  const parts: Uint8Array[] = [file.subarray(0, 2)];
  const inPlace = new Map<number, HuffmanTable>();
  for (const segment of list.segments) {
    if (segment.marker === MARKER.DHT) continue;
    const scan = scans.find((each) => each.segment === segment);
    if (!scan) {
      parts.push(file.subarray(segment.start, segment.end));
      continue;
    }
    let data = affected.includes(scan) ? done.get(scan) : file.subarray(scan.dataStart, scan.dataEnd);
    let tables = scan.usedTables;
    if (!data) {
      tables = shortestTables(image, scan);
      data = encodeWith(image, scan, tables) ?? undefined;
      if (!data) throw new JpegError('malformed', 'The marked picture data outgrew every bound.');
    }
    for (const named of tables) {
      const key = named.kind * 4 + named.slot;
      if (inPlace.get(key) === named.table) continue;
      inPlace.set(key, named.table);
      parts.push(tableSegment(named));
    }
    parts.push(file.subarray(segment.start, segment.headerEnd), data);
  }
  parts.push(file.subarray(list.end));
  return Buffer.concat(parts);
}

function shortestTables(image: JpegCoefficients, scan: Scan): NamedTable[] {
  const { workspace, frame, planes } = image;
  const mark = workspace.mark();
  const counts = workspace.reserve(8 * 1024);
  const words = workspace.reserve(256);
  workspace.words(counts, 8 * 256).fill(0);
  const at = (kind: number, slot: number) => counts + (kind * 4 + slot) * 1024;
  writeScanWords(workspace.words(words, 64), scan, frame, planes, 0, 0, at);
  workspace.kernels.encodeScan(words, frame.progressive, true);
  const tables = scan.usedTables.map(({ kind, slot }) => ({
    kind,
    slot,
    table: shortestTable(workspace.words(at(kind, slot), 256)),
  }));
  workspace.release(mark);
  return tables;
}

// The scan's entropy-coded data, or null if the tables lack a code.
function encodeWith(image: JpegCoefficients, scan: Scan, tables: NamedTable[]): Uint8Array | null {
  const { workspace, frame, planes } = image;
  const mark = workspace.mark();
  const blocks = scan.components.reduce((sum, { index }) => {
    const { storedColumns, storedRows } = frame.components[index]!;
    return sum + storedColumns * storedRows;
  }, 0);
  // The file's own size, plus some changed coefficients per block that were zero, with long codes.
  const room = Math.ceil((scan.dataEnd - scan.dataStart) * 1.25) + blocks * BYTES_PER_BLOCK + 65536;
  const output = workspace.reserve(room);
  const codes = workspace.reserve(8 * 1024);
  const words = workspace.reserve(256);
  const at = (kind: number, slot: number) => codes + (kind * 4 + slot) * 1024;
  for (const { kind, slot, table } of tables) workspace.words(at(kind, slot), 256).set(encodingWords(table));
  writeScanWords(workspace.words(words, 64), scan, frame, planes, output, output + room, at);
  const end = workspace.kernels.encodeScan(words, frame.progressive, false);
  const data = end ? workspace.bytes(output, end - output).slice() : null;
  workspace.release(mark);
  return data;
}
