// Boxes of the ISO base media file format (ISO/IEC 14496-12 §4.2) and atoms of QuickTime, which are
// the same: a size, four letters, content. Boxes are found, never copied. A breach of the rules or
// of the limits is BrokenMedia.
import { BrokenMedia } from '../broken-media.ts';
import { type Reading, readFromMemory } from '../reading.ts';

export interface Box {
  /** Four characters. */
  readonly type: string;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
}

/** Half an hour of fragments with one frame each stays below it. */
export const mostBoxes = 500_000;
const mostDepth = 10;
const headerSize = 8;
const largeHeaderSize = 16;

// Everything in which players look for offsets, in any place.
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'moof', 'traf', 'mfra', 'udta', 'meta']);

/**
 * The boxes of the file. If the last one is cut off, it ends with the file. Bytes at the end that
 * are too few for a box are ignored.
 */
export function* topBoxes(size: number): Reading<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + headerSize <= size; ) {
    const box = expectBox(viewOf(yield { at, length: largeHeaderSize }), at, size, at);
    if (boxes.length === mostBoxes) throw new BrokenMedia(`The file has more than ${mostBoxes} boxes.`);
    const cutOff = box.end > size;
    if (cutOff && isContainer(box)) throw new BrokenMedia(`The ${box.type} box at byte ${at} is cut off.`);
    boxes.push(cutOff ? { ...box, end: size } : box);
    at = box.end;
  }
  return boxes;
}

export function readTopBoxes(bytes: Uint8Array): Box[] {
  return readFromMemory(bytes, topBoxes(bytes.length));
}

/** Whether there are boxes inside. */
export function isContainer({ type }: Box): boolean {
  return containers.has(type);
}

/**
 * Calls visit for every box inside the given ones, containers before their contents. parents:
 * outermost first.
 */
export function walkBoxes(
  bytes: Uint8Array,
  tops: readonly Box[],
  visit: (box: Box, parents: readonly Box[]) => void,
): void {
  const view = viewOf(bytes);
  let count = 0;
  const walk = (box: Box, parents: readonly Box[]): void => {
    if (!isContainer(box)) return;
    if (parents.length === mostDepth) throw new BrokenMedia('The boxes of the file are nested too deeply.');
    const path = [...parents, box];
    for (let at = firstChild(view, box); at + headerSize <= box.end; ) {
      // QuickTime ends a list of user data with four zeros; other writers leave zeros where boxes
      // were.
      if (view.getUint32(at) === 0 && (box.type === 'udta' || view.getUint32(at + 4) === 0)) return;
      const child = expectBox(view, at, box.end);
      if (child.end > box.end || view.getUint32(at) === 0) {
        throw new BrokenMedia(`The ${child.type} box at byte ${at} does not end within its container.`);
      }
      count += 1;
      if (count > mostBoxes) throw new BrokenMedia(`The file has more than ${mostBoxes} boxes.`);
      visit(child, path);
      walk(child, path);
      at = child.end;
    }
  };
  for (const top of tops) walk(top, []);
}

// `meta` is a full box in ISO files and a plain one in QuickTime (QuickTime File Format, Metadata),
// where `hdlr` follows directly.
function firstChild(view: DataView, { type, contentStart, end }: Box): number {
  if (type !== 'meta' || contentStart + headerSize > end) return contentStart;
  return letters(view, contentStart + 4) === 'hdlr' ? contentStart : contentStart + 4;
}

/**
 * Null if the size is smaller than the header. end: according to the size, even beyond its
 * container. origin: the place in the file where the view begins.
 */
export function readBox(view: DataView, start: number, containerEnd: number, origin = 0): Box | null {
  const at = start - origin;
  const size = view.getUint32(at);
  const type = letters(view, at + 4);
  if (size === 0) return { type, start, contentStart: start + headerSize, end: containerEnd };
  if (size !== 1)
    return size < headerSize ? null : { type, start, contentStart: start + headerSize, end: start + size };
  if (start + largeHeaderSize > containerEnd) return null;
  const large = view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12);
  return large < largeHeaderSize ? null : { type, start, contentStart: start + largeHeaderSize, end: start + large };
}

function expectBox(view: DataView, start: number, containerEnd: number, origin = 0): Box {
  const box = readBox(view, start, containerEnd, origin);
  if (!box) throw new BrokenMedia(`The box at byte ${start} is smaller than its header.`);
  return box;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

export function letters(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
