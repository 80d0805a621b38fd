// What the neural mark must survive, as functions from pixels to a file, with real codecs. The same
// attacks as in training/evaluate.py, with sharp instead of Pillow.
import sharp, { type Sharp } from 'sharp';
import { open, type Picture } from './image-attacks.ts';

/** Uniform, 0 to 1. */
export type Random = () => number;
type Attack = (picture: Picture, random: Random) => Promise<Buffer>;

/** Each with the share of ids that must be read, if it has a bar. */
export const NEURAL_ATTACKS: Readonly<Record<string, readonly [Attack, number?]>> = {
  none: [(picture) => plain(open(picture))],
  'JPEG 30': [(picture) => jpeg(open(picture), 30), 0.99],
  'WebP 30': [(picture) => open(picture).webp({ quality: 30 }).toBuffer(), 0.99],
  'resize 25%': [(picture) => plain(resize(picture, 0.25)), 0.99],
  '1080 px + JPEG 70': [(picture) => jpeg(resize(picture, 1080 / longest(picture)), 70), 0.99],
  '512 px + JPEG 60': [(picture) => jpeg(resize(picture, 512 / longest(picture)), 60), 0.99],
  'screenshot with borders': [(picture) => screenshot(picture), 0.99],
  'rotation 5°': [(picture) => rotate(picture, 5), 0.99],
  'blur, sigma 2': [(picture) => plain(open(picture).blur(2)), 0.99],
  'noise, sigma 10': [(picture, random) => plain(open(addNoise(picture, 10, random))), 0.99],
  'brightness ×1.3': [(picture) => plain(open(picture).linear(1.3, 0)), 0.99],
  'brightness ×0.7': [(picture) => plain(open(picture).linear(0.7, 0)), 0.99],
  grey: [(picture) => plain(open(picture).greyscale().toColourspace('srgb')), 0.99],
  'crop to 80%': [(picture, random) => crop(picture, 0.8, random)],
  'crop to 70%': [(picture, random) => crop(picture, 0.7, random), 0.95],
  'crop to 50%': [(picture, random) => crop(picture, 0.5, random), 0.8],
  'letterbox on a phone': [(picture) => letterbox(picture)],
  'quarter turn + JPEG 70': [(picture) => jpeg(open(picture).rotate(90), 70)],
  'mirror + JPEG 70': [(picture) => jpeg(open(picture).flop(), 70)],
};

const jpeg = (image: Sharp, quality: number) => image.jpeg({ quality }).toBuffer();
/** Lossless and fast. */
const plain = (image: Sharp) => image.tiff({ compression: 'none' }).toBuffer();
const longest = ({ width, height }: Picture) => Math.max(width, height);

function resize(picture: Picture, factor: number): Sharp {
  const side = (length: number) => Math.max(16, Math.round(length * Math.min(factor, 1)));
  return open(picture).resize(side(picture.width), side(picture.height), { fit: 'fill' });
}

// Share of each side, at a random place: a crop to 50% keeps a quarter of the area.
function crop(picture: Picture, keep: number, random: Random): Promise<Buffer> {
  const [width, height] = [Math.round(picture.width * keep), Math.round(picture.height * keep)];
  const left = Math.floor(random() * (picture.width - width + 1));
  const top = Math.floor(random() * (picture.height - height + 1));
  return jpeg(open(picture).extract({ left, top, width, height }), 85);
}

// On the same canvas, with black corners.
async function rotate(picture: Picture, degrees: number): Promise<Buffer> {
  const { data, info } = await open(picture).rotate(degrees).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = picture;
  const place = { left: (info.width - width) >> 1, top: (info.height - height) >> 1, width, height };
  return plain(open({ data, width: info.width, height: info.height }).extract(place));
}

async function screenshot(picture: Picture): Promise<Buffer> {
  const { data, info } = await resize(picture, 0.8).raw().toBuffer({ resolveWithObject: true });
  const screen = { width: Math.round(info.width * 1.08), height: Math.round(info.height * 1.18) };
  const left = Math.round(info.width * 0.04);
  const top = Math.round(info.height * 0.12);
  return jpeg(paste({ data, width: info.width, height: info.height }, screen, left, top, '#181a1e'), 80);
}

// Across the whole width of an upright phone of 1080 × 2340, black above and below.
async function letterbox(picture: Picture): Promise<Buffer> {
  const factor = Math.min(1080 / picture.width, 2340 / picture.height);
  const width = Math.round(picture.width * factor);
  const height = Math.round(picture.height * factor);
  const data = await open(picture).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  const screen = { width: 1080, height: 2340 };
  return jpeg(paste({ data, width, height }, screen, (1080 - width) >> 1, (2340 - height) >> 1, '#000000'), 80);
}

function paste(
  { data, width, height }: Picture,
  screen: { width: number; height: number },
  left: number,
  top: number,
  background: string,
): Sharp {
  const input = data;
  return sharp({ create: { ...screen, channels: 3, background } }).composite([
    { input, raw: { width, height, channels: 3 }, left, top },
  ]);
}

function addNoise({ data, width, height }: Picture, sigma: number, random: Random): Picture {
  const noisy = Buffer.alloc(data.length);
  for (let i = 0; i < data.length; i++) {
    // The sum of four uniform values is close enough to a normal one: variance 4 / 12.
    const normal = (random() + random() + random() + random() - 2) * Math.sqrt(3);
    noisy[i] = Math.min(Math.max(Math.round(data[i]! + sigma * normal), 0), 255);
  }
  return { data: noisy, width, height };
}
