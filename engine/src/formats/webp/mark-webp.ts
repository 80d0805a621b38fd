// The mark on a still WebP, through its pixels. Lossless stays lossless with exact alpha; lossy is encoded again at no lower
// quality than the original's. Metadata chunks are not carried over: that is the container's work.
import sharp, { type Sharp } from 'sharp';
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
  const encoded = await encodeLossy(marked, quality);
  const again = await sharp(encoded, { ignoreIcc: true }).raw().toBuffer();
  const lossy = decibelsBetween(original, again) < (residual ? LEAST_SHARED_DECIBELS : LEAST_DECIBELS);
  return { bytes: lossy ? await encodeLossy(marked, 100) : encoded, resilient };
}

// Effort 2 of 6: at such quality more effort costs seconds and saves next to nothing.
function encodeLossy(image: Sharp, quality: number): Promise<Buffer> {
  return image.clone().webp({ quality, alphaQuality: 100, effort: 2 }).toBuffer();
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
