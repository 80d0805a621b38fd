// Reads the id from a luma picture: at the original's own place and scale first, then blind, after
// a crop, a change of scale (about 0.3 to 2.6), a rotation by any angle or a mirror image. In large
// pictures, it searches windows.

import { Workspace } from '../../kernels/workspace.ts';
import type { FoundMark } from '../error-correction/piloted-id.ts';
import type { BlockGrid } from './block-transform.ts';
import { chooseWindows, isBlank, type Point } from './choose-windows.ts';
import { demodulate } from './demodulate.ts';
import { type Affine, centred, type Inset, type Linear, rotationScale, shifted, within } from './geometry.ts';
import { findLattices } from './lattice.ts';
import { analyseLuma, type Luma } from './luma-blocks.ts';
import { PilotSearch } from './pilots.ts';
import { type Plane, warp } from './plane.ts';
import { readTile } from './read-tile.ts';
import {
  foldedBits,
  QUICK_LOOK,
  type Reading,
  type Sighting,
  sight,
  sightedBits,
  softBits,
  WHOLE_LOOK,
  whitened,
} from './synchronise.ts';

const WINDOW_SIDE = 1024;
// A second window, if the picture is large enough to have another good one.
const SECOND_WINDOW_PIXELS = 3_000_000;
const DOUBLED_SIDE = 768; // on the original's grid that is 580 to 1240 pixels
const LEAST_SIDE = 96;
const LATTICES = { smallest: 0.62, largest: 1.32, upright: 4, turned: 4, anyAngle: 4 };
// People resize to round percentages, so these scales are tried even if the lattice drowns in a
// loud texture.
const ROUND_SCALES = [1, 0.9, 0.8, 0.75, 2 / 3];
const UPRIGHT = [0];
const OTHER_ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7];
// Standard deviations of the pilots over all offsets. The best offset of a plain picture reaches 4
// to 5.
const WORTH_READING = 5;
const READINGS = 3;

/**
 * A mark, and the map from the tile's pixels, repeated in all directions, to those of the picture.
 */
export interface PlacedMark extends FoundMark {
  readonly place: Affine;
}

const IN_PLACE: Affine = { linear: [1, 0, 0, 1], x0: 0, y0: 0 };

export function detect(luma: Luma, width: number, height: number): PlacedMark | null {
  if (width < LEAST_SIDE || height < LEAST_SIDE) return null;
  const grid = analyseLuma(luma, width, height);
  const found = readTile(demodulate(grid, 0, 0));
  return found ? { ...found, place: IN_PLACE } : detectBlind(luma, width, height, grid);
}

/** Only at the original's own place and scale. */
export function detectInPlace(luma: Luma, width: number, height: number): FoundMark | null {
  if (width < LEAST_SIDE || height < LEAST_SIDE) return null;
  return readTile(demodulate(analyseLuma(luma, width, height), 0, 0));
}

/** Only the search. grid: the blocks of the same picture. */
export function detectBlind(luma: Luma, width: number, height: number, grid: BlockGrid): PlacedMark | null {
  const workspace = new Workspace();
  const pilots = new PilotSearch(workspace);
  const mark = workspace.mark();
  const windows = width * height > SECOND_WINDOW_PIXELS ? 2 : 1;
  for (const centre of chooseWindows(grid, WINDOW_SIDE, windows)) {
    if (isBlank(grid, WINDOW_SIDE * 2, centre)) continue;
    const window = cutWindow(workspace, luma, width, height, WINDOW_SIDE, centre);
    const wide = () => cutWindow(workspace, luma, width, height, WINDOW_SIDE * 2, centre);
    const found =
      searchLevel(workspace, pilots, window) ??
      searchLevel(workspace, pilots, doubled(workspace, window)) ??
      searchLevel(workspace, pilots, halved(workspace, wide()));
    if (found) return found;
    workspace.release(mark);
  }
  return null;
}

// Each level covers a range of scales in its own pixels. The ranges of the three levels overlap.
function searchLevel(workspace: Workspace, pilots: PilotSearch, plane: Window): PlacedMark | null {
  if (Math.min(plane.width, plane.height) < LEAST_SIDE) return null;
  const flat = whitened(workspace, plane);
  const look = (
    maps: Linear[],
    orientations: readonly number[],
    longest = QUICK_LOOK,
    read = ({ linear }: Sighting) => readPlaced(plane, softBits(workspace, pilots, plane, linear)),
  ) => {
    const sightings = maps.map((map) => sight(workspace, pilots, flat, map, orientations, longest));
    const worthy = sightings.filter(({ height }) => height >= WORTH_READING).sort((a, b) => b.height - a.height);
    for (const sighting of worthy.slice(0, READINGS)) {
      const found = read(sighting);
      if (found) return found;
    }
    return null;
  };
  // First as if the scale were exact. Aligning follows the loudest tiles, which can lead away from
  // a correct scale.
  const rounds = ROUND_SCALES.map((scale) => rotationScale(scale, 0));
  const readAsSighted = (sighting: Sighting) =>
    readPlaced(plane, sightedBits(workspace, plane, sighting)) ??
    readPlaced(plane, foldedBits(workspace, pilots, flat, sighting));
  const round = look(rounds, UPRIGHT, WHOLE_LOOK, readAsSighted) ?? look(rounds, UPRIGHT);
  if (round) return round;
  const lattices = findLattices(workspace, flat, LATTICES);
  const maps = lattices.map(({ scale, angle }) => rotationScale(scale, angle));
  const steep = maps.slice(-LATTICES.anyAngle);
  return look(maps, UPRIGHT) ?? look([...maps.slice(0, 2), ...steep.slice(0, 2)], OTHER_ORIENTATIONS);
}

function readPlaced(plane: Window, { bits, linear, x, y }: Reading): PlacedMark | null {
  const found = readTile(bits);
  if (!found) return null;
  const fromCentre = centred(linear, 1, 1, (plane.width - 1) / 2, (plane.height - 1) / 2);
  return { ...found, place: within(shifted(fromCentre, x, y), plane) };
}

/** A plane, and its place in the picture. */
type Window = Plane & Inset;

// The picture around a center, at most `side` pixels each way. Its width, and half of it, are
// multiples of four.
function cutWindow(
  workspace: Workspace,
  luma: Luma,
  width: number,
  height: number,
  side: number,
  centre: Point,
): Window {
  const plane = { width: Math.min(width, side) & ~7, height: Math.min(height, side) };
  const address = workspace.reserve(plane.width * plane.height * 4);
  const pixels = workspace.floats(address, plane.width * plane.height);
  const left = Math.min(Math.max(Math.round(centre.x - plane.width / 2), 0), width - plane.width);
  const top = Math.min(Math.max(Math.round(centre.y - plane.height / 2), 0), height - plane.height);
  for (let y = 0; y < plane.height; y++) {
    const start = (top + y) * width + left;
    pixels.set(luma.subarray(start, start + plane.width), y * plane.width);
  }
  return { address, ...plane, scale: 1, left, top };
}

function halved(workspace: Workspace, plane: Window): Window {
  const half = { width: plane.width >> 1, height: plane.height >> 1 };
  const address = workspace.reserve(half.width * half.height * 4);
  workspace.kernels.halve(plane.address, plane.width, plane.height, address);
  return { address, ...half, scale: 2, left: plane.left + 0.5, top: plane.top + 0.5 };
}

// The middle of the plane at twice its size.
function doubled(workspace: Workspace, plane: Window): Window {
  const width = Math.min(plane.width * 2, DOUBLED_SIDE);
  const height = Math.min(plane.height * 2, DOUBLED_SIDE);
  const target = { address: workspace.reserve(width * height * 4), width, height };
  const x0 = (plane.width - 1) / 2 - (width - 1) / 4;
  const y0 = (plane.height - 1) / 2 - (height - 1) / 4;
  warp(workspace, plane, target, { linear: [0.5, 0, 0, 0.5], x0, y0 });
  return { ...target, scale: 0.5, left: plane.left + x0, top: plane.top + y0 };
}
