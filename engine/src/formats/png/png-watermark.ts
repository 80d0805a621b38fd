// The watermark of a still PNG: its pixels are marked, and the new pixel chunks replace the old
// ones. All other chunks stay, except those that describe pixels of a kind that the marked picture
// no longer has.

import { isTooSmallToMark } from '../../watermarks/dct-image/pixels.ts';
import { decoding, expectPixels } from '../decode-picture.ts';
import { type Marking, type MarkingOptions, neuralAlone, unmarked } from '../media-format.ts';
import { markPngPixels } from './mark-png-pixels.ts';
import { contentOf, type Piece, readChunks } from './png-chunks.ts';

// Their content depends on color type and depth (ISO 15948 §11.2.3, 11.3.2, 11.3.3.3, 11.3.5).
const boundToPixels = new Set(['PLTE', 'tRNS', 'hIST', 'bKGD', 'sBIT']);

export async function markPng(bytes: Uint8Array, id: string, options?: MarkingOptions): Promise<Marking> {
  const pieces = readChunks(bytes);
  const { width, height } = sizeOf(pieces);
  if (pieces.some(({ type }) => type === 'acTL')) return unmarked.animated;
  if (isTooSmallToMark(width, height)) return unmarked.small;
  const marked = await decoding(() => markPngPixels(bytes, id, options));
  if (typeof marked === 'string') return unmarked[marked];
  const whole = Buffer.concat(transplant(pieces, readChunks(marked.bytes)).map((piece) => piece.bytes));
  return { bytes: whole, ...(!marked.resilient && neuralAlone) };
}

function transplant(pieces: readonly Piece[], marked: readonly Piece[]): Piece[] {
  const header = marked.find(({ type }) => type === 'IHDR')!;
  const sameKind = kindOf(header) === kindOf(pieces.find(({ type }) => type === 'IHDR')!);
  const data = marked.filter(({ type }) => type === 'IDAT');
  const place = pieces.findIndex(({ type }) => type === 'IDAT');
  return pieces.flatMap((piece, index) => {
    if (piece.type === 'IHDR') return [header];
    if (piece.type === 'IDAT') return index === place ? data : [];
    return sameKind || !boundToPixels.has(piece.type) ? [piece] : [];
  });
}

// Bit depth and color type.
function kindOf(header: Piece): string {
  return contentOf(header).subarray(8, 10).join();
}

function sizeOf(pieces: readonly Piece[]): { width: number; height: number } {
  const header = Buffer.from(contentOf(pieces.find(({ type }) => type === 'IHDR')!));
  const size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
  expectPixels(size.width, size.height);
  return size;
}
