// Where a file names places in itself, counted from its first byte: chunk offsets, sample auxiliary
// information, fragments, the index of fragments, items (ISO/IEC 14496-12 §8.7.5, 8.7.9, 8.8.7,
// 8.8.10, 8.11.3). All others (`trun`, `sidx`, and `saio` in a fragment) count from their own box
// and move with it.
import { BrokenMedia, UnsupportedMedia } from '../broken-media.ts';
import type { Reading } from '../reading.ts';
import { type Box, isContainer, mostBoxes, viewOf, walkBoxes } from './boxes.ts';

/** count numbers, stride bytes apart. */
export interface OffsetField {
  readonly at: number;
  readonly width: 4 | 8;
  readonly stride: number;
  readonly count: number;
}

/**
 * One place for every ten bytes of the largest upload. Real files name one for thousands of bytes.
 */
const mostPlaces = 5_000_000;

/** A field with its bytes. at: in the file. */
export interface PlacedField extends OffsetField {
  readonly bytes: Uint8Array;
}

/** The headers of two hours of video have about 10 MB. They must fit into memory. */
export const mostHeaderBytes = 128 * 1024 * 1024;

/** The fields of a whole file. Reads only its headers. */
export function* readOffsetFields(tops: readonly Box[]): Reading<PlacedField[]> {
  const headers = tops.filter(isContainer);
  if (headers.reduce((sum, { start, end }) => sum + end - start, 0) > mostHeaderBytes)
    throw new BrokenMedia('The headers of the video have more than 128 MB.');
  const joined: Uint8Array[] = [];
  // The same headers one behind the other, as if nothing were between them.
  const moved: Box[] = [];
  let length = 0;
  for (const { type, start, contentStart, end } of headers) {
    joined.push(new Uint8Array(yield { at: start, length: end - start }));
    moved.push({ type, start: length, contentStart: length + contentStart - start, end: length + end - start });
    length += end - start;
  }
  const bytes = Buffer.concat(joined);
  let header = 0;
  const fields = findOffsetFields(bytes, moved).filter(({ count }) => count > 0);
  return fields.map((field) => {
    while (field.at >= moved[header]!.end) header += 1;
    const { at, width, stride, count } = field;
    const size = stride * (count - 1) + width;
    return { ...field, at: at - moved[header]!.start + headers[header]!.start, bytes: bytes.subarray(at, at + size) };
  });
}

type Find = (view: DataView, box: Box, parent: Box) => readonly OffsetField[];

const finders: Readonly<Record<string, Find>> = {
  stco: (view, box) => table(view, box, 4),
  co64: (view, box) => table(view, box, 8),
  // In a fragment, it counts from the fragment's own base.
  saio: (view, box, parent) => (parent.type === 'stbl' ? auxiliaryOffsets(view, box) : []),
  tfhd: baseOffset,
  tfra: fragmentOffsets,
  iloc: itemOffsets,
};

export function findOffsetFields(bytes: Uint8Array, tops: readonly Box[]): OffsetField[] {
  const view = viewOf(bytes);
  const found: { field: OffsetField; track: Box | undefined }[] = [];
  const elsewhere = new Set<Box | undefined>();
  let places = 0;
  walkBoxes(bytes, tops, (box, parents) => {
    if (box.type === 'cmov')
      throw new UnsupportedMedia('A QuickTime file with a compressed movie header is not supported.');
    const track = parents.find(({ type }) => type === 'trak');
    if (box.type === 'dref' && track && isElsewhere(view, box)) elsewhere.add(track);
    for (const field of finders[box.type]?.(view, box, parents.at(-1)!) ?? []) {
      found.push({ field, track });
      places += field.count;
    }
    if (found.length > mostBoxes || places > mostPlaces) throw tooManyPlaces();
  });
  return found.filter(({ track }) => !elsewhere.has(track)).map(({ field }) => field);
}

/**
 * Whether the track's samples are in other files, whose places do not move. Samples in both are not
 * supported.
 */
function isElsewhere(view: DataView, box: Box): boolean {
  const inside = new Set<boolean>();
  let at = box.contentStart + 8;
  for (let left = uint32(view, box, box.contentStart + 4); left > 0 && at + 12 <= box.end; left -= 1) {
    inside.add((view.getUint32(at + 8) & 1) === 1);
    at += Math.max(12, view.getUint32(at));
  }
  if (inside.size === 2)
    throw new UnsupportedMedia('A video with samples both in and outside its file is not supported.');
  return inside.has(false);
}

function table(view: DataView, box: Box, width: 4 | 8): OffsetField[] {
  return [
    fits(box, { at: box.contentStart + 8, width, stride: width, count: uint32(view, box, box.contentStart + 4) }),
  ];
}

function auxiliaryOffsets(view: DataView, box: Box): OffsetField[] {
  const { version, flags } = fullHeader(view, box);
  const counted = box.contentStart + (flags & 1 ? 12 : 4);
  const width = version === 0 ? 4 : 8;
  return [fits(box, { at: counted + 4, width, stride: width, count: uint32(view, box, counted) })];
}

function baseOffset(view: DataView, box: Box): OffsetField[] {
  const { flags } = fullHeader(view, box);
  return flags & 1 ? [fits(box, { at: box.contentStart + 8, width: 8, stride: 8, count: 1 })] : [];
}

function fragmentOffsets(view: DataView, box: Box): OffsetField[] {
  const { version } = fullHeader(view, box);
  const lengths = uint32(view, box, box.contentStart + 8);
  const width = version === 0 ? 4 : 8;
  const numbers = 3 + ((lengths >>> 4) & 3) + ((lengths >>> 2) & 3) + (lengths & 3);
  const count = uint32(view, box, box.contentStart + 12);
  const first = box.contentStart + 16;
  const stride = 2 * width + numbers;
  if (first + stride * count > box.end) throw cutOff(box);
  return [{ at: first + width, width, stride, count }];
}

// The place of an item is a base plus the offset of each extent. If there is a base, only the base
// moves.
function itemOffsets(view: DataView, box: Box): OffsetField[] {
  const { version } = fullHeader(view, box);
  if (version > 2) throw new UnsupportedMedia('The file lists its items in an unknown way.');
  const reader = new FieldReader(view, box);
  const [sizes, more] = [reader.take(1), reader.take(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >>> 4, sizes & 15, more >>> 4];
  const indexSize = version === 0 ? 0 : more & 15;
  if (![offsetSize, lengthSize, baseSize, indexSize].every((size) => size === 0 || size === 4 || size === 8)) {
    throw new BrokenMedia('The item positions in the file have an invalid size.');
  }
  const fields: OffsetField[] = [];
  const add = (at: number, width: number) => fields.push({ at, width: width as 4 | 8, stride: width, count: 1 });
  for (let items = reader.take(version < 2 ? 2 : 4); items > 0; items -= 1) {
    reader.take(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.take(2) & 15;
    const reference = reader.take(2);
    const inThisFile = method === 0 && reference === 0;
    const baseAt = reader.at;
    const hasBase = reader.take(baseSize) > 0;
    if (inThisFile && hasBase) add(baseAt, baseSize);
    for (let extents = reader.take(2); extents > 0; extents -= 1) {
      reader.take(indexSize);
      if (inThisFile && !hasBase && offsetSize > 0) add(reader.at, offsetSize);
      reader.take(offsetSize);
      reader.take(lengthSize);
    }
    if (fields.length > mostBoxes) throw tooManyPlaces();
  }
  return fields;
}

class FieldReader {
  readonly #view: DataView;
  readonly #box: Box;
  at: number;

  constructor(view: DataView, box: Box) {
    this.#view = view;
    this.#box = box;
    this.at = box.contentStart + 4;
  }

  take(size: number): number {
    if (this.at + size > this.#box.end) throw cutOff(this.#box);
    let value = 0;
    for (let place = 0; place < size; place += 1) value = value * 256 + this.#view.getUint8(this.at + place);
    this.at += size;
    return value;
  }
}

function fullHeader(view: DataView, box: Box): { version: number; flags: number } {
  const word = uint32(view, box, box.contentStart);
  return { version: word >>> 24, flags: word & 0xffffff };
}

function uint32(view: DataView, box: Box, at: number): number {
  if (at + 4 > box.end) throw cutOff(box);
  return view.getUint32(at);
}

function fits(box: Box, field: OffsetField): OffsetField {
  if (field.at + field.stride * field.count > box.end) throw cutOff(box);
  return field;
}

function tooManyPlaces(): BrokenMedia {
  return new BrokenMedia('The file refers to too many positions.');
}

function cutOff({ type, start }: Box): BrokenMedia {
  return new BrokenMedia(`The ${type} box at byte ${start} is shorter than its contents.`);
}
