// How a person sees a picture before and after signing: the whole at screen size, and three crops
// at full size.
import sharp from 'sharp';
import { open, type Picture, pixelsOf } from './image-attacks.ts';

export interface Pair {
  readonly before: Picture;
  readonly after: Picture;
}

const SCREEN_SIDE = 1000;
const CROP_SIDE = 600;
/** Top left, center, right middle: shares of the space that a crop leaves. */
const PLACES = [
  [0, 0],
  [0.5, 0.5],
  [1, 0.5],
] as const;

export async function decode(before: Uint8Array, after: Uint8Array): Promise<Pair> {
  return { before: await pixelsOf(sharp(before)), after: await pixelsOf(sharp(after)) };
}

export function atScreenSize(pair: Pair): Promise<Pair> {
  const size = { width: SCREEN_SIDE, height: SCREEN_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  return both(pair, (picture) => pixelsOf(open(picture).resize(size)));
}

export function cropsOf(pair: Pair): Promise<Pair[]> {
  return Promise.all(PLACES.map((place) => both(pair, (picture) => crop(picture, place))));
}

/**
 * Writes a PNG: before on the left, after on the right, each pixel as a square of factor × factor.
 */
export async function writeSideBySide(pair: Pair, factor: number, path: string): Promise<void> {
  const { before, after } = await both(pair, (picture) => enlarge(picture, factor));
  const { width, height } = before;
  const raw = { width, height, channels: 3 } as const;
  const parts = [before, after].map(({ data }, i) => ({ input: data, raw, left: i * width, top: 0 }));
  const canvas = sharp({ create: { width: 2 * width, height, channels: 3, background: 'white' } });
  await canvas.composite(parts).png().toFile(path);
}

async function both(pair: Pair, change: (picture: Picture) => Promise<Picture>): Promise<Pair> {
  return { before: await change(pair.before), after: await change(pair.after) };
}

function crop(picture: Picture, [x, y]: readonly [number, number]): Promise<Picture> {
  const [width, height] = [Math.min(picture.width, CROP_SIDE), Math.min(picture.height, CROP_SIDE)];
  const left = Math.floor((picture.width - width) * x);
  const top = Math.floor((picture.height - height) * y);
  return pixelsOf(open(picture).extract({ left, top, width, height }));
}

function enlarge(picture: Picture, factor: number): Promise<Picture> {
  const [width, height] = [factor * picture.width, factor * picture.height];
  return pixelsOf(open(picture).resize(width, height, { kernel: 'nearest' }));
}
