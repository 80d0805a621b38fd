// A file with boxes removed or one inserted. Every place that the file names in itself moves along.
// Removing is the exact inverse of inserting: a place behind the new box moves by its size and back
// again. Only the fields that change are copied.
import { BrokenMedia } from '../broken-media.ts';
import type { Part } from '../reading.ts';
import type { Box } from './boxes.ts';
import type { PlacedField } from './offset-fields.ts';

export interface FileEdits {
  /** In the order of the file. */
  readonly removed: readonly Box[];
  readonly inserted?: { readonly at: number; readonly bytes: Uint8Array } | undefined;
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly bytes: Uint8Array;
}

const none = new Uint8Array(0);

/** The parts whose concatenation is the edited file. size: of the file before. */
export function editFile(size: number, fields: readonly PlacedField[], edits: FileEdits): Part[] {
  const { removed, inserted } = edits;
  if (removed.length === 0 && !inserted) return [{ from: 0, to: size }];
  const move = moves(edits);
  const pieces: Piece[] = removed.map(({ start, end }) => ({ from: start, to: end, bytes: none }));
  if (inserted) pieces.push({ from: inserted.at, to: inserted.at, bytes: inserted.bytes });
  for (const field of fields) pieces.push(moveField(field, move));
  // A new box goes before the box that is removed at the same place.
  pieces.sort((left, right) => left.from - right.from || left.to - right.to);
  const parts: Part[] = [];
  let at = 0;
  for (const piece of pieces) {
    if (piece.from > at) parts.push({ from: at, to: piece.from });
    if (piece.bytes.length > 0) parts.push(piece.bytes);
    at = piece.to;
  }
  if (size > at) parts.push({ from: at, to: size });
  return parts;
}

/**
 * How many bytes precede a place after the edits. A place inside a removed box becomes the place of
 * its gap.
 */
function moves({ removed, inserted }: FileEdits): (place: number) => number {
  const insertedAt = inserted?.at ?? Number.POSITIVE_INFINITY;
  const added = inserted?.bytes.length ?? 0;
  return (place) => {
    let moved = place >= insertedAt ? place + added : place;
    // By index: there can be millions of places.
    for (let index = 0; index < removed.length; index += 1) {
      const { start, end } = removed[index]!;
      if (start >= place) break;
      moved -= (end < place ? end : place) - start;
    }
    return moved;
  };
}

function moveField({ at, width, stride, count, bytes }: PlacedField, move: (place: number) => number): Piece {
  // Not slice: a Buffer's slice does not copy.
  const copy = new Uint8Array(bytes);
  const view = new DataView(copy.buffer, copy.byteOffset, copy.length);
  for (let index = 0, from = 0; index < count; index += 1, from += stride) {
    if (width === 4) {
      const moved = move(view.getUint32(from));
      if (moved > 0xffffffff) throw beyond();
      view.setUint32(from, moved);
    } else {
      const high = view.getUint32(from);
      if (high > 0xfffff) throw beyond();
      const moved = move(high * 2 ** 32 + view.getUint32(from + 4));
      if (moved > 0xffffffff || high > 0) view.setUint32(from, Math.floor(moved / 2 ** 32));
      view.setUint32(from + 4, moved >>> 0);
    }
  }
  return { from: at, to: at + copy.length, bytes: copy };
}

function beyond(): BrokenMedia {
  return new BrokenMedia('The file refers to a position that no file can have.');
}
