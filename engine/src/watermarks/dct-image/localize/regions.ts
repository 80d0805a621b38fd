// Rectangles around the changed cells of a map: one for each connected part, split if a single
// rectangle would mostly cover unchanged cells. Few, largest first.
interface CellBox {
  left: number;
  top: number;
  /** Exclusive, like bottom. */
  right: number;
  bottom: number;
}

const LEAST_FILLED = 0.8;
const MOST_SPLITS = 5;

/** Connected parts, corners included. */
export function connectedParts(isChanged: (cell: number) => boolean, columns: number, rows: number): number[][] {
  const seen = new Uint8Array(columns * rows);
  const parts: number[][] = [];
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] || !isChanged(first)) continue;
    const part = [first];
    seen[first] = 1;
    for (let next = 0; next < part.length; next++) {
      const [column, row] = [part[next]! % columns, Math.floor(part[next]! / columns)];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const cell = y * columns + x;
          if (seen[cell] || !isChanged(cell)) continue;
          seen[cell] = 1;
          part.push(cell);
        }
      }
    }
    parts.push(part);
  }
  return parts;
}

/** Whether a part contains a square with this many cells per side. */
export function isThick(cells: readonly number[], columns: number, side: number): boolean {
  // For each cell, the side of the largest square that ends there, lower right.
  const squares = new Map<number, number>();
  for (const cell of cells.toSorted((a, b) => a - b)) {
    const column = cell % columns;
    const before = [cell - columns, ...(column > 0 ? [cell - 1, cell - columns - 1] : [])];
    const size = column > 0 ? 1 + Math.min(...before.map((each) => squares.get(each) ?? 0)) : 1;
    if (size >= side) return true;
    squares.set(cell, size);
  }
  return false;
}

export function boxesAround(cells: readonly number[], columns: number, splits = MOST_SPLITS): CellBox[] {
  if (cells.length === 0) return [];
  const box = { left: columns, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  for (const cell of cells) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    box.left = Math.min(box.left, column);
    box.right = Math.max(box.right, column + 1);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, row + 1);
  }
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (splits === 0 || cells.length >= LEAST_FILLED * width * height) return [box];
  const halves = [true, false].map((isAcross) => bestCut(cells, columns, box, isAcross));
  const cut = halves[0]!.area <= halves[1]!.area ? halves[0]! : halves[1]!;
  return cut.sides.flatMap((side) => boxesAround(side, columns, splits - 1));
}

// The cut, across or down, after which the boxes of both sides cover the smallest area.
function bestCut(cells: readonly number[], columns: number, box: CellBox, isAcross: boolean) {
  const from = isAcross ? box.left : box.top;
  const to = isAcross ? box.right : box.bottom;
  const length = to - from;
  const [low, high] = [new Int32Array(length).fill(1 << 30), new Int32Array(length).fill(-1)];
  const along = (cell: number) => (isAcross ? cell % columns : Math.floor(cell / columns)) - from;
  for (const cell of cells) {
    const at = along(cell);
    const other = isAcross ? Math.floor(cell / columns) : cell % columns;
    low[at] = Math.min(low[at]!, other);
    high[at] = Math.max(high[at]!, other);
  }
  const before = growingAreas(low, high);
  const after = growingAreas(low.toReversed(), high.toReversed()).toReversed();
  let [best, area] = [1, Number.POSITIVE_INFINITY];
  for (let at = 1; at < length; at++) {
    if (before[at - 1]! + after[at]! < area) [best, area] = [at, before[at - 1]! + after[at]!];
  }
  const sides = [cells.filter((cell) => along(cell) < best), cells.filter((cell) => along(cell) >= best)];
  return { area, sides };
}

// The area of the box around the first lines, for each count of lines.
function growingAreas(low: Int32Array, high: Int32Array): number[] {
  let [least, most, first] = [1 << 30, -1, -1];
  return Array.from(low, (_, at) => {
    if (high[at]! >= 0 && first < 0) first = at;
    least = Math.min(least, low[at]!);
    most = Math.max(most, high[at]!);
    return first < 0 ? 0 : (at - first + 1) * (most - least + 1);
  });
}
