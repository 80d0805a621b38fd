// Blocks of a whole luma picture, and the pixels of a planned change. It works in strips of rows,
// so that 100 megapixels need only a few megabytes besides the picture itself.
import { Workspace } from '../../kernels/workspace.ts';
import { analysePlane, BASIS, type BlockGrid } from './block-transform.ts';

const STRIP_BLOCK_ROWS = 32;

export type Luma = Uint8Array | Uint8ClampedArray | Float32Array;

export function analyseLuma(luma: Luma, width: number, height: number): BlockGrid {
  const columns = width >> 3;
  const rows = height >> 3;
  const grid: BlockGrid = {
    columns,
    rows,
    coefficients: new Float32Array(columns * rows * 4),
    activity: new Float32Array(columns * rows),
  };
  const workspace = Workspace.take();
  const strip = workspace.reserve(width * STRIP_BLOCK_ROWS * 32);
  for (let row = 0; row < rows; row += STRIP_BLOCK_ROWS) {
    const count = Math.min(STRIP_BLOCK_ROWS, rows - row);
    workspace.floats(strip, width * count * 8).set(luma.subarray(row * 8 * width, (row + count) * 8 * width));
    const part = analysePlane(workspace, strip, width, columns, count);
    grid.coefficients.set(part.coefficients, row * columns * 4);
    grid.activity.set(part.activity, row * columns);
  }
  workspace.giveBack();
  return grid;
}

/**
 * Calls `write` with the luma changes of one strip after another: whole rows of `width` pixels from
 * row `top`. Use them at once, because the memory is reused.
 */
export function renderChanges(
  changes: Float32Array,
  width: number,
  height: number,
  write: (strip: Float32Array, top: number) => void,
): void {
  const columns = width >> 3;
  const rows = height >> 3;
  const workspace = Workspace.take();
  const basis = workspace.keep(BASIS);
  const coefficients = workspace.reserve(columns * STRIP_BLOCK_ROWS * 16);
  const strip = workspace.reserve(width * STRIP_BLOCK_ROWS * 32);
  for (let row = 0; row < rows; row += STRIP_BLOCK_ROWS) {
    const count = Math.min(STRIP_BLOCK_ROWS, rows - row);
    const part = changes.subarray(row * columns * 4, (row + count) * columns * 4);
    workspace.floats(coefficients, part.length).set(part);
    workspace.kernels.synthesiseBlocks(strip, width, columns, count, basis, coefficients);
    write(workspace.floats(strip, width * count * 8), row * 8);
  }
  workspace.giveBack();
}
