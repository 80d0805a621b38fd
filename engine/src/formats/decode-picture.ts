// Decodes pictures with sharp (libvips): luma for the readers of marks, and the perceptual hash. A
// picture that cannot be decoded is BrokenMedia. One with more pixels than the limit is
// UnsupportedMedia, before any of them is decoded.
import sharp, { type Sharp } from 'sharp';
import { BrokenMedia, UnsupportedMedia } from '../containers/broken-media.ts';
import { perceptualHash } from '../fingerprints/perceptual-hash/perceptual-hash.ts';
import { Interrupted } from '../interrupted.ts';
import { lumaBytesOf, lumaOf } from '../watermarks/dct-image/pixels.ts';
import type { Box } from '../watermarks/neural/borders.ts';
import { SIDE, type SmallPicture } from '../watermarks/neural/small-picture.ts';

// libvips would keep decoded pictures for reuse, which never happens. Nothing of an upload remains
// after its work.
sharp.cache(false);

export const mostPixels = 100_000_000;
/** A mark in its place takes about 100 ms at this size, and 20 ms at 0.75 megapixels. */
const mostPixelsInPlace = 4_000_000;
// Fine enough for the 32 × 32 averages of the hash. A large JPEG is then decoded at an eighth of
// its size.
const hashedSide = 256;

export function expectPixels(width: number, height: number): void {
  if (width * height > mostPixels)
    throw new UnsupportedMedia('The image has more than 100 megapixels. Send a smaller image.');
}

/** A picture in integer levels of luma, as it is stored. */
export interface LumaPicture {
  readonly luma: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Exif orientation, 1 to 8: how it is displayed. */
  readonly orientation: number;
}

export interface DecodedPicture extends LumaPicture {
  /** False: the transparent parts have hidden colors, and luma includes them. */
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

/** Whether the picture is so small that its mark can be read in its place quickly. */
export async function isReadInPlace(bytes: Uint8Array): Promise<boolean> {
  const { width, height } = await decoding(() => open(bytes).metadata());
  return width * height <= mostPixelsInPlace;
}

/**
 * For the picture as displayed: turned upright if its metadata says so, as most tools do when they
 * save it again.
 */
export async function hashPicture(bytes: Uint8Array): Promise<string> {
  const small = open(bytes).autoOrient().resize(hashedSide, hashedSide, { fit: 'fill' });
  const { data, info } = await decoding(() => small.raw().toBuffer({ resolveWithObject: true }));
  const { width, height, channels } = info;
  return perceptualHash(lumaOf({ data, width, height, channels }), width);
}

/** For luma that is stored as it is displayed. */
export async function hashLuma({ luma, width, height }: Omit<LumaPicture, 'orientation'>): Promise<string> {
  const picture = sharp(luma, { raw: { width, height, channels: 1 } });
  const small = picture.resize(hashedSide, hashedSide, { fit: 'fill' }).toColourspace('b-w');
  return perceptualHash(Float32Array.from(await small.raw().toBuffer()), hashedSide);
}

/** The picture as displayed, with this longest side at most, in a new file without metadata. */
export function shrinkToWebp(bytes: Uint8Array, side: number): Promise<Buffer> {
  const small = open(bytes).autoOrient().resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return decoding(() => small.toColourspace('srgb').webp({ quality: 70 }).toBuffer());
}

/** The picture, or a part of it, as the neural mark's networks see it. */
export async function shrinkPicture(bytes: Uint8Array, side: number, part?: Box): Promise<SmallPicture> {
  const { width, height, orientation = 1 } = await decoding(() => open(bytes).metadata());
  const picture = part ? open(bytes).extract(pixelsOf(part, width, height)) : open(bytes);
  return { pixels: await decoding(() => shrink(picture, side)), side, orientation };
}

/** As shrinkPicture at the side at which a mark is added, for samples that are already decoded. */
export async function shrinkSamples(bytes: Uint8Array, samples: Sharp): Promise<SmallPicture> {
  const { orientation = 1 } = await decoding(() => open(bytes).metadata());
  return { pixels: await shrink(samples, SIDE), side: SIDE, orientation };
}

/** As shrinkPicture, for luma. */
export async function shrinkLuma(
  { luma, width, height, orientation }: LumaPicture,
  side: number,
  part?: Box,
): Promise<SmallPicture> {
  const picture = sharp(luma, { raw: { width, height, channels: 1 } });
  if (part) picture.extract(pixelsOf(part, width, height));
  return { pixels: await shrink(picture, side), side, orientation };
}

// A triangle as wide as the reduction requires, as in training. A large JPEG is decoded at a
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

/** Whether the picture is displayed as it is stored. */
export async function isUpright(bytes: Uint8Array): Promise<boolean> {
  const { orientation } = await decoding(() => open(bytes).metadata());
  return orientation === undefined || orientation === 1;
}

/**
 * The messages of libvips if memory or threads run out, and if a decoded picture cannot be encoded.
 */
const notTheContent = /(out of|insufficient) memory|error creating thread|unable to encode/i;

/**
 * sharp reports a picture that it cannot decode as a plain Error. Any other kind is our own
 * mistake.
 */
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
  // For a damaged picture, use what is there: a stricter reader would find less.
  return sharp(bytes, { limitInputPixels: mostPixels, ignoreIcc: true, sequentialRead: true, failOn: 'none' });
}
