// The mark on a still WebP, through its pixels. Lossless stays lossless with exact alpha; lossy is encoded again at no lower
// quality than the original's. Metadata chunks are not carried over: that is the container's work.
import sharp from 'sharp';
import { markPixels } from '../../watermarks/dct-image/pixels.ts';
import { estimateQuality } from './vp8-quality.ts';

// Below this the second generation would cost more than the mark itself.
const LEAST_QUALITY = 90;

export async function markWebp(file: Uint8Array, id: string): Promise<Uint8Array> {
  const frame = findChunk(file, 'VP8 ');
  const { data, info } = await sharp(file, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  markPixels({ data, width, height, channels }, id);
  const estimate = frame ? (estimateQuality(frame) ?? 100) : 100;
  const options = frame
    ? { quality: Math.ceil(Math.max(LEAST_QUALITY, estimate)), alphaQuality: 100 }
    : { lossless: true, exact: true };
  return sharp(data, { raw: { width, height, channels } }).webp(options).toBuffer();
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
