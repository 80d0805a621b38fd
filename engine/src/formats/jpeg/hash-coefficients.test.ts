import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { perceptualHash } from '../../fingerprints/perceptual-hash/perceptual-hash.ts';
import { decodeCoefficients } from './coefficients.ts';
import { hashCoefficients } from './hash-coefficients.ts';
import { markCoefficients } from './mark-coefficients.ts';

function distance(a: string, b: string): number {
  return (BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2).replaceAll('0', '').length;
}

for (const name of ['kodak_01', 'kodak_09', 'kodak_22']) {
  test(`${name} has the same hash from coefficients as from pixels, marked or not`, async (t) => {
    const file = sharedFile(t, `training/eval/${name}.jpg`);
    if (!file) return;
    const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
    const fromPixels = perceptualHash(data, info.width);
    const fromCoefficients = hashCoefficients(decodeCoefficients(file))!;
    const marked = hashCoefficients(
      decodeCoefficients(markCoefficients(decodeCoefficients(file), '0123456789abcdef')!.bytes),
    )!;
    assert.ok(distance(fromPixels, fromCoefficients) <= 2);
    assert.equal(marked, fromCoefficients);
  });
}

test('a CMYK picture is hashed from its pixels', async (t) => {
  const file = sharedFile(t, 'training/eval/kodak_22.jpg');
  if (!file) return;
  const cmyk = await sharp(file).toColourspace('cmyk').jpeg({ quality: 90 }).toBuffer();
  assert.equal(hashCoefficients(decodeCoefficients(cmyk)), null);
});
