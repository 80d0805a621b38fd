// The mutated file of a case: the same for the same seed and number.
import { randomOfCase } from './case-random.ts';
import { mutate } from './mutate-bytes.ts';
import type { SampleFile } from './sample-files.ts';

export interface MediaCase {
  readonly name: string;
  readonly bytes: Buffer;
}

export function makeMediaCase(samples: readonly (readonly SampleFile[])[], seed: number, number: number): MediaCase {
  const random = randomOfCase(seed, number);
  const group = random.pick(samples);
  const [file, other] = [random.pick(group), random.pick(random.pick([group, random.pick(samples)]))];
  return { name: file.name, bytes: mutate(file.bytes, other.bytes, random) };
}
