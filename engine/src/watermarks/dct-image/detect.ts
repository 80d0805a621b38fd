// Reads the id from a luma picture: at the original's own place and scale first, then blind, after a crop, a change of
// scale (about 0.3 to 2.6), a small rotation, a quarter turn or a mirror image. Large pictures are searched in a window.
import { Workspace } from '../../kernels/workspace.ts';
import { demodulate } from './demodulate.ts';
import { type Linear, rotationScale } from './geometry.ts';
import { findLattices } from './lattice.ts';
import { analyseLuma, type Luma } from './luma-blocks.ts';
import { ORIENTATIONS, PilotSearch } from './pilots.ts';
import { type FoundMark, readTile } from './read-tile.ts';
import { climb, type Plane, sight, type Sighting, softBits, whitened } from './synchronise.ts';

const WINDOW_SIDE = 1024;
const LEAST_SIDE = 96;
// Pilots of a plain picture rarely pass 5.2 at the best of its offsets; weaker sightings are not worth the climb.
const WORTH_CLIMBING = 4.6;
const WORTH_READING = 5.2;
const CANDIDATES = 6;
const CLIMBS = 2;

export function detect(luma: Luma, width: number, height: number): FoundMark | null {
  if (width < LEAST_SIDE || height < LEAST_SIDE) return null;
  return readTile(demodulate(analyseLuma(luma, width, height), 0, 0)) ?? detectBlind(luma, width, height);
}

export function detectBlind(luma: Luma, width: number, height: number): FoundMark | null {
  const workspace = new Workspace();
  const pilots = new PilotSearch(workspace);
  const plane = cutWindow(workspace, luma, width, height, WINDOW_SIDE);
  return (
    tryMaps(workspace, pilots, plane, [[1, 0, 0, 1]]) ??
    searchLevel(workspace, pilots, plane) ??
    searchLevel(workspace, pilots, doubled(workspace, plane)) ??
    searchLevel(workspace, pilots, halved(workspace, cutWindow(workspace, luma, width, height, WINDOW_SIDE * 2)))
  );
}

// Each level covers scales of 0.62 to 1.32 of its own pixels; the three levels overlap.
function searchLevel(workspace: Workspace, pilots: PilotSearch, plane: Plane): FoundMark | null {
  if (Math.min(plane.width, plane.height) < LEAST_SIDE) return null;
  const mark = workspace.mark();
  const flat = whitened(workspace, plane);
  const lattices = findLattices(workspace, flat.address, flat.width, flat.height, 0.62, 1.32, CANDIDATES);
  workspace.release(mark);
  return tryMaps(
    workspace,
    pilots,
    plane,
    lattices.map(({ scale, angle }) => rotationScale(scale, angle)),
  );
}

function tryMaps(workspace: Workspace, pilots: PilotSearch, plane: Plane, maps: Linear[]): FoundMark | null {
  const sightings: Sighting[] = maps
    .map((map) => sight(workspace, pilots, plane, map, ORIENTATIONS.length))
    .filter(({ peak }) => peak.height >= WORTH_CLIMBING)
    .sort((a, b) => b.peak.height - a.peak.height);
  for (const sighting of sightings.slice(0, CLIMBS)) {
    const { linear, peak } = climb(workspace, pilots, plane, sighting);
    if (peak.height < WORTH_READING) continue;
    const found = readTile(softBits(workspace, pilots, plane, linear));
    if (found) return found;
  }
  return null;
}

// The middle of the picture, at most `side` pixels each way.
function cutWindow(workspace: Workspace, luma: Luma, width: number, height: number, side: number): Plane {
  const plane = { width: Math.min(width, side), height: Math.min(height, side) };
  const address = workspace.reserve(plane.width * plane.height * 4);
  const pixels = workspace.floats(address, plane.width * plane.height);
  const left = (width - plane.width) >> 1;
  const top = (height - plane.height) >> 1;
  for (let y = 0; y < plane.height; y++) {
    const start = (top + y) * width + left;
    pixels.set(luma.subarray(start, start + plane.width), y * plane.width);
  }
  return { address, ...plane };
}

function halved(workspace: Workspace, plane: Plane): Plane {
  const half = { width: plane.width >> 1, height: plane.height >> 1 };
  const address = workspace.reserve(half.width * half.height * 4);
  workspace.kernels.halve(plane.address, plane.width, plane.height, address);
  return { address, ...half };
}

// The middle of the plane at twice its size, at most WINDOW_SIDE each way.
function doubled(workspace: Workspace, plane: Plane): Plane {
  const twice = { width: Math.min(plane.width * 2, WINDOW_SIDE), height: Math.min(plane.height * 2, WINDOW_SIDE) };
  const address = workspace.reserve(twice.width * twice.height * 4);
  const x0 = (plane.width - 1) / 2 - (twice.width - 1) / 4;
  const y0 = (plane.height - 1) / 2 - (twice.height - 1) / 4;
  const { width, height } = twice;
  workspace.kernels.warp(plane.address, plane.width, plane.height, address, width, height, 0.5, 0, x0, 0, 0.5, y0);
  return { address, ...twice };
}
