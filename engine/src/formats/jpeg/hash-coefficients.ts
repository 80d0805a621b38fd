// The perceptual hash of a JPEG from its DC coefficients, which are the means of the blocks.
import { perceptualHash } from '../../fingerprints/perceptual-hash/perceptual-hash.ts';
import type { JpegCoefficients } from './coefficients.ts';
import { luminanceOf } from './mark-coefficients.ts';

/**
 * 16 hex digits. Null if no component is luminance (CMYK, RGB, odd sampling): hash the pixels
 * instead.
 */
export function hashCoefficients(image: JpegCoefficients): string | null {
  const luminance = luminanceOf(image);
  if (!luminance || luminance.components.length > 1 || luminance.sign < 0) return null;
  const { frame, workspace, planes, steps } = image;
  const { blockColumns, blockRows, storedColumns, storedRows } = frame.components[0]!;
  const plane = workspace.shorts(planes[0]!, storedColumns * storedRows * 64);
  const means = new Float32Array(blockColumns * blockRows);
  for (let row = 0, at = 0; row < blockRows; row++) {
    for (let column = 0; column < blockColumns; column++, at++) {
      means[at] = (plane[(row * storedColumns + column) * 64]! * steps[0]![0]!) / 8;
    }
  }
  return perceptualHash(means, blockColumns, frame.width / 8, frame.height / 8);
}
