// The mark on a still PNG, through its pixels: lossless, bit depth kept (16 bits too), alpha
// untouched. Palette pictures become truecolor and grays of 1, 2 or 4 bits become 8 bits, because a
// mark needs shades that they lack. Only the pixels are written here: the container code handles
// the other chunks.
import sharp, { type Sharp } from 'sharp';
import type { Pixels } from '../../watermarks/dct-image/pixels.ts';
import { shrinkSamples } from '../decode-picture.ts';
import { markLossless } from '../lossless-marking.ts';
import type { MarkedPicture, MarkingOptions } from '../media-format.ts';

export async function markPngPixels(
  file: Uint8Array,
  id: string,
  { neural, strength = 'balanced' }: MarkingOptions = {},
): Promise<MarkedPicture | 'unreadable' | 'flat'> {
  const deep = file[24] === 16; // IHDR: bit depth
  const decoded = keepDepth(sharp(file, { ignoreIcc: true, failOn: 'error' }), deep, isGrey(file));
  const { data, info } = await decoded.raw({ depth: deep ? 'ushort' : 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const samples = deep ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data;
  const raw = { width, height, channels };
  const open = (pixels: Pixels['data']) => keepDepth(sharp(pixels, { raw }), deep, channels < 3);
  const residual = await neural?.(await shrinkSamples(file, open(samples)));
  const encodings = [
    { compressionLevel: 6, adaptiveFiltering: true },
    { compressionLevel: 9, adaptiveFiltering: false },
  ].map((options) => (pixels: Pixels) => open(pixels.data).png(options).toBuffer());
  const pixels = { data: samples, width, height, channels };
  return markLossless(id, { pixels, residual, strength, size: file.length, encodings });
}

function keepDepth(image: Sharp, deep: boolean, grey: boolean): Sharp {
  if (deep) return image.toColourspace(grey ? 'grey16' : 'rgb16');
  return grey ? image.toColourspace('b-w') : image;
}

// IHDR: color type 0 is gray, 4 is gray with alpha.
function isGrey(file: Uint8Array): boolean {
  return file[25] === 0 || file[25] === 4;
}
