// Each case has its own generator, made from the run's seed and the number of the case, so that one
// case can be replayed without those before it.
import { Random } from '../../engine/test-support/random-bytes.ts';

export function randomOfCase(seed: number, number: number): Random {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  return new Random((mixed ^ (mixed >>> 15)) | 0);
}

/** True once in this many times. */
export function onceIn(random: Random, times: number): boolean {
  return random.below(times) === 0;
}
