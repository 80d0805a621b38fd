// Common edits of pictures, as functions from pixels to pixels, with real codecs.
import sharp, { type Sharp } from 'sharp';

export interface Picture {
  data: Buffer;
  width: number;
  height: number;
}

export const ATTACKS: Record<string, (picture: Picture) => Promise<Picture>> = {
  none: async (picture) => picture,
  'JPEG 50': (picture) => through(open(picture).jpeg({ quality: 50 })),
  'JPEG 30': (picture) => through(open(picture).jpeg({ quality: 30 })),
  'WebP 50': (picture) => through(open(picture).webp({ quality: 50 })),
  'resize 50%': (picture) => resize(picture, 1 / 2),
  'resize 200%': (picture) => resize(picture, 2),
  'resize 33%': (picture) => resize(picture, 1 / 3),
  'crop to 25%': (picture) => pixelsOf(crop(picture, 0.25)),
  'rotate 2°': (picture) => pixelsOf(open(picture).rotate(2)),
  'brightness +20%': (picture) => pixelsOf(open(picture).linear(1.2, 0)),
  'brightness −20%': (picture) => pixelsOf(open(picture).linear(0.8, 0)),
  'contrast +20%': (picture) => pixelsOf(open(picture).linear(1.2, -25.6)),
  'contrast −20%': (picture) => pixelsOf(open(picture).linear(0.8, 25.6)),
  'crop 50% + 75% + JPEG 50': async (picture) => {
    const cropped = await pixelsOf(crop(picture, 0.5));
    return through(open(await resize(cropped, 0.75)).jpeg({ quality: 50 }));
  },
  'quarter turn': (picture) => pixelsOf(open(picture).rotate(90)),
  'mirror + JPEG 70': (picture) => through(open(picture).flop().jpeg({ quality: 70 })),
  'resize 41% + JPEG 70': async (picture) => through(open(await resize(picture, 0.41)).jpeg({ quality: 70 })),
  'rotate −3.3° + resize 60%': async (picture) => resize(await pixelsOf(open(picture).rotate(-3.3)), 0.6),
};

/** Those in the requirements. --attacks selects the others. */
export const REQUIRED = new Set(Object.keys(ATTACKS).slice(0, 14));

export function open({ data, width, height }: Picture): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
}

export async function pixelsOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function through(image: Sharp): Promise<Picture> {
  return pixelsOf(sharp(await image.toBuffer(), { limitInputPixels: false }));
}

function resize(picture: Picture, factor: number): Promise<Picture> {
  const width = Math.round(picture.width * factor);
  const height = Math.round(picture.height * factor);
  return pixelsOf(open(picture).resize(width, height, { fit: 'fill' }));
}

// Off center and off the block grid.
function crop(picture: Picture, area: number): Sharp {
  const width = Math.round(picture.width * Math.sqrt(area));
  const height = Math.round(picture.height * Math.sqrt(area));
  const left = Math.floor((picture.width - width) * 0.37);
  const top = Math.floor((picture.height - height) * 0.61);
  return open(picture).extract({ left, top, width, height });
}
