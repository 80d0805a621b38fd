// One scan of a JPEG (T.81 B.2.3): its header, checked against the frame and laid out as the words
// that the kernels read.
import type { Frame } from './frame.ts';
import type { HuffmanTable, NamedTable } from './huffman-table.ts';
import { JpegError } from './jpeg-error.ts';
import type { Segment } from './segments.ts';

export interface ScanComponent {
  /** Index in the frame. */
  index: number;
  dcSlot: number;
  acSlot: number;
}

export interface Scan {
  segment: Segment;
  components: ScanComponent[];
  bandStart: number;
  bandEnd: number;
  highBit: number;
  lowBit: number;
  restartInterval: number;
  unitsAcross: number;
  unitsDown: number;
  /** The tables that this scan needs, as they were when it started. */
  usedTables: NamedTable[];
  dataStart: number;
  dataEnd: number;
}

export function readScan(
  segment: Segment,
  frame: Frame,
  tables: Map<number, HuffmanTable>,
  restartInterval: number,
): Scan {
  const { content } = segment;
  const count = content[0] ?? 0;
  if (count < 1 || count > 4 || content.length !== 4 + 2 * count) {
    throw new JpegError('malformed', 'A JPEG scan header is inconsistent.');
  }
  const components = Array.from({ length: count }, (_, i) => {
    const index = frame.components.findIndex(({ identifier }) => identifier === content[1 + 2 * i]);
    const slots = content[2 + 2 * i]!;
    if (index < 0) throw new JpegError('malformed', 'A JPEG scan names a component that the frame lacks.');
    return { index, dcSlot: slots >> 4, acSlot: slots & 15 };
  });
  if (new Set(components.map(({ index }) => index)).size !== count) {
    throw new JpegError('malformed', 'A JPEG scan names a component twice.');
  }
  const [bandStart, bandEnd, bits] = content.subarray(1 + 2 * count) as unknown as [number, number, number];
  const scan = { segment, components, bandStart, bandEnd, highBit: bits >> 4, lowBit: bits & 15, restartInterval };
  checkBand(scan, frame.progressive);
  const only = count === 1 ? frame.components[components[0]!.index]! : null;
  return {
    ...scan,
    ...(frame.progressive ? {} : { bandStart: 0, bandEnd: 63, highBit: 0, lowBit: 0 }),
    unitsAcross: only ? only.blockColumns : frame.unitsAcross,
    unitsDown: only ? only.blockRows : frame.unitsDown,
    usedTables: findTables(scan, frame.progressive, tables),
    dataStart: segment.headerEnd,
    dataEnd: segment.end,
  };
}

type ScanBand = Pick<Scan, 'components' | 'bandStart' | 'bandEnd' | 'highBit' | 'lowBit'>;

// T.81 G.1.1.1.1. Sequential scans are always decoded completely.
function checkBand({ components, bandStart, bandEnd, highBit, lowBit }: ScanBand, progressive: boolean): void {
  if (!progressive) return;
  const bandFits = bandStart === 0 ? bandEnd === 0 : bandEnd >= bandStart && bandEnd <= 63 && components.length === 1;
  const bitsFit = lowBit <= 13 && (highBit === 0 || highBit === lowBit + 1);
  if (!bandFits || !bitsFit) throw new JpegError('malformed', 'A progressive JPEG scan has invalid parameters.');
}

function findTables(scan: ScanBand, progressive: boolean, tables: Map<number, HuffmanTable>): NamedTable[] {
  const used = new Map<number, NamedTable>();
  const need = (kind: number, slot: number) => {
    const table = tables.get(kind * 4 + slot);
    if (slot > 3 || !table) throw new JpegError('malformed', 'A JPEG scan uses a Huffman table that was not defined.');
    used.set(kind * 4 + slot, { kind, slot, table });
  };
  for (const { dcSlot, acSlot } of scan.components) {
    if (!progressive || (scan.bandStart === 0 && scan.highBit === 0)) need(0, dcSlot);
    if (!progressive || scan.bandStart > 0) need(1, acSlot);
  }
  return [...used.values()];
}

/**
 * The layout of kernels/assembly/jpeg-scan.ts. from, to: the entropy-coded data to read, or the
 * space to write.
 */
export function writeScanWords(
  words: Int32Array,
  scan: Scan,
  frame: Frame,
  planes: number[],
  from: number,
  to: number,
  tableAddress: (kind: number, slot: number) => number,
): void {
  const { bandStart, bandEnd, highBit, lowBit, restartInterval, unitsAcross, unitsDown, components } = scan;
  words.set([from, to, restartInterval, components.length, unitsAcross, unitsDown]);
  words.set([bandStart, bandEnd, highBit, lowBit], 6);
  const alone = components.length === 1;
  components.forEach(({ index, dcSlot, acSlot }, i) => {
    const { storedColumns, across, down } = frame.components[index]!;
    const sampling = alone ? [1, 1] : [across, down];
    words.set(
      [planes[index]!, storedColumns, ...sampling, tableAddress(0, dcSlot & 3), tableAddress(1, acSlot & 3), 0, 0],
      10 + 8 * i,
    );
  });
}
