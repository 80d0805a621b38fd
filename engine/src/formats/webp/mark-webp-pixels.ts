// The mark on a still WebP, through its pixels. Lossless stays lossless with exact alpha. Lossy is
// encoded again at the quality of the upload. Only the pixels are written here: the container code
// handles the metadata chunks.
import sharp, { type WebpOptions } from 'sharp';
import { markPixels, type Pixels } from '../../watermarks/dct-image/pixels.ts';
import { amplitudeOf } from '../../watermarks/strength.ts';
import { shrinkSamples } from '../decode-picture.ts';
import { markLossless } from '../lossless-marking.ts';
import type { MarkedPicture, MarkingOptions } from '../media-format.ts';
import { estimateQuality } from './vp8-quality.ts';

export async function markWebpPixels(
  file: Uint8Array,
  id: string,
  { neural, strength = 'balanced' }: MarkingOptions = {},
): Promise<MarkedPicture | 'unreadable' | 'flat'> {
  const { data, info } = await sharp(file, { ignoreIcc: true, failOn: 'error' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const raw = { width, height, channels };
  const residual = await neural?.(await shrinkSamples(file, sharp(data, { raw })));
  const pixels = { data, ...raw };
  const encodeAs = (options: WebpOptions) => (marked: Pixels) => sharp(marked.data, { raw }).webp(options).toBuffer();
  const frame = findChunk(file, 'VP8 ');
  if (!frame) {
    const encodings = [encodeAs({ lossless: true, exact: true })];
    return markLossless(id, { pixels, residual, strength, size: file.length, encodings });
  }
  const resilient = markPixels(pixels, id, { residual, amplitude: amplitudeOf[strength] });
  if (!resilient && !residual) return 'unreadable';
  return { bytes: await encodeAs({ quality: qualityOf(frame), alphaQuality: 100 })(pixels), resilient };
}

function qualityOf(frame: Uint8Array): number {
  return Math.ceil(estimateQuality(frame) ?? 100);
}

// The content of the first chunk of this kind (RIFF: four letters, little-endian size, padded to
// even).
function findChunk(file: Uint8Array, kind: string): Uint8Array | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 12; at + 8 <= file.length; ) {
    const size = view.getUint32(at + 4, true);
    if (String.fromCharCode(...file.subarray(at, at + 4)) === kind) return file.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size & 1);
  }
  return null;
}
