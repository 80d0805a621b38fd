// From 256 soft bits to an id, or nothing.
//
// False accepts, by design (the bound: error-correction/piloted-id.ts): for c = 0.69 one given tile
// is that near with probability 2^-118.9 / 27.7 = 2^-123.7. The search tries at most 6 planes (2
// windows × 3 levels), each under 22 maps upright (5 of them read in two ways) and 4 in 7 more
// orientations at all 2^14 offsets, and refines at most 12 of them a plane over 6,000 nearby maps:
// fewer than 2^23 hypotheses; 2^25 are allowed for here. Union bound: 2^(64 + 25 − 123.7) =
// 2^-34.7, about 4e-11 a file.
import { type FoundMark, readSymbols } from '../error-correction/piloted-id.ts';
import { TILE_LAYOUT } from './tile.ts';

export const LEAST_CORRELATION = 0.69;

export function readTile(soft: Float32Array): FoundMark | null {
  return readSymbols(TILE_LAYOUT, soft, LEAST_CORRELATION);
}
