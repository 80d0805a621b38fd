// Where to search a large picture: windows with much moderate texture, where signing adds the mark
// most strongly and compression leaves it. Flat sky carries little, and overexposed or busy areas
// drown it.
import type { BlockGrid } from './block-transform.ts';

export interface Point {
  x: number;
  y: number;
}

const FLAT = 1; // luma levels of deviation within a block
const BUSY = 10;

/**
 * Centers, in pixels, of at most `count` windows of `side` pixels that overlap little, best first.
 */
export function chooseWindows({ columns, rows, activity }: BlockGrid, side: number, count: number): Point[] {
  const blocks = side / 8;
  const across = Math.min(blocks, columns);
  const down = Math.min(blocks, rows);
  const sums = new Float64Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++) {
    for (let column = 0, line = 0; column < columns; column++) {
      line += Math.min(Math.max(activity[row * columns + column]! - FLAT, 0), BUSY);
      sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1]! + line;
    }
  }
  const at = (column: number, row: number) => sums[row * (columns + 1) + column]!;
  const windows = positions(rows - down).flatMap((top) =>
    positions(columns - across).map((left) => ({
      x: (left + across / 2) * 8,
      y: (top + down / 2) * 8,
      worth: at(left + across, top + down) - at(left, top + down) - at(left + across, top) + at(left, top),
    })),
  );
  const chosen: Point[] = [];
  for (const { x, y } of windows.sort((a, b) => b.worth - a.worth)) {
    const apart = chosen.every((other) => Math.max(Math.abs(x - other.x), Math.abs(y - other.y)) > side * 0.6);
    if (apart && chosen.length < count) chosen.push({ x, y });
  }
  return chosen;
}

/**
 * Whether each block around a center has a single shade, so that it cannot carry a mark at any
 * scale of the search. It looks one side in each direction, because a window that would leave the
 * picture is moved into it.
 */
export function isBlank({ columns, rows, activity }: BlockGrid, side: number, { x, y }: Point): boolean {
  const left = Math.max(0, Math.floor((x - side) / 8));
  const right = Math.ceil((x + side) / 8);
  const bottom = Math.min(rows, Math.ceil((y + side) / 8));
  for (let row = Math.max(0, Math.floor((y - side) / 8)); row < bottom; row++) {
    const line = activity.subarray(row * columns + left, row * columns + Math.min(columns, right));
    if (line.some((deviation) => deviation > 0)) return false;
  }
  return true;
}

// 0 to the last start that fits, every 16 blocks.
function positions(last: number): number[] {
  return [...Array.from({ length: Math.ceil(last / 16) }, (_, i) => i * 16), last];
}
