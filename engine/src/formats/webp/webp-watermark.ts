// The watermark of a still WebP: its pixels are marked, and the new pixel chunks replace the old
// ones. All other chunks stay.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { type RiffChunk, readRiff, riffParts } from '../../containers/riff/riff-file.ts';
import { isTooSmallToMark } from '../../watermarks/dct-image/pixels.ts';
import { decoding, expectPixels } from '../decode-picture.ts';
import { type Marking, type MarkingOptions, neuralAlone, unmarked } from '../media-format.ts';
import { StillPicture } from '../still-picture.ts';
import { markWebpPixels } from './mark-webp-pixels.ts';
import {
  decodable,
  flag,
  flagsOf,
  isExtendedHeader,
  isPicture,
  makeExtendedHeader,
  readPicture,
  withFlags,
} from './webp-picture.ts';

export async function markWebp(bytes: Uint8Array, id: string, options?: MarkingOptions): Promise<Marking> {
  const file = readRiff(bytes);
  if (isAnimated(file.chunks)) return unmarked.animated;
  const picture = file.chunks.find(isPicture);
  if (!picture) throw new BrokenMedia('The WebP has no image.');
  const { width, height } = readPicture(picture);
  expectPixels(width, height);
  if (isTooSmallToMark(width, height)) return unmarked.small;
  const marked = await decoding(() => markWebpPixels(decodable(bytes), id, options));
  if (typeof marked === 'string') return unmarked[marked];
  const chunks = transplant(file.chunks, readRiff(marked.bytes).chunks.filter(isPictureData));
  return { bytes: Buffer.concat(riffParts({ ...file, chunks })), ...(!marked.resilient && neuralAlone) };
}

export function openWebp(bytes: Uint8Array): StillPicture {
  return new StillPicture(decodable(bytes));
}

export async function readWebpMark(bytes: Uint8Array, picture = openWebp(bytes)): Promise<string | null> {
  return isAnimated(readRiff(bytes).chunks) ? null : picture.readMark();
}

export async function readWebpMarkInPlace(bytes: Uint8Array): Promise<string | null> {
  return isAnimated(readRiff(bytes).chunks) ? null : openWebp(bytes).readMarkInPlace();
}

function transplant(chunks: readonly RiffChunk[], marked: readonly RiffChunk[]): RiffChunk[] {
  const place = chunks.findIndex(isPictureData);
  const spliced = chunks.flatMap((chunk, index) => (isPictureData(chunk) ? (index === place ? marked : []) : [chunk]));
  const alpha = marked.some((chunk) => chunk.id === 'ALPH' || (isPicture(chunk) && readPicture(chunk).alpha));
  const [header] = spliced;
  if (header && isExtendedHeader(header)) {
    return spliced.with(0, withFlags(header, alpha ? flagsOf(header) | flag.alpha : flagsOf(header) & ~flag.alpha));
  }
  // A separate alpha chunk is allowed only after VP8X.
  const simple = marked.length === 1;
  return simple ? spliced : [makeExtendedHeader({ ...readPicture(marked.find(isPicture)!), alpha }, 0), ...spliced];
}

function isPictureData(chunk: RiffChunk): boolean {
  return isPicture(chunk) || chunk.id === 'ALPH';
}

function isAnimated(chunks: readonly RiffChunk[]): boolean {
  const [header] = chunks;
  return header !== undefined && isExtendedHeader(header) && (flagsOf(header) & flag.animation) !== 0;
}
