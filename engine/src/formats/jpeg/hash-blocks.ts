// The perceptual hash of a JPEG from the means of its luma blocks, at no cost where its coefficients are decoded anyway.
import { perceptualHash } from '../../fingerprints/perceptual-hash/perceptual-hash.ts';
import type { JpegCoefficients } from './coefficients.ts';
import { luminanceOf } from './mark-coefficients.ts';

/** null where luma is not one component of its own. Of the picture as it is stored, not turned upright. */
export function hashBlocks(image: JpegCoefficients): string | null {
  const luminance = luminanceOf(image);
  if (luminance?.components.length !== 1 || luminance.sign < 0) return null;
  const { frame, planes, workspace } = image;
  const { storedColumns, storedRows } = frame.components[0]!;
  const plane = workspace.shorts(planes[0]!, storedColumns * storedRows * 64);
  // The first coefficient is the mean of a block but for scale and offset, and the hash depends on neither.
  const means = Float32Array.from({ length: storedColumns * storedRows }, (_, block) => plane[block * 64]!);
  return perceptualHash(means, storedColumns, frame.width / 8, frame.height / 8);
}
