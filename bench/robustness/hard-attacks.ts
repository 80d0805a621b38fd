// Attacks beyond what the marks must survive: strong turns, large enlargements, collages, heavy
// compression. They show the limits of the marks. There is no bar.
import sharp, { type Sharp } from 'sharp';
import { open, type Picture } from './image-attacks.ts';

export const HARD_ATTACKS: Readonly<Record<string, (picture: Picture) => Promise<Buffer>>> = {
  'JPEG 10': (picture) => jpeg(open(picture), 10),
  'AVIF 30': (picture) => open(picture).avif({ quality: 30, effort: 2 }).toBuffer(),
  'resize 15%': (picture) => jpeg(resize(picture, 0.15), 90),
  'resize 300%': (picture) => jpeg(resize(picture, Math.min(3, largest(picture))), 85),
  'turn by 10°': (picture) => jpeg(open(picture).rotate(10), 80),
  'turn by 20°': (picture) => jpeg(open(picture).rotate(20), 80),
  'turn by 30°': (picture) => jpeg(open(picture).rotate(30), 80),
  'turn by 45°': (picture) => jpeg(open(picture).rotate(45), 80),
  'turn by −60°': (picture) => jpeg(open(picture).rotate(-60), 80),
  'turn by 15° + 70%': async (picture) => jpeg(resize(await pixels(open(picture).rotate(15)), 0.7), 80),
  'shear by 5%': (picture) => jpeg(open(picture).affine([1, 0.05, 0, 1]), 80),
  'half width, full height': (picture) => jpeg(stretch(picture, 0.5, 1), 85),
  'collage, one of four': (picture) => collage(picture),
};

const jpeg = (image: Sharp, quality: number) => image.jpeg({ quality }).toBuffer();
/** The service accepts at most 100 megapixels. */
const largest = ({ width, height }: Picture) => Math.sqrt(99e6 / (width * height));
const resize = (picture: Picture, factor: number) => stretch(picture, factor, factor);

function stretch(picture: Picture, across: number, down: number): Sharp {
  const side = (length: number, factor: number) => Math.max(16, Math.round(length * factor));
  return open(picture).resize(side(picture.width, across), side(picture.height, down), { fit: 'fill' });
}

async function pixels(image: Sharp): Promise<Picture> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

// The lower right of four pictures of one size. The others are strongly blurred copies without a
// mark.
async function collage(picture: Picture): Promise<Buffer> {
  const { data, width, height } = await pixels(resize(picture, 0.7));
  const raw = { width, height, channels: 3 } as const;
  const blurred = await open({ data, width, height }).blur(12).raw().toBuffer();
  const place = (input: Buffer, left: number, top: number) => ({ input, raw, left, top });
  const parts = [place(blurred, 0, 0), place(blurred, width, 0), place(blurred, 0, height), place(data, width, height)];
  const canvas = sharp({ create: { width: 2 * width, height: 2 * height, channels: 3, background: '#ffffff' } });
  return jpeg(canvas.composite(parts), 85);
}
