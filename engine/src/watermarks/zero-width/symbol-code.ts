// What a run of symbols means: a 64-bit id with error correction, which can be read if either end
// of the run was cut off or some symbols are wrong. Also the bound on false accepts of every code.

export interface SymbolCode {
  /** The number of symbols of a whole run. */
  readonly length: number;
  /** Runs with fewer symbols are not read. */
  readonly shortest: number;
  /** The values of the symbols of a whole run. */
  write(id: string): readonly number[];
  /** values: those of one run, whole or cut off at one end. */
  read(values: readonly number[]): string | null;
}

const idBits = 64;

/**
 * Among n random values, each with `others` more possible values, at most w contradict a given id
 * with probability V / (others + 1)^n, where V counts the words within w of one. There are 2^64
 * ids. This returns the largest w for which all of them together stay below 2^-rarity, even if the
 * decoder listed every id. Negative: not even a run without contradictions is rare enough.
 */
export function mostWrong(known: number, others: number, rarity: number): number {
  const bits = known * Math.log2(others + 1);
  let ways = 1;
  let within = 1;
  for (let wrong = 0; ; wrong += 1) {
    if (idBits + Math.log2(within) - bits > -rarity) return wrong - 1;
    ways *= ((known - wrong) / (wrong + 1)) * others;
    within += ways;
  }
}
