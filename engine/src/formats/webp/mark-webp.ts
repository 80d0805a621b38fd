// The mark on a still WebP, through its pixels. Lossless stays lossless with exact alpha; lossy is encoded again at no lower
// quality than the original's. Metadata chunks are not carried over: that is the container's work.
import sharp, { type Channels, type Sharp } from 'sharp';
import { markPixels } from '../../watermarks/dct-image/pixels.ts';
import type { ResidualMaker } from '../../watermarks/neural/residual.ts';
import { shrinkSamples } from '../decode-picture.ts';
import type { MarkedPicture } from '../media-format.ts';
import { estimateQuality } from './vp8-quality.ts';

// A lossy WebP loses twice, by the mark and by being encoded again: the mark leaves room for the second loss.
const LOSSY_HEADROOM = 0.8;
const LEAST_QUALITY = 95;
const LEAST_DECIBELS = 41;
// Beside the neural mark.
const LEAST_SHARED_DECIBELS = 39.6;
// What encoding costs is tried on some rows from all over a tall picture, in whole macroblocks: encoding all of it twice takes seconds.
const TRIED_BANDS = 8;
const ROWS_OF_BAND = 32;

/** Null when no mark could be read from such pixels and there is no residual to add. */
export async function markWebp(file: Uint8Array, id: string, neural?: ResidualMaker): Promise<MarkedPicture | null> {
  const { data, info } = await sharp(file, { ignoreIcc: true, failOn: 'error' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const frame = findChunk(file, 'VP8 ');
  const original = frame ? Uint8Array.from(data) : data;
  const headroom = frame ? LOSSY_HEADROOM : 0;
  const residual = await neural?.(await shrinkSamples(file, sharp(data, { raw: { width, height, channels } })));
  const resilient = markPixels({ data, width, height, channels }, id, { headroom, residual });
  if (!resilient && !residual) return null;
  const marked = sharp(data, { raw: { width, height, channels } });
  if (!frame) return { bytes: await marked.webp({ lossless: true, exact: true }).toBuffer(), resilient };
  const quality = Math.ceil(Math.max(LEAST_QUALITY, estimateQuality(frame) ?? 100));
  const rows = { width, height, channels };
  const decibels = await decibelsAfter(someRows(original, rows), someRows(data, rows), rows, quality);
  const enough = decibels >= (residual ? LEAST_SHARED_DECIBELS : LEAST_DECIBELS);
  return { bytes: await encodeLossy(marked, enough ? quality : 100), resilient };
}

// Effort 2 of 6: at such quality more effort costs seconds and saves next to nothing.
function encodeLossy(image: Sharp, quality: number): Promise<Buffer> {
  return image.webp({ quality, alphaQuality: 100, effort: 2 }).toBuffer();
}

interface Rows {
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
}

/** Bands of whole rows from all over the picture, one under the other; all of it where it is not tall. */
function someRows(data: Uint8Array, { width, height, channels }: Rows): Uint8Array {
  if (height <= 2 * TRIED_BANDS * ROWS_OF_BAND) return data;
  const bands = Array.from({ length: TRIED_BANDS }, (_, band) => {
    const first = Math.floor((band * (height - ROWS_OF_BAND)) / (TRIED_BANDS - 1));
    return data.subarray(first * width * channels, (first + ROWS_OF_BAND) * width * channels);
  });
  return Buffer.concat(bands);
}

/** Between rows of the original and the same rows marked, encoded and decoded. */
async function decibelsAfter(original: Uint8Array, marked: Uint8Array, { width, channels }: Rows, quality: number) {
  const height = marked.length / width / channels;
  const encoded = await encodeLossy(sharp(marked, { raw: { width, height, channels } }), quality);
  // Alpha that is opaque in these rows is not encoded.
  const decoded = channels === 4 ? sharp(encoded).ensureAlpha() : sharp(encoded);
  return decibelsBetween(original, await decoded.raw().toBuffer());
}

function decibelsBetween(a: Uint8Array, b: Uint8Array): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]!) ** 2;
  return 10 * Math.log10((255 ** 2 * a.length) / Math.max(squares, 1));
}

// The content of the first chunk of this kind (RIFF: four letters, little-endian size, padded to even).
function findChunk(file: Uint8Array, kind: string): Uint8Array | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    if (String.fromCharCode(...file.subarray(at, at + 4)) === kind) return file.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size & 1);
  }
  return null;
}
