// The blocks of a whole picture on the grid of the mark: the picture is mapped back onto the
// original's grid, strip by strip, so that a large one needs little memory besides its own pixels.
import { Workspace } from '../../../kernels/workspace.ts';
import { analysePlane, type BlockGrid } from '../block-transform.ts';
import { type Affine, inverse, shifted } from '../geometry.ts';
import { analyseLuma, type Luma } from '../luma-blocks.ts';
import { warp } from '../plane.ts';

/**
 * Blocks of the original's grid. `place` maps its pixels, counted from the first block, to those of
 * the picture.
 */
export interface MarkedGrid extends BlockGrid {
  /** The place within the tile of the first block, 0 to 15. */
  readonly originColumn: number;
  readonly originRow: number;
  readonly place: Affine;
  /** 1 if a block is completely within the picture. */
  readonly inside: Uint8Array;
}

const STRIP_BLOCK_ROWS = 16;
/** On the original's grid: a reduced picture covers more of it than it has pixels. */
const MOST_PIXELS = 100_000_000;
const CORNERS = [
  [0, 0],
  [7, 0],
  [0, 7],
  [7, 7],
] as const;
const MARGIN = 2; // pixels around a sample that cubic interpolation reads

/** Null: too large on the original's grid. */
export function analyseMarked(luma: Luma, width: number, height: number, place: Affine): MarkedGrid | null {
  if (isInPlace(place)) {
    const grid = analyseLuma(luma, width, height);
    const inside = new Uint8Array(grid.activity.length).fill(1);
    return { ...grid, originColumn: 0, originRow: 0, place, inside };
  }
  const { left, top, right, bottom } = boundsOf(inverse(place), -0.5, -0.5, width - 0.5, height - 0.5);
  const [firstColumn, firstRow] = [Math.floor(left / 8), Math.floor(top / 8)];
  const columns = Math.ceil(right / 8) - firstColumn;
  const rows = Math.ceil(bottom / 8) - firstRow;
  if (columns * rows * 64 > MOST_PIXELS) return null;
  const size = { columns, rows, originColumn: firstColumn & 15, originRow: firstRow & 15 };
  return analyseOn(size, luma, width, height, shifted(place, firstColumn * 8, firstRow * 8));
}

/** The same blocks under another map. */
export function analyseOn(
  {
    columns,
    rows,
    originColumn,
    originRow,
  }: Omit<MarkedGrid, keyof BlockGrid | 'place' | 'inside'> & { columns: number; rows: number },
  luma: Luma,
  width: number,
  height: number,
  place: Affine,
): MarkedGrid {
  const grid: MarkedGrid = {
    columns,
    rows,
    originColumn,
    originRow,
    place,
    coefficients: new Float32Array(columns * rows * 4),
    activity: new Float32Array(columns * rows),
    inside: new Uint8Array(columns * rows),
  };
  for (let row = 0; row < rows; row += STRIP_BLOCK_ROWS) {
    analyseStrip(grid, row, Math.min(STRIP_BLOCK_ROWS, rows - row), luma, width, height);
  }
  return grid;
}

function analyseStrip(grid: MarkedGrid, row: number, count: number, luma: Luma, width: number, height: number): void {
  const { columns, place } = grid;
  const strip = { width: columns * 8, height: count * 8 };
  const own = shifted(place, 0, row * 8);
  const needed = boundsOf(own, 0, 0, strip.width, strip.height);
  const left = Math.min(Math.max(Math.floor(needed.left) - MARGIN, 0), width - 1);
  const top = Math.min(Math.max(Math.floor(needed.top) - MARGIN, 0), height - 1);
  const right = Math.min(Math.ceil(needed.right) + MARGIN, width);
  const bottom = Math.min(Math.ceil(needed.bottom) + MARGIN, height);
  if (right <= left || bottom <= top) return;
  const workspace = Workspace.take();
  const [sourceWidth, sourceHeight] = [right - left, bottom - top];
  const address = workspace.reserve(sourceWidth * sourceHeight * 4);
  const source = { address, width: sourceWidth, height: sourceHeight };
  const target = { address: workspace.reserve(strip.width * strip.height * 4), ...strip };
  const pixels = workspace.floats(address, sourceWidth * sourceHeight);
  for (let y = top; y < bottom; y++) {
    pixels.set(luma.subarray(y * width + left, y * width + right), (y - top) * sourceWidth);
  }
  const [xx, xy, yx, yy] = own.linear;
  warp(workspace, source, target, { linear: own.linear, x0: own.x0 - left, y0: own.y0 - top });
  const part = analysePlane(workspace, target.address, strip.width, columns, count);
  workspace.giveBack();
  grid.coefficients.set(part.coefficients, row * columns * 4);
  grid.activity.set(part.activity, row * columns);
  for (let block = 0; block < columns * count; block++) {
    const [x, y] = [(block % columns) * 8, Math.floor(block / columns) * 8];
    const isInside = CORNERS.every(([right, down]) => {
      const atX = xx * (x + right) + xy * (y + down) + own.x0;
      const atY = yx * (x + right) + yy * (y + down) + own.y0;
      return atX >= 0 && atY >= 0 && atX < width && atY < height;
    });
    grid.inside[row * columns + block] = isInside ? 1 : 0;
  }
}

export function isInPlace({ linear, x0, y0 }: Affine): boolean {
  return x0 === 0 && y0 === 0 && linear.every((value, i) => value === (i % 3 === 0 ? 1 : 0));
}

function boundsOf(
  { linear: [xx, xy, yx, yy], x0, y0 }: Affine,
  left: number,
  top: number,
  right: number,
  bottom: number,
) {
  const xs = [left, right].flatMap((x) => [top, bottom].map((y) => xx * x + xy * y + x0));
  const ys = [left, right].flatMap((x) => [top, bottom].map((y) => yx * x + yy * y + y0));
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
