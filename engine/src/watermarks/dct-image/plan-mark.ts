// Decides the change of every marked coefficient: chip × bit × amplitude, as strong as the block
// can hide it, less if the picture already agrees with the bit and more if it contradicts it.
// Ground of one color hides nothing and does not change.
import type { BlockGrid } from './block-transform.ts';
import { demodulate } from './demodulate.ts';
import { readTile } from './read-tile.ts';
import { isOneColor, visibilityGains } from './shaping.ts';
import { CHIPS, TILE_BLOCKS, tileSigns } from './tile.ts';

// The change of a coefficient, in luma levels, in a block of medium activity. Tuned on
// bench/robustness/visibility, SET=tuning.
const AMPLITUDE = 5;
const LOUDER = [1, 1.5, 2.25];
// If a whole step would be visible next to a change this much smaller, nothing changes.
const FAINTEST_SHARE = 0.5;

export interface PlanOptions {
  /** 1 is the default. */
  readonly amplitude?: number;
  /**
   * Quantizer steps of the four coefficients, if the changes must be whole multiples of them
   * (JPEG).
   */
  readonly steps?: readonly number[] | undefined;
}

export function planMark(grid: BlockGrid, id: string, { amplitude = 1, steps }: PlanOptions = {}): Float32Array {
  const { columns, rows, activity, coefficients } = grid;
  const gains = visibilityGains(activity, columns, rows);
  const pattern = spreadTile(id);
  const changes = new Float32Array(columns * rows * 4);
  for (let row = 0, block = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, block++) {
      if (isOneColor(activity[block]!)) continue;
      const place = (row % TILE_BLOCKS) * TILE_BLOCKS + (column % TILE_BLOCKS);
      const wanted = AMPLITUDE * amplitude * gains[block]!;
      for (let k = 0; k < 4; k++) {
        const sign = pattern[place * 4 + k]!;
        const coefficient = coefficients[block * 4 + k]!;
        const agreement = Math.min(Math.max((coefficient * sign) / wanted, -1), 3);
        const size = wanted * Math.min(Math.max(1.15 - 0.25 * agreement, 0.4), 1.4);
        changes[block * 4 + k] = sign * (steps ? roundToStep(size, steps[k]!, coefficient, block * 4 + k) : size);
      }
    }
  }
  return changes;
}

// Four signs for each block of the tile: bit × chip.
function spreadTile(id: string): Float32Array {
  const signs = tileSigns(id);
  return CHIPS.map((chip, i) => chip * signs[i >> 2]!);
}

// Whole steps, up or down at random in proportion, so that the mean change is the wanted one even
// if the step is larger. The odds favor coefficients that were zero, where one step tells the
// reader most.
function roundToStep(size: number, step: number, coefficient: number, index: number): number {
  if (size < FAINTEST_SHARE * step) return 0;
  const random = (Math.imul(index ^ (index >>> 15), 0x9e3779b1) >>> 8) / 0x1000000;
  const favour = Math.abs(coefficient) < step / 2 ? 0.15 : -0.1;
  return Math.floor(size / step + Math.min(Math.max(random + favour, 0), 0.999)) * step;
}

/**
 * The faintest mark that can be read back from the changed blocks. Null: some pictures drown every
 * mark.
 */
export function planReadableMark(grid: BlockGrid, id: string, { amplitude = 1, steps }: PlanOptions = {}) {
  for (const factor of LOUDER) {
    const changes = planMark(grid, id, { amplitude: amplitude * factor, steps });
    if (isReadable(grid, changes, id)) return changes;
  }
  return null;
}

export function isReadable(grid: BlockGrid, changes: Float32Array, id: string): boolean {
  const coefficients = grid.coefficients.map((value, i) => value + changes[i]!);
  return readTile(demodulate({ ...grid, coefficients }, 0, 0))?.id === id;
}
