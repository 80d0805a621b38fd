// Pictures through sharp (libvips): luma for the readers of marks, and the perceptual hash.
// Whatever cannot be decoded is BrokenMedia, and more pixels than the limit are UnsupportedMedia,
// before any of them is decoded.
import sharp, { type Sharp } from 'sharp';
import { BrokenMedia, UnsupportedMedia } from '../containers/broken-media.ts';
import { perceptualHash } from '../fingerprints/perceptual-hash/perceptual-hash.ts';
import { Interrupted } from '../interrupted.ts';
import { lumaBytesOf, lumaOf } from '../watermarks/dct-image/pixels.ts';
import type { Box } from '../watermarks/neural/borders.ts';
import { SIDE, type SmallPicture } from '../watermarks/neural/small-picture.ts';

// libvips would keep decoded pictures for a next time that never comes: nothing of an upload
// outlives its work.
sharp.cache(false);

export const mostPixels = 100_000_000;
/** Read in its place in some 100 ms, as 0.75 megapixels in 20. */
const mostPixelsInPlace = 4_000_000;
// Fine enough for the 32 × 32 averages of the hash; a JPEG is then decoded at an eighth of its size
// where it is large.
const hashedSide = 256;

export function expectPixels(width: number, height: number): void {
  if (width * height > mostPixels)
    throw new UnsupportedMedia('The image has more than 100 megapixels. Send a smaller image.');
}

/** A picture in whole levels of luma, as it is stored. */
export interface LumaPicture {
  readonly luma: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Exif orientation, 1 to 8: how it is shown. */
  readonly orientation: number;
}

export interface DecodedPicture extends LumaPicture {
  /** false: colours lie hidden where it is transparent, and luma tells of them too. */
  readonly opaque: boolean;
}

export async function decodeLuma(bytes: Uint8Array): Promise<DecodedPicture> {
  const { orientation = 1 } = await decoding(() => open(bytes).metadata());
  const { data, info } = await decoding(() => open(bytes).raw().toBuffer({ resolveWithObject: true }));
  const { width, height, channels } = info;
  const luma = lumaBytesOf({ data, width, height, channels });
  return { luma, width, height, orientation, opaque: isOpaque(data, channels) };
}

// Alpha is the last of two channels or of four.
function isOpaque(data: Uint8Array, channels: number): boolean {
  if (channels % 2 === 1) return true;
  for (let at = channels - 1; at < data.length; at += channels) if (data[at] !== 255) return false;
  return true;
}

/** Whether the picture is small enough for its mark to be read in its place in a moment. */
export async function isReadInPlace(bytes: Uint8Array): Promise<boolean> {
  const { width, height } = await decoding(() => open(bytes).metadata());
  return width * height <= mostPixelsInPlace;
}

/**
 * Of the picture as it is shown: turned upright where its metadata says so, as most tools do when
 * they save it again.
 */
export async function hashPicture(bytes: Uint8Array): Promise<string> {
  const small = open(bytes).autoOrient().resize(hashedSide, hashedSide, { fit: 'fill' });
  const { data, info } = await decoding(() => small.raw().toBuffer({ resolveWithObject: true }));
  const { width, height, channels } = info;
  return perceptualHash(lumaOf({ data, width, height, channels }), width);
}

/** Of luma that is stored as it is shown. */
export async function hashLuma({ luma, width, height }: Omit<LumaPicture, 'orientation'>): Promise<string> {
  const picture = sharp(luma, { raw: { width, height, channels: 1 } });
  const small = picture.resize(hashedSide, hashedSide, { fit: 'fill' }).toColourspace('b-w');
  return perceptualHash(Float32Array.from(await small.raw().toBuffer()), hashedSide);
}

/** The picture, or a part of it, as the neural mark's networks see it. */
export async function shrinkPicture(bytes: Uint8Array, side: number, part?: Box): Promise<SmallPicture> {
  const { width, height, orientation = 1 } = await decoding(() => open(bytes).metadata());
  const picture = part ? open(bytes).extract(pixelsOf(part, width, height)) : open(bytes);
  return { pixels: await decoding(() => shrink(picture, side)), side, orientation };
}

/** As shrinkPicture at the side that a mark is put at, of samples that are decoded already. */
export async function shrinkSamples(bytes: Uint8Array, samples: Sharp): Promise<SmallPicture> {
  const { orientation = 1 } = await decoding(() => open(bytes).metadata());
  return { pixels: await shrink(samples, SIDE), side: SIDE, orientation };
}

/** As shrinkPicture, of luma. */
export async function shrinkLuma(
  { luma, width, height, orientation }: LumaPicture,
  side: number,
  part?: Box,
): Promise<SmallPicture> {
  const picture = sharp(luma, { raw: { width, height, channels: 1 } });
  if (part) picture.extract(pixelsOf(part, width, height));
  return { pixels: await shrink(picture, side), side, orientation };
}

// A triangle as wide as the reduction asks for, as in training; a large JPEG is decoded at a
// fraction of its size.
function shrink(picture: Sharp, side: number): Promise<Buffer> {
  const small = picture.resize(side, side, { fit: 'fill', kernel: 'linear' }).toColourspace('srgb').removeAlpha();
  return small.raw().toBuffer();
}

function pixelsOf({ left, top, right, bottom }: Box, width: number, height: number) {
  const x = Math.round(left * width);
  const y = Math.round(top * height);
  return { left: x, top: y, width: Math.round(right * width) - x, height: Math.round(bottom * height) - y };
}

/** Whether the picture is shown as it is stored. */
export async function isUpright(bytes: Uint8Array): Promise<boolean> {
  const { orientation } = await decoding(() => open(bytes).metadata());
  return orientation === undefined || orientation === 1;
}

/**
 * What libvips says where memory or threads run out, and where a picture that is decoded cannot be
 * encoded.
 */
const notTheContent = /(out of|insufficient) memory|error creating thread|unable to encode/i;

/** sharp reports what it cannot decode as a plain Error; any other kind is a mistake of ours. */
export async function decoding<Value>(decode: () => Promise<Value>): Promise<Value> {
  try {
    return await decode();
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    if (notTheContent.test(error.message)) throw new Interrupted('sharp could not go on.', { cause: error });
    if (/pixel limit/.test(error.message))
      throw new UnsupportedMedia('The image has more than 100 megapixels. Send a smaller image.');
    throw new BrokenMedia('The image is damaged or cannot be decoded. Save it again and retry.', { cause: error });
  }
}

function open(bytes: Uint8Array) {
  // Of a damaged picture whatever is there: a reader that asked for more would find less.
  return sharp(bytes, { limitInputPixels: mostPixels, ignoreIcc: true, sequentialRead: true, failOn: 'none' });
}
