// From 256 soft symbols to an id, or nothing. Accepted is a message whose check holds and whose whole block correlates by at least
// LEAST_CORRELATION.
import { recoverId } from '../error-correction/protected-id.ts';
import { blockSigns, CODE_PLACES } from './block.ts';

export const LEAST_CORRELATION = 0.69;

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
