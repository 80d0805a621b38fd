// Tries one hypothesis of scale and rotation on a plane: resample to the original's grid, find the tile by its pilots,
// climb to the exact geometry, and sum the soft bits there.
import type { Workspace } from '../../kernels/workspace.ts';
import { analysePlane } from './block-transform.ts';
import { demodulate } from './demodulate.ts';
import { type Affine, centred, compose, type Linear, shifted } from './geometry.ts';
import { ORIENTATIONS, PilotSearch, type PilotPeak } from './pilots.ts';
import { TILE_BLOCKS } from './tile.ts';

export interface Plane {
  address: number;
  width: number;
  height: number;
}

/** A resampled, whitened plane on (nearly) the original's grid, and where the pilots stand out in it. */
export interface Sighting {
  linear: Linear;
  peak: PilotPeak;
}

const LONGEST_COARSE_SIDE = 768;
const LONGEST_FINE_SIDE = 1024;
const DEVIATION_FLOOR = 1;
const LIMIT = 3;
const CLIMBING_STEPS = [0.0016, 0.0008, 0.0004, 0.0002];

export function whitened(workspace: Workspace, plane: Plane): Plane {
  const address = workspace.reserve(plane.width * plane.height * 4);
  const work = workspace.reserve(plane.width * plane.height * 8);
  workspace.kernels.whiten(plane.address, plane.width, plane.height, address, work, DEVIATION_FLOOR, LIMIT);
  return { address, width: plane.width, height: plane.height };
}

/** Where the pilots stand out under this map, in the best of the first `orientations` orientations. */
export function sight(
  workspace: Workspace,
  pilots: PilotSearch,
  plane: Plane,
  linear: Linear,
  orientations: number,
): Sighting {
  const mark = workspace.mark();
  const flat = whitened(workspace, resample(workspace, plane, linear, LONGEST_COARSE_SIDE));
  fold(workspace, pilots, flat, [1, 0, 0, 1]);
  const peak = pilots.best(orientations);
  workspace.release(mark);
  return { linear: compose(linear, ORIENTATIONS[peak.orientation]!), peak };
}

/** Climbs from a sighting (already turned upright) to the map at which the pilots stand out most. */
export function climb(workspace: Workspace, pilots: PilotSearch, plane: Plane, sighting: Sighting): Sighting {
  const mark = workspace.mark();
  const flat = whitened(workspace, resample(workspace, plane, sighting.linear, LONGEST_COARSE_SIDE));
  const measure = (linear: Linear) => {
    fold(workspace, pilots, flat, linear);
    return { linear, peak: pilots.best(1) };
  };
  let best = measure([1, 0, 0, 1]);
  for (const step of CLIMBING_STEPS) {
    for (let improved = true, rounds = 0; improved && rounds < 3; rounds++) {
      improved = false;
      for (const nudge of nudges(step)) {
        const tried = measure(compose(best.linear, nudge));
        if (tried.peak.height <= best.peak.height) continue;
        best = tried;
        improved = true;
      }
    }
  }
  workspace.release(mark);
  return { linear: compose(sighting.linear, best.linear), peak: best.peak };
}

function nudges(step: number): Linear[] {
  const more = 1 + step;
  const less = 1 - step;
  return [
    [more, 0, 0, more],
    [less, 0, 0, less],
    [1, -step, step, 1],
    [1, step, -step, 1],
    [more, 0, 0, 1],
    [less, 0, 0, 1],
    [1, 0, 0, more],
    [1, 0, 0, less],
  ];
}

/** The 256 soft bits of the plane under this map. */
export function softBits(workspace: Workspace, pilots: PilotSearch, plane: Plane, linear: Linear): Float32Array {
  const mark = workspace.mark();
  const upright = resample(workspace, plane, linear, LONGEST_FINE_SIDE);
  fold(workspace, pilots, whitened(workspace, upright), [1, 0, 0, 1]);
  const { x, y } = pilots.best(1);
  const blockX = Math.floor(x / 8);
  const blockY = Math.floor(y / 8);
  const map = shifted(upright.map, x - blockX * 8, y - blockY * 8);
  run(workspace, plane, upright, map);
  const grid = analysePlane(workspace, upright.address, upright.width, (upright.width >> 3) - 1, (upright.height >> 3) - 1);
  workspace.release(mark);
  return demodulate(grid, (2 * TILE_BLOCKS - blockX) % TILE_BLOCKS, (2 * TILE_BLOCKS - blockY) % TILE_BLOCKS);
}

function resample(workspace: Workspace, plane: Plane, linear: Linear, longest: number): Plane & { map: Affine } {
  const [xx, xy, yx, yy] = linear;
  const across = Math.hypot(xx, yx);
  const down = Math.hypot(xy, yy);
  const turned = Math.abs(xx) < Math.abs(xy);
  const width = Math.min(longest, Math.floor((turned ? plane.height : plane.width) / across));
  const height = Math.min(longest, Math.floor((turned ? plane.width : plane.height) / down));
  const target = { address: workspace.reserve(width * height * 4), width, height };
  const map = centred(linear, width, height, (plane.width - 1) / 2, (plane.height - 1) / 2);
  run(workspace, plane, target, map);
  return { ...target, map };
}

function run(workspace: Workspace, source: Plane, target: Plane, { linear: [xx, xy, yx, yy], x0, y0 }: Affine): void {
  const { address, width, height } = target;
  workspace.kernels.warp(source.address, source.width, source.height, address, width, height, xx, xy, x0, yx, yy, y0);
}

function fold(workspace: Workspace, pilots: PilotSearch, flat: Plane, linear: Linear): void {
  const { address, width, height } = flat;
  const { x0, y0 } = centred(linear, width, height, (width - 1) / 2, (height - 1) / 2);
  const [xx, xy, yx, yy] = linear;
  workspace.kernels.foldTile(address, width, height, pilots.tile, width, height, xx, xy, x0, yx, yy, y0);
}
