// The part of a picture within borders of one color, as in a screenshot: a share of each side, or
// nothing if no borders are worth cutting off.
import type { View } from './view.ts';

/** Shares of the width and the height, 0 to 1, of the picture as it is stored. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

// Levels of luma within which pixels count as border. A coarse JPEG is no more even.
const SAME_LUMA = 12;
// The share of a line that must differ, so that a clock or an icon next to the picture does not
// make it wider.
const LEAST_SHARE = 0.08;
const NARROWEST_BORDER = 0.02;
const SMALLEST_PART = 0.15;

export function findInner(view: View): Box | null {
  const [rows, columns] = differing(view);
  const [top, bottom] = extent(rows);
  const [left, right] = extent(columns);
  const smallest = Math.min(right - left, bottom - top);
  const widest = Math.max(left, top, 1 - right, 1 - bottom);
  return smallest < SMALLEST_PART || widest < NARROWEST_BORDER ? null : { left, top, right, bottom };
}

// How many pixels of each row and each column are lighter or darker than the first pixel.
function differing({ luma, side }: View): readonly [Uint16Array, Uint16Array] {
  const [rows, columns] = [new Uint16Array(side), new Uint16Array(side)];
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) {
      if (Math.abs(luma[at]! - luma[0]!) <= SAME_LUMA) continue;
      rows[y]!++;
      columns[x]!++;
    }
  }
  return [rows, columns];
}

// From the first line that differs to the last. A line in between belongs to the picture.
function extent(counts: Uint16Array): readonly [number, number] {
  const side = counts.length;
  const differs = (count: number) => count > LEAST_SHARE * side;
  const first = counts.findIndex(differs);
  return first < 0 ? [0, 0] : [first / side, (counts.findLastIndex(differs) + 1) / side];
}
