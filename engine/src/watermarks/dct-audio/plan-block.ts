// Decides the relative change of every cell of one block: chip × sign × amplitude. It is larger
// where the ear hears less and where it costs little energy, and never exceeds the masking. One
// amplitude for the block is found by trial, so that the change costs the wanted share of the
// block's energy, or less if masking requires it.
import { CELL_CHIPS, CELL_SYMBOLS } from './block.ts';
import { sharesOfMasking, spreadOfMasking } from './masking.ts';

/** Between a block and its change. */
export const TARGET_DECIBELS = 30.15;
// The limit, no matter how much is masked.
const LARGEST_CHANGE = 0.6;
// The relative change falls with the power of the cell to this exponent, down to a noise of this
// share of the mean power.
const QUIETNESS = 0.7;
const NOISE = 0.03;
const LARGEST_AMPLITUDE = 0.5;
// How far symbols can differ: their deficits deviate by this share of the amplitude.
const LACK_SHARE = 0.5;
const ROUNDS = 12;
const TINY = 1e-15;

/**
 * powers: of each cell. energy: of the whole block, all frequencies. signs, lacks: of each symbol.
 */
export function planBlock(
  powers: Float32Array,
  energy: number,
  signs: Float32Array,
  lacks: Float32Array,
): Float32Array {
  const shape = shapeOf(powers);
  const masks = spreadOfMasking(powers);
  const shares = sharesOfMasking(powers);
  const limits = powers.map((power, i) => Math.min(LARGEST_CHANGE, shares[i]! * Math.sqrt(masks[i]! / (power + TINY))));
  const budget = energy * 10 ** (-TARGET_DECIBELS / 10);
  const deviation = Math.sqrt(lacks.reduce((sum, lack) => sum + lack * lack, 0) / lacks.length);
  const changes = new Float32Array(powers.length);
  const fill = (amplitude: number): number => {
    const share = Math.min(1, (LACK_SHARE * amplitude) / Math.max(deviation, TINY));
    const wanted = lacks.map((lack) => Math.min(Math.max(amplitude + share * lack, -amplitude / 2), 3 * amplitude));
    let cost = 0;
    for (let i = 0; i < changes.length; i++) {
      const change = Math.min(Math.max(shape[i]! * wanted[CELL_SYMBOLS[i]!]!, -limits[i]!), limits[i]!);
      changes[i] = change;
      cost += powers[i]! * change * change;
    }
    return cost;
  };
  let within = 0;
  let beyond = LARGEST_AMPLITUDE;
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (within + beyond) / 2;
    if (fill(middle) > budget) beyond = middle;
    else within = middle;
  }
  fill(within);
  return changes.map((change, i) => change * CELL_CHIPS[i]! * signs[CELL_SYMBOLS[i]!]!);
}

// Relative to a tenth of the power of the cells with most of the energy.
function shapeOf(powers: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const power of powers) {
    sum += power;
    squares += power * power;
  }
  const reference = squares / (10 * sum + TINY) + TINY;
  const noise = (NOISE * sum) / powers.length + TINY;
  return powers.map((power) => ((power + noise) / reference) ** -QUIETNESS);
}
