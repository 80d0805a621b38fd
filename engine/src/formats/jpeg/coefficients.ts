// A JPEG file as quantized coefficients: every scan Huffman-decoded into blocks of 64 shorts in
// zigzag order, one plane per component, inside one workspace. Nothing is rounded or transformed,
// so encoding them again gives the same picture.
import { Workspace } from '../../kernels/workspace.ts';
import { type Frame, isFrameHeader, readFrame } from './frame.ts';
import { DECODING_TABLE_BYTES, type HuffmanTable, readTables, writeDecodingTable } from './huffman-table.ts';
import { JpegError } from './jpeg-error.ts';
import { readScan, type Scan, writeScanWords } from './scan.ts';
import { MARKER, readSegments, type SegmentList } from './segments.ts';

export interface JpegCoefficients {
  file: Uint8Array;
  list: SegmentList;
  frame: Frame;
  scans: Scan[];
  /** Release it when you no longer need the picture. */
  workspace: Workspace;
  /** Address of each component's plane. */
  planes: number[];
  /** Quantization steps in zigzag order, one table per component. */
  steps: Int16Array[];
  /** Color transform of the Adobe segment, if there is one. */
  adobeTransform: number | null;
}

// A progressive picture has about ten. Hostile ones have thousands, and each is a pass over all
// blocks (libjpeg-turbo has the same limit).
const MOST_SCANS = 500;
const MOST_BLOCK_VISITS = 250_000_000;
const REFUSALS = [
  '',
  'The JPEG image data end too early.',
  'The JPEG image data contain an unknown code.',
  'The JPEG image data contain a value out of range.',
  'A JPEG restart marker is missing.',
];

export function decodeCoefficients(file: Uint8Array): JpegCoefficients {
  const list = readSegments(file);
  const headers = list.segments.filter(({ marker }) => isFrameHeader(marker));
  if (headers.length !== 1) throw new JpegError('malformed', 'A JPEG has exactly one frame header.');
  const frame = readFrame(headers[0]!);
  const workspace = Workspace.take();
  const planes = frame.components.map(({ storedColumns, storedRows }) =>
    workspace.reserve(storedColumns * storedRows * 128),
  );
  const scans = collectScans(list, frame);
  const steps = quantisationSteps(list, frame);
  decodeScans(file, workspace, frame, planes, scans);
  const adobe = list.segments.find(({ marker, content }) => marker === MARKER.APP14 && isAdobe(content));
  return { file, list, frame, scans, workspace, planes, steps, adobeTransform: adobe?.content[11] ?? null };
}

function isAdobe(content: Uint8Array): boolean {
  return content.length >= 12 && String.fromCharCode(...content.subarray(0, 5)) === 'Adobe';
}

// Each scan keeps the tables and the restart interval that apply when it starts.
function collectScans({ segments }: SegmentList, frame: Frame): Scan[] {
  const tables = new Map<number, HuffmanTable>();
  const scans: Scan[] = [];
  let restartInterval = 0;
  let visits = 0;
  for (const segment of segments) {
    if (segment.marker === MARKER.DHT) {
      for (const { kind, slot, table } of readTables(segment.content)) tables.set(kind * 4 + slot, table);
    } else if (segment.marker === MARKER.DRI) {
      if (segment.content.length !== 2) throw new JpegError('malformed', 'A JPEG restart interval is malformed.');
      restartInterval = (segment.content[0]! << 8) | segment.content[1]!;
    } else if (segment.marker === MARKER.SOS) {
      const scan = readScan(segment, frame, new Map(tables), restartInterval);
      visits += scan.unitsAcross * scan.unitsDown * scan.components.length;
      scans.push(scan);
      if (scans.length > MOST_SCANS || visits > MOST_BLOCK_VISITS) {
        throw new JpegError('malformed', 'The JPEG has too many scans.');
      }
    }
  }
  if (scans.length === 0) throw new JpegError('malformed', 'The JPEG has no image data.');
  return scans;
}

// T.81 B.2.4.1. A table that is defined twice would need a copy for each scan. It is refused,
// because no program writes such files.
function quantisationSteps({ segments }: SegmentList, frame: Frame): Int16Array[] {
  const tables = new Map<number, Int16Array>();
  for (const { marker, content } of segments) {
    if (marker !== MARKER.DQT) continue;
    for (let at = 0; at < content.length; ) {
      const wide = content[at]! >> 4;
      const slot = content[at]! & 15;
      const bytes = wide ? 128 : 64;
      if (wide > 1 || slot > 3 || at + 1 + bytes > content.length) {
        throw new JpegError('malformed', 'A JPEG quantization table is malformed.');
      }
      const values = content.subarray(at + 1, at + 1 + bytes);
      const table = Int16Array.from({ length: 64 }, (_, i) =>
        Math.min(32767, wide ? (values[2 * i]! << 8) | values[2 * i + 1]! : values[i]!),
      );
      const known = tables.get(slot);
      if (known?.some((step, i) => step !== table[i])) {
        throw new JpegError('unsupported_coding', 'The JPEG changes a quantization table between scans.');
      }
      tables.set(slot, table);
      at += 1 + bytes;
    }
  }
  return frame.components.map(({ quantisationTable }) => {
    const table = tables.get(quantisationTable);
    if (!table || table.includes(0)) throw new JpegError('malformed', 'A JPEG quantization table is missing.');
    return table;
  });
}

function decodeScans(file: Uint8Array, workspace: Workspace, frame: Frame, planes: number[], scans: Scan[]): void {
  const mark = workspace.mark();
  const largest = Math.max(...scans.map(({ dataStart, dataEnd }) => dataEnd - dataStart));
  const data = workspace.reserve(largest);
  const tables = workspace.reserve(8 * DECODING_TABLE_BYTES + 16);
  const words = workspace.reserve(256);
  for (const scan of scans) {
    const length = scan.dataEnd - scan.dataStart;
    workspace.bytes(data, length).set(file.subarray(scan.dataStart, scan.dataEnd));
    const tableAddress = (kind: number, slot: number) => tables + (kind * 4 + slot) * DECODING_TABLE_BYTES;
    for (const { kind, slot, table } of scan.usedTables) {
      writeDecodingTable(table, workspace.bytes(tableAddress(kind, slot), DECODING_TABLE_BYTES));
    }
    writeScanWords(workspace.words(words, 64), scan, frame, planes, data, data + length, tableAddress);
    const refusal = workspace.kernels.decodeScan(words, frame.progressive);
    if (refusal) throw new JpegError(refusal === 1 ? 'truncated' : 'malformed', REFUSALS[refusal]!);
  }
  workspace.release(mark);
}
