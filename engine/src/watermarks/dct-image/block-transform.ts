// The orthonormal 8×8 DCT of the marked coefficients: matrices for the kernels, and blocks of a
// float luma plane.
import type { Workspace } from '../../kernels/workspace.ts';
import { MARKED_FREQUENCIES } from './tile.ts';

/**
 * What the watermark sees of a picture: four coefficients and the pixel deviation of every whole
 * 8×8 block.
 */
export interface BlockGrid {
  columns: number;
  rows: number;
  coefficients: Float32Array;
  activity: Float32Array;
}

export const COSINES = Float32Array.from({ length: 64 }, (_, i) => {
  const frequency = i >> 3;
  return Math.sqrt((frequency === 0 ? 1 : 2) / 8) * Math.cos(((2 * (i & 7) + 1) * frequency * Math.PI) / 16);
});

/** One 8×8 picture for each marked coefficient. */
export const BASIS = Float32Array.from({ length: 256 }, (_, i) => {
  const [vertical, horizontal] = MARKED_FREQUENCIES[i >> 6]!;
  return COSINES[vertical * 8 + ((i >> 3) & 7)]! * COSINES[horizontal * 8 + (i & 7)]!;
});

/**
 * Blocks of the plane at `address` whose rows are `stride` floats apart, starting at its first
 * pixel.
 */
export function analysePlane(
  workspace: Workspace,
  address: number,
  stride: number,
  columns: number,
  rows: number,
): BlockGrid {
  const mark = workspace.mark();
  const cosines = workspace.keep(COSINES);
  const coefficients = workspace.reserve(columns * rows * 16);
  const activity = workspace.reserve(columns * rows * 4);
  workspace.kernels.analyseBlocks(address, stride, columns, rows, cosines, coefficients, activity);
  const grid = {
    columns,
    rows,
    coefficients: workspace.floats(coefficients, columns * rows * 4).slice(),
    activity: workspace.floats(activity, columns * rows).slice(),
  };
  workspace.release(mark);
  return grid;
}
