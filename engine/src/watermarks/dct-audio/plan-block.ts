// Decides the relative change of every cell of one block: chip × sign × amplitude, louder where the ear hears less
// and where it costs little energy; more for a symbol that the host speaks against, less for one it agrees with.
// One amplitude for the block is found by trial so that the change costs the wanted share of the block's energy.
import { CELL_CHIPS, CELL_SYMBOLS } from './block.ts';
import { spreadOfMasking } from './masking.ts';

/** Decibels between a block and its change. */
export const TARGET_DECIBELS = 30.2;
// A change of a cell by 0.18 (1.4 dB) of itself is not heard, nor one of 0.18 of what masks the cell.
const OWN_SHARE = 0.18;
const LARGEST_CHANGE = 0.5;
// The quieter a cell, the larger its relative change: energy is spent where it buys most.
const QUIETNESS = 0.35;
const LARGEST_AMPLITUDE = 0.5;
const ROUNDS = 14;

export const P = { own: OWN_SHARE, most: LARGEST_CHANGE, quiet: QUIETNESS, spread: 0.63 };

export interface BlockPlan {
  /** One relative change for each cell. */
  changes: Float32Array;
  /** The common amplitude. */
  amplitude: number;
}

/**
 * powers: of each cell; energy: of the whole block, all frequencies; signs: of the symbols; lacks: how much more than the common
 * amplitude each symbol needs, as a relative change.
 */
export function planBlock(powers: Float32Array, energy: number, signs: Float32Array, lacks: Float32Array): BlockPlan {
  const masks = spreadOfMasking(powers, 1);
  const loudest =
    powers.reduce((squares, power) => squares + power * power, 0) / powers.reduce((sum, power) => sum + power, 1e-20);
  const shape = powers.map((power) => ((power + 1e-12) / (0.1 * loudest + 1e-20)) ** -P.quiet);
  const limits = powers.map((power, i) => Math.min(P.most, P.own * Math.sqrt(masks[i]! / (power + 1e-15))));
  const budget = energy * 10 ** (-TARGET_DECIBELS / 10);
  const spreadOfLacks = Math.sqrt(lacks.reduce((sum, lack) => sum + lack * lack, 0) / lacks.length);
  const changes = new Float32Array(powers.length);
  const fill = (amplitude: number): number => {
    let cost = 0;
    const share = Math.min(1, (P.spread * amplitude) / Math.max(spreadOfLacks, 1e-9));
    for (let i = 0; i < changes.length; i++) {
      const wanted =
        shape[i]! * Math.min(Math.max(amplitude + share * lacks[CELL_SYMBOLS[i]!]!, -0.5 * amplitude), 3 * amplitude);
      const change = Math.min(Math.max(wanted, -limits[i]!), limits[i]!);
      changes[i] = change;
      cost += powers[i]! * change * change;
    }
    return cost;
  };
  let [within, beyond] = [0, LARGEST_AMPLITUDE];
  for (let round = 0; round < ROUNDS; round++) {
    const middle = (within + beyond) / 2;
    if (fill(middle) > budget) beyond = middle;
    else within = middle;
  }
  fill(within);
  for (let i = 0; i < changes.length; i++) changes[i]! *= CELL_CHIPS[i]! * signs[CELL_SYMBOLS[i]!]!;
  return { changes, amplitude: within };
}
