// What an attacker does with a mark: takes the difference of a marked picture and the same without
// its mark, and adds it to another picture of that size.
import sharp from 'sharp';

export async function moveMark(marked: Uint8Array, unmarked: Uint8Array, onto: Uint8Array): Promise<Buffer> {
  const { width, height } = await sharp(onto).metadata();
  const [from, without, other] = await Promise.all([marked, unmarked, onto].map(pixelsOf));
  const pixels = Uint8ClampedArray.from(other!, (value, at) => value + from![at]! - without![at]!);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

function pixelsOf(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
