// Test support: pictures with everything that can be next to a manifest in a file, and copies of a
// file with one flipped bit each. A seed reproduces them.
import sharp from 'sharp';
import { detectFormat } from '../src/formats/all-formats.ts';
import { ForeignSigner } from './foreign-manifests.ts';
import { Random } from './random-bytes.ts';
import { drawPixels } from './sample-pictures.ts';

const [width, height] = [96, 64];
const exif = { IFD0: { Artist: 'Somebody', ImageDescription: 'Words '.repeat(40) } };
const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;

/**
 * Pictures by their special feature: metadata, profile and token, and the same with a foreign
 * manifest.
 */
export async function richPictures(kind: 'jpeg' | 'png'): Promise<[string, Buffer][]> {
  const plain = sharp(drawPixels(width, height, 3), { raw: { width, height, channels: 3 } });
  const rich = await plain.withExif(exif).withIccProfile('p3')[kind]().toBuffer();
  const signed = Buffer.concat(detectFormat(rich)!.writeToken(rich, token));
  return [
    ['with metadata', signed],
    ['with a foreign manifest', await new ForeignSigner().embed(`image/${kind}`, signed)],
  ];
}

/** Each copy, and what was done to it. */
export function* flipBits(bytes: Uint8Array, seed: number, count: number): Generator<[Buffer, string]> {
  const random = new Random(seed);
  for (let flip = 0; flip < count; flip += 1) {
    const [at, bit] = [random.below(bytes.length), random.below(8)];
    const altered = Buffer.from(bytes);
    altered[at]! ^= 1 << bit;
    yield [altered, `seed ${seed}: bit ${bit} of byte ${at}`];
  }
}
