// From evidence for each block to a map of the cells that carry the mark. Neighbors usually agree,
// so each cell is judged together with those around it (a mean-field solution of a two-state Potts
// model). If the mark is too faint to be missed, a cell is unknown.
import type { Evidence } from './evidence.ts';

export const cellStates = { unknown: 0, marked: 1, changed: 2 } as const;

/** Cells of `blocks` × `blocks` blocks of the original's grid. */
export interface Segments {
  readonly columns: number;
  readonly rows: number;
  readonly blocks: number;
  readonly states: Uint8Array;
  /** As in Evidence, summed over the cell. */
  readonly support: Float32Array;
  readonly information: Float32Array;
  readonly presence: Float32Array;
}

const MOST_CELLS_ACROSS = 160;
const ROUNDS = 24;
// Tuned on pictures that are not among the reported ones (bench/robustness/localization.ts).
const COUPLING = 0.5;
const DIAGONAL = 0.7;
/** Prior logarithm of how much likelier a cell is to carry the mark. */
const PRIOR = -0.1;
// The errors of neighboring blocks are sometimes related, so their evidence counts for less than
// its sum.
const TEMPER = 0.7;
const REACH = 2;
const LEAST_INFORMATION = 5;

export function segment(evidence: Evidence, inside: Uint8Array): Segments {
  const blocks = Math.max(1, Math.ceil(Math.max(evidence.columns, evidence.rows) / MOST_CELLS_ACROSS));
  const columns = Math.ceil(evidence.columns / blocks);
  const rows = Math.ceil(evidence.rows / blocks);
  const size = { columns, rows };
  const support = sumCells(evidence.support, evidence.columns, blocks, size);
  const information = sumCells(evidence.information, evidence.columns, blocks, size);
  const presence = sumCells(evidence.presence, evidence.columns, blocks, size);
  const present = sumCells(inside, evidence.columns, blocks, size);
  const changed = settle(support, present, size);
  const around = boxSum(information, size, REACH);
  const states = changed.map((chance, cell) => {
    if (present[cell] === 0 || around[cell]! < LEAST_INFORMATION) return cellStates.unknown;
    return chance > 0.5 ? cellStates.changed : cellStates.marked;
  });
  return { ...size, blocks, states: Uint8Array.from(states), support, information, presence };
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

function sumCells(values: ArrayLike<number>, across: number, blocks: number, { columns, rows }: Size): Float32Array {
  const sums = new Float32Array(columns * rows);
  for (let block = 0; block < values.length; block++) {
    const row = Math.floor(Math.floor(block / across) / blocks);
    sums[row * columns + Math.floor((block % across) / blocks)]! += values[block]!;
  }
  return sums;
}

// The chance that each cell is changed.
function settle(support: Float32Array, present: Float32Array, { columns, rows }: Size): Float32Array {
  const smooth = boxSum(support, { columns, rows }, 1);
  const leaning = smooth.map((sum) => Math.tanh(-sum / 4));
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0, cell = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, cell++) {
        if (present[cell] === 0) {
          leaning[cell] = 0;
          continue;
        }
        let sum = 0;
        for (let y = -1; y <= 1; y++) {
          for (let x = -1; x <= 1; x++) {
            if ((x === 0 && y === 0) || row + y < 0 || row + y >= rows || column + x < 0 || column + x >= columns)
              continue;
            sum += leaning[cell + y * columns + x]! * (x !== 0 && y !== 0 ? DIAGONAL : 1);
          }
        }
        leaning[cell] = Math.tanh((COUPLING * 2 * sum - TEMPER * support[cell]! - PRIOR) / 2);
      }
    }
  }
  return leaning.map((value) => (1 + value) / 2);
}

/** Sums over (2 · reach + 1)² cells. */
function boxSum(values: Float32Array, { columns, rows }: Size, reach: number): Float32Array {
  const across = new Float32Array(values.length);
  const sums = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let x = Math.max(0, column - reach); x <= Math.min(columns - 1, column + reach); x++) {
        across[row * columns + column]! += values[row * columns + x]!;
      }
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let y = Math.max(0, row - reach); y <= Math.min(rows - 1, row + reach); y++) {
      for (let column = 0; column < columns; column++) sums[row * columns + column]! += across[y * columns + column]!;
    }
  }
  return sums;
}
