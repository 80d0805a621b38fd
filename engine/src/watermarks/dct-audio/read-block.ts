// From 256 soft symbols to an id, or nothing. Accepted is a message whose check holds and whose whole block (pilots and
// code) correlates with the soft symbols by at least LEAST_CORRELATION.
//
// False accepts, by design. Take a sound without our mark: chips make its soft symbols a vector of no preferred direction in
// n = 256 dimensions. A given block lies within correlation c of it with probability P(c) < (1−c²)^((n−1)/2) / (c·√(2πn)), the
// area of a spherical cap: for c = 0.67, 2^-109.6 / 26.9 = 2^-114.3. There are 2^64 blocks, one for each id: check and code
// bits follow from it. The search folds the whole sound, at most 600 windows, and two windows at 14 speeds, each at 384
// starts: fewer than 2^18 hypotheses. Union bound: 2^(64 + 18 − 114.3) = 2^-32.3, about 2e-10 a file. This counts every
// message, whether or not the decoder would list it; of those listed only 32 × 2^-16 pass the check by luck, a further 2^-11
// that the bound does not use.
import { recoverId } from '../error-correction/protected-id.ts';
import { blockSigns, CODE_PLACES } from './block.ts';

export const LEAST_CORRELATION = 0.67;

export interface FoundMark {
  id: string;
  strength: number;
}

export function readBlock(soft: Float32Array): FoundMark | null {
  const id = recoverId(Float32Array.from(CODE_PLACES, (place) => soft[place]!));
  if (id === null) return null;
  const strength = correlation(soft, blockSigns(id));
  return strength >= LEAST_CORRELATION ? { id, strength } : null;
}

export function correlation(soft: Float32Array, signs: Float32Array): number {
  let product = 0;
  let squares = 0;
  for (let i = 0; i < soft.length; i++) {
    product += soft[i]! * signs[i]!;
    squares += soft[i]! ** 2;
  }
  return squares > 0 ? product / Math.sqrt(squares * soft.length) : 0;
}
