// From 256 soft bits to an id, or nothing. Accepted is a message whose check holds and whose whole tile (pilots and
// code) correlates with the soft bits by at least LEAST_CORRELATION.
//
// False accepts, by design. Take a file without our mark: chips make its soft bits a vector of no preferred direction in
// n = 256 dimensions. A given tile lies within correlation c of it with probability P(c) < (1−c²)^((n−1)/2) / (c·√(2πn)), the
// area of a spherical cap: for c = 0.69, 2^-118.9 / 27.7 = 2^-123.7. There are 2^64 tiles (one for each id: check and code
// bits follow from it). The search tries at most 6 planes (2 windows × 3 levels), each under 18 maps upright (5 of them read in two ways) and 2 in 7 more
// orientations at all 2^14 offsets, and refines at most 9 of them a plane over 6,000 nearby maps: fewer than 2^22 hypotheses; 2^25 are
// allowed for here. Union bound: 2^(64 + 25 − 123.7) = 2^-34.7, about 4e-11 a file. This counts every message, whether or not the
// decoder would list it; of those listed only 32 × 2^-16 pass the check by luck, a further 2^-11 that the bound does not use.
import { recoverId } from '../error-correction/protected-id.ts';
import { CODE_PLACES, tileSigns } from './tile.ts';

export const LEAST_CORRELATION = 0.69;

export interface FoundMark {
  /** 16 lowercase hex digits. */
  id: string;
  /** Correlation of the soft bits with the id's tile, LEAST_CORRELATION to 1. */
  strength: number;
}

export function readTile(soft: Float32Array): FoundMark | null {
  const id = recoverId(Float32Array.from(CODE_PLACES, (place) => soft[place]!));
  if (id === null) return null;
  const strength = correlation(soft, tileSigns(id));
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
