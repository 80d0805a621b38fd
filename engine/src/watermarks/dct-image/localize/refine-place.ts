// The exact map from the original's grid to a picture, from a nearly exact one. The reader finds
// the mark in a window. At the far side of a large picture, its small error has grown to a pixel,
// enough to lose the mark there. With the id known, some blocks from all over the picture show
// which map fits best.
import { BASIS } from '../block-transform.ts';
import { type Affine, type Linear, shifted } from '../geometry.ts';
import type { Luma } from '../luma-blocks.ts';
import { CHIPS, TILE_BLOCKS, tileSigns } from '../tile.ts';
import type { MarkedGrid } from './marked-grid.ts';

const SAMPLED_BLOCKS = 1500;
const LIMIT = 1.5;
// In pixels of the original, at the edges of the picture.
const STEPS = [1.2, 0.6, 0.3, 0.15];
const ROUNDS = 4;

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly template: Float32Array;
}

/** The map of a grid, made exact. */
export function refinePlace(luma: Luma, width: number, height: number, grid: MarkedGrid, id: string): Affine {
  const samples = chooseSamples(grid, tileTemplates(id));
  const centre = { x: grid.columns * 4, y: grid.rows * 4 };
  const half = Math.max(centre.x, centre.y);
  let place = shifted(grid.place, centre.x, centre.y);
  let best = score(luma, width, height, samples, place, centre);
  const consider = (tried: Affine) => {
    const reached = score(luma, width, height, samples, tried, centre);
    if (reached <= best) return false;
    best = reached;
    place = tried;
    return true;
  };
  for (const step of STEPS) {
    for (let round = 0, isBetter = true; round < ROUNDS && isBetter; round++) {
      isBetter = false;
      for (let parameter = 0; parameter < 6; parameter++) {
        isBetter =
          consider(nudge(place, parameter, step, half)) || consider(nudge(place, parameter, -step, half)) || isBetter;
      }
    }
  }
  return shifted(place, -centre.x, -centre.y);
}

// Steps are in the picture's own pixels, because a turned or reduced picture shares the scale with
// the original.
function nudge({ linear, x0, y0 }: Affine, parameter: number, step: number, half: number): Affine {
  const scale = Math.hypot(linear[0], linear[2]);
  if (parameter === 4) return { linear, x0: x0 + step * scale, y0 };
  if (parameter === 5) return { linear, x0, y0: y0 + step * scale };
  const changed = linear.map((value, i) => (i === parameter ? value + (step * scale) / half : value));
  return { linear: changed as unknown as Linear, x0, y0 };
}

/** For each place of the tile, the 8 × 8 picture that the mark adds there. */
function tileTemplates(id: string): Float32Array[] {
  return Array.from(tileSigns(id), (sign, place) => {
    const template = new Float32Array(64);
    for (let i = 0; i < 256; i++) template[i & 63]! += sign * CHIPS[place * 4 + (i >> 6)]! * BASIS[i]!;
    return template;
  });
}

// Evenly from the blocks that are busy enough to carry the mark and not so busy that they drown it.
function chooseSamples(grid: MarkedGrid, templates: readonly Float32Array[]): Sample[] {
  const { columns, activity, inside } = grid;
  const usable = Array.from(activity.keys()).filter(
    (block) => inside[block] && activity[block]! > 1 && activity[block]! < 15,
  );
  const stride = Math.max(1, usable.length / SAMPLED_BLOCKS);
  return Array.from({ length: Math.min(SAMPLED_BLOCKS, usable.length) }, (_, i) => {
    const block = usable[Math.floor(i * stride)]!;
    const [column, row] = [block % columns, Math.floor(block / columns)];
    const place = ((row + grid.originRow) % TILE_BLOCKS) * TILE_BLOCKS + ((column + grid.originColumn) % TILE_BLOCKS);
    return { x: column * 8, y: row * 8, scale: 1 / (8 + 8 * activity[block]!), template: templates[place]! };
  });
}

function score(
  luma: Luma,
  width: number,
  height: number,
  samples: readonly Sample[],
  { linear: [xx, xy, yx, yy], x0, y0 }: Affine,
  centre: { x: number; y: number },
): number {
  let sum = 0;
  for (const { x, y, scale, template } of samples) {
    let product = 0;
    for (let pixel = 0; pixel < 64; pixel++) {
      const u = x + (pixel & 7) - centre.x;
      const v = y + (pixel >> 3) - centre.y;
      const atX = Math.min(Math.max(xx * u + xy * v + x0, 0), width - 1.001);
      const atY = Math.min(Math.max(yx * u + yy * v + y0, 0), height - 1.001);
      const at = (atY | 0) * width + (atX | 0);
      const [fx, fy] = [atX - (atX | 0), atY - (atY | 0)];
      const upper = luma[at]! + fx * (luma[at + 1]! - luma[at]!);
      const lower = luma[at + width]! + fx * (luma[at + width + 1]! - luma[at + width]!);
      product += template[pixel]! * (upper + fy * (lower - upper));
    }
    sum += Math.min(Math.max(product * scale, -LIMIT), LIMIT);
  }
  return sum;
}
