// The mark on a still PNG, through its pixels: lossless, bit depth kept (16 bits too), alpha untouched; palette pictures
// become truecolour and 1, 2 or 4 bit greys become 8 bit, since a mark needs shades that they lack. Chunks other than the
// pixels are not carried over: that is the container's work.
import sharp, { type Sharp } from 'sharp';
import { markPixels } from '../../watermarks/dct-image/pixels.ts';
import type { ResidualMaker } from '../../watermarks/neural/residual.ts';
import { shrinkSamples } from '../decode-picture.ts';
import type { MarkedPicture } from '../media-format.ts';

/** Null when no mark could be read from such pixels and there is no residual to add. */
export async function markPng(file: Uint8Array, id: string, neural?: ResidualMaker): Promise<MarkedPicture | null> {
  const deep = file[24] === 16; // IHDR: bit depth
  const decoded = keepDepth(sharp(file, { ignoreIcc: true, failOn: 'error' }), deep, isGrey(file));
  const { data, info } = await decoded.raw({ depth: deep ? 'ushort' : 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const samples = deep ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data;
  const encoder = () => keepDepth(sharp(samples, { raw: { width, height, channels } }), deep, channels < 3);
  const residual = await neural?.(await shrinkSamples(file, encoder()));
  const resilient = markPixels({ data: samples, width, height, channels }, id, { residual });
  if (!resilient && !residual) return null;
  return { bytes: await encoder().png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer(), resilient };
}

function keepDepth(image: Sharp, deep: boolean, grey: boolean): Sharp {
  if (deep) return image.toColourspace(grey ? 'grey16' : 'rgb16');
  return grey ? image.toColourspace('b-w') : image;
}

// IHDR: colour type 0 is grey, 4 is grey with alpha.
function isGrey(file: Uint8Array): boolean {
  return file[25] === 0 || file[25] === 4;
}
