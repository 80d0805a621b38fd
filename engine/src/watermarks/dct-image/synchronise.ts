// Puts a plane back on the original's grid under one hypothesis of scale and rotation: a quick
// search for the pilots, then, if they are clear, the exact geometry and the soft bits.
import type { Workspace } from '../../kernels/workspace.ts';
import { align } from './align.ts';
import { analysePlane, BASIS } from './block-transform.ts';
import { demodulate } from './demodulate.ts';
import { centred, compose, type Linear, shifted } from './geometry.ts';
import { ORIENTATIONS, type PilotSearch } from './pilots.ts';
import { foldIntoTile, type Plane, warp } from './plane.ts';
import { CHIPS, TILE_BLOCKS, TILE_PIXELS } from './tile.ts';

/**
 * If the pilots are clear: the map from the original's pixels, and the tile's origin on their grid,
 * counted from the plane's center.
 */
export interface Sighting {
  linear: Linear;
  x: number;
  y: number;
  /** In standard deviations. */
  height: number;
}

/** Soft bits, and the geometry under which they were read (see Sighting). */
export interface Reading extends Omit<Sighting, 'height'> {
  readonly bits: Float32Array;
}

/** Enough for a quick search under many maps. Aligning and reading use more. */
export const QUICK_LOOK = 576;
/** For an exact map: a larger area makes the pilots clearer against a picture's own loud lines. */
export const WHOLE_LOOK = 1024;
const LONGEST_ALIGNED_SIDE = 768;
const LONGEST_READ_SIDE = 1024;
const DEVIATION_FLOOR = 1;
const LIMIT = 3;
const UPRIGHT = [0];
const IDENTITY: Linear = [1, 0, 0, 1];

export function whitened(workspace: Workspace, plane: Plane): Plane {
  const address = workspace.reserve(plane.width * plane.height * 4);
  const work = workspace.reserve(plane.width * (plane.height * 8 + 4));
  workspace.kernels.whiten(plane.address, plane.width, plane.height, address, work, DEVIATION_FLOOR, LIMIT);
  return { address, width: plane.width, height: plane.height };
}

/**
 * A search in a whitened plane under a map, in the given orientations. longest: the longest side of
 * the searched part.
 */
export function sight(
  workspace: Workspace,
  pilots: PilotSearch,
  flat: Plane,
  linear: Linear,
  orientations: readonly number[],
  longest: number,
): Sighting {
  const { width, height } = originalSize(flat, linear, longest);
  const map = centred(linear, width, height, (flat.width - 1) / 2, (flat.height - 1) / 2);
  foldIntoTile(workspace, flat, pilots.tile, { width, height }, map);
  const peak = pilots.best(orientations);
  return {
    linear: compose(linear, ORIENTATIONS[peak.orientation]!),
    x: peak.x - (width - 1) / 2,
    y: peak.y - (height - 1) / 2,
    height: peak.height,
  };
}

/** The 256 soft bits of a plane under an exact and upright map, as it was sighted. */
export function sightedBits(workspace: Workspace, plane: Plane, { linear, x, y }: Sighting): Reading {
  return demodulateAt(workspace, plane, linear, x, y);
}

/**
 * The same from the whitened plane folded to one tile, with its loud frequencies damped. If the
 * mark is in flat areas next to a few loud lines, this reads better than block by block. In busy
 * pictures it reads worse.
 */
export function foldedBits(workspace: Workspace, pilots: PilotSearch, flat: Plane, sighting: Sighting): Reading {
  const { linear } = sighting;
  const { width, height } = originalSize(flat, linear, WHOLE_LOOK);
  const [x, y] = [sighting.x + (width - 1) / 2, sighting.y + (height - 1) / 2];
  const [left, top] = [Math.round(x), Math.round(y)];
  const map = centred(linear, width, height, (flat.width - 1) / 2, (flat.height - 1) / 2);
  foldIntoTile(workspace, flat, pilots.tile, { width, height }, shifted(map, x - left, y - top));
  return { ...sighting, bits: tileBits(pilots.calmed(), left, top) };
}

function tileBits(cells: Float32Array, left: number, top: number): Float32Array {
  const wrap = TILE_PIXELS - 1;
  return Float32Array.from({ length: TILE_BLOCKS * TILE_BLOCKS }, (_, place) => {
    const firstRow = (place >> 4) * 8 + top;
    const firstColumn = (place & (TILE_BLOCKS - 1)) * 8 + left;
    let sum = 0;
    for (let pixel = 0; pixel < 64; pixel++) {
      const row = (firstRow + (pixel >> 3)) & wrap;
      const value = cells[row * TILE_PIXELS + ((firstColumn + (pixel & 7)) & wrap)]!;
      for (let k = 0; k < 4; k++) sum += CHIPS[place * 4 + k]! * BASIS[k * 64 + pixel]! * value;
    }
    return sum;
  });
}

/** The 256 soft bits of a plane with a roughly known map. */
export function softBits(workspace: Workspace, pilots: PilotSearch, plane: Plane, rough: Linear): Reading {
  const mark = workspace.mark();
  const near = whitened(workspace, resample(workspace, plane, rough, LONGEST_ALIGNED_SIDE));
  foldIntoTile(workspace, near, pilots.tile, near, { linear: IDENTITY, x0: 0, y0: 0 });
  const flat = workspace.floats(near.address, near.width * near.height);
  const { linear, x, y } = align(pilots, flat, near.width, near.height, pilots.best(UPRIGHT));
  workspace.release(mark);
  return demodulateAt(workspace, plane, compose(rough, linear), x, y);
}

// (x, y): the tile's origin on the original's grid, counted from the plane's center.
function demodulateAt(workspace: Workspace, plane: Plane, linear: Linear, x: number, y: number): Reading {
  const mark = workspace.mark();
  const { width, height } = originalSize(plane, linear, LONGEST_READ_SIDE);
  const fromLeft = x + (width - 1) / 2 + 64 * TILE_PIXELS;
  const fromTop = y + (height - 1) / 2 + 64 * TILE_PIXELS;
  const upright = { address: workspace.reserve(width * height * 4), width, height };
  const map = centred(linear, width, height, (plane.width - 1) / 2, (plane.height - 1) / 2);
  warp(workspace, plane, upright, shifted(map, fromLeft % 8, fromTop % 8));
  const grid = analysePlane(workspace, upright.address, width, (width >> 3) - 1, (height >> 3) - 1);
  workspace.release(mark);
  return { bits: demodulate(grid, blockBefore(fromLeft), blockBefore(fromTop)), linear, x, y };
}

// The place in the tile of the first whole block, if the tile's origin is `distance` pixels further
// on.
function blockBefore(distance: number): number {
  return (TILE_BLOCKS - (Math.floor(distance / 8) % TILE_BLOCKS)) % TILE_BLOCKS;
}

// The plane's size on the original's grid.
function originalSize(plane: Plane, [xx, xy, yx, yy]: Linear, longest: number): { width: number; height: number } {
  const turned = Math.abs(xx) < Math.abs(xy);
  const width = (turned ? plane.height : plane.width) / Math.hypot(xx, yx);
  const height = (turned ? plane.width : plane.height) / Math.hypot(xy, yy);
  return { width: Math.min(longest, Math.floor(width)) & ~3, height: Math.min(longest, Math.floor(height)) };
}

function resample(workspace: Workspace, plane: Plane, linear: Linear, longest: number): Plane {
  const { width, height } = originalSize(plane, linear, longest);
  const target = { address: workspace.reserve(width * height * 4), width, height };
  warp(workspace, plane, target, centred(linear, width, height, (plane.width - 1) / 2, (plane.height - 1) / 2));
  return target;
}
