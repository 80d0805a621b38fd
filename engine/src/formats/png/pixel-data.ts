// Whether a PNG can contain the pixels that its header claims. If it cannot, it is mostly blank:
// its few bytes would cost as much as all those pixels, for no result.
import { BrokenMedia } from '../../containers/broken-media.ts';
import { expectPixels } from '../decode-picture.ts';

/**
 * The maximum ratio of deflate (zlib, Technical Details): 258 bytes by a length and a distance of
 * one bit each.
 */
const mostInflation = 1_032;
/** By color type (ISO 15948 §11.2.1). The decoder handles any other. */
const samplesOfPixel: readonly (number | undefined)[] = [1, undefined, 3, 1, 2, undefined, 4];
const headerEnd = 26;

/** The same bytes. */
export function expectPixelData(bytes: Uint8Array): Uint8Array {
  if (bytes.length < headerEnd) throw new BrokenMedia('The PNG ends inside its header.');
  const header = new DataView(bytes.buffer, bytes.byteOffset);
  const [width, height, depth] = [header.getUint32(16), header.getUint32(20), header.getUint8(24)];
  expectPixels(width, height);
  const bits = width * height * depth * (samplesOfPixel[header.getUint8(25)] ?? 0);
  if (bits / 8 > bytes.length * mostInflation) {
    throw new BrokenMedia('The PNG contains too little data for its size.');
  }
  return bytes;
}
