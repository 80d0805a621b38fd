// From 256 soft symbols to an id, or nothing.
//
// False accepts, by design (the bound: error-correction/piloted-id.ts): for c = 0.67 one given
// block is that near with probability 2^-109.6 / 26.9 = 2^-114.3. The search folds the whole
// sound, at most 600 windows, and two windows at 14 speeds, each at 384 starts: fewer than 2^18
// hypotheses. Union bound: 2^(64 + 18 − 114.3) = 2^-32.3, about 2e-10 a file.
import { type FoundMark, readSymbols } from '../error-correction/piloted-id.ts';
import { BLOCK_LAYOUT } from './block.ts';

export const LEAST_CORRELATION = 0.67;

export function readBlock(soft: Float32Array): FoundMark | null {
  return readSymbols(BLOCK_LAYOUT, soft, LEAST_CORRELATION);
}
