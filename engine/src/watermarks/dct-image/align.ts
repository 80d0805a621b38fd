// The exact geometry, from a rough one. Every tile of the plane is correlated with the pilots
// separately. A small stretch or turn of the plane moves each tile's peak by a known distance, so
// scoring such a change takes one lookup per tile. Finds the change (up to about 1.5%) and the
// origin of the tile with the highest sum.
import { compose, type Linear } from './geometry.ts';
import type { PilotPeak, PilotSearch } from './pilots.ts';
import { TILE_PIXELS } from './tile.ts';

export interface Alignment {
  /** To apply to the plane's own map, on the original's side. */
  linear: Linear;
  /** The tile's origin, counted from the plane's center. */
  x: number;
  y: number;
  score: number;
}

const REACH = 7; // pixels around the rough origin
const SPAN = 2 * REACH + 1;
const COARSE = 0.002;
const COARSE_REACH = 7; // steps of COARSE each way

interface TileSurface {
  centreX: number;
  centreY: number;
  values: Float32Array; // SPAN × SPAN around the rough origin
}

/**
 * flat: whitened pixels. peak: of the same plane folded, pixel (0, 0) at cell (0, 0), as `pilots`
 * just returned it.
 */
export function align(
  pilots: PilotSearch,
  flat: Float32Array,
  width: number,
  height: number,
  peak: PilotPeak,
): Alignment {
  const originX = Math.round(peak.x);
  const originY = Math.round(peak.y);
  const tiles = surfacesByTile(pilots, flat, width, height, originX, originY);
  let best: Alignment = { linear: [1, 0, 0, 1], x: 0, y: 0, score: Number.NEGATIVE_INFINITY };
  const consider = (linear: Linear, x: number, y: number) => {
    const score = total(tiles, linear, x, y);
    if (score > best.score) best = { linear, x, y, score };
  };
  for (let i = -COARSE_REACH; i <= COARSE_REACH; i++) {
    for (let j = -COARSE_REACH; j <= COARSE_REACH; j++) {
      for (let x = -2; x <= 2; x++) for (let y = -2; y <= 2; y++) consider(change(i * COARSE, 0, j * COARSE), x, y);
    }
  }
  for (let step = COARSE / 2; step > 0.0001; step /= 2) refine(best, step, consider, () => best);
  return {
    ...best,
    x: originX + best.x - (width - 1) / 2,
    y: originY + best.y - (height - 1) / 2,
  };
}

function refine(
  start: Alignment,
  step: number,
  consider: (linear: Linear, x: number, y: number) => void,
  current: () => Alignment,
): void {
  for (let rounds = 0, from = start; rounds < 6; rounds++, from = current()) {
    for (const [scale, stretch, turn] of NUDGES) {
      consider(compose(from.linear, change(scale * step, stretch * step, turn * step)), from.x, from.y);
    }
    const shift = step * 250; // half a pixel at the first step
    for (const [dx, dy] of SHIFTS) consider(current().linear, from.x + dx * shift, from.y + dy * shift);
    if (current() === from) break;
  }
}

const NUDGES = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
] as const;
const SHIFTS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

function change(scale: number, stretch: number, turn: number): Linear {
  return [1 + scale + stretch, -turn, turn, 1 + scale - stretch];
}

function surfacesByTile(
  pilots: PilotSearch,
  flat: Float32Array,
  width: number,
  height: number,
  originX: number,
  originY: number,
): TileSurface[] {
  const parts = tileParts(width, height);
  const surfaces: TileSurface[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const pair = parts.slice(i, i + 2);
    const cut = pair.map(({ left, top, right, bottom }) => {
      const cells = new Float32Array(TILE_PIXELS * TILE_PIXELS);
      for (let y = top; y < bottom; y++) {
        cells.set(flat.subarray(y * width + left, y * width + right), (y - top) * TILE_PIXELS);
      }
      return cells;
    });
    const correlated = pilots.surfaces(cut[0]!, cut[1] ?? new Float32Array(TILE_PIXELS * TILE_PIXELS));
    pair.forEach(({ left, top, right, bottom }, k) => {
      const values = new Float32Array(SPAN * SPAN);
      for (let y = 0; y < SPAN; y++) {
        const row = ((originY + y - REACH) & (TILE_PIXELS - 1)) * TILE_PIXELS;
        for (let x = 0; x < SPAN; x++) {
          values[y * SPAN + x] = correlated[k]![row + ((originX + x - REACH) & (TILE_PIXELS - 1))]!;
        }
      }
      surfaces.push({ centreX: (left + right - width) / 2, centreY: (top + bottom - height) / 2, values });
    });
  }
  return surfaces;
}

// Cells of 128 pixels, counted from the plane's first pixel. Slivers carry too little to be worth a
// transform.
function tileParts(width: number, height: number) {
  const parts: { left: number; top: number; right: number; bottom: number }[] = [];
  for (let top = 0; top < height; top += TILE_PIXELS) {
    for (let left = 0; left < width; left += TILE_PIXELS) {
      const right = Math.min(width, left + TILE_PIXELS);
      const bottom = Math.min(height, top + TILE_PIXELS);
      if ((right - left) * (bottom - top) > 3000) parts.push({ left, top, right, bottom });
    }
  }
  return parts;
}

function total(tiles: TileSurface[], [xx, xy, yx, yy]: Linear, x: number, y: number): number {
  let sum = 0;
  for (const { centreX, centreY, values } of tiles) {
    const atX = REACH + x + (xx - 1) * centreX + xy * centreY;
    const atY = REACH + y + yx * centreX + (yy - 1) * centreY;
    if (atX < 0 || atY < 0 || atX >= SPAN - 1 || atY >= SPAN - 1) continue;
    const left = Math.floor(atX);
    const fx = atX - left;
    const fy = atY - Math.floor(atY);
    const at = Math.floor(atY) * SPAN + left;
    const top = values[at]! + fx * (values[at + 1]! - values[at]!);
    const bottom = values[at + SPAN]! + fx * (values[at + SPAN + 1]! - values[at + SPAN]!);
    sum += top + fy * (bottom - top);
  }
  return sum;
}
