// Scale and rotation without knowing the id: the mark repeats every tile, so the autocorrelation of
// the whitened picture has a square lattice of peaks. Every (scale, angle) is scored by the peaks
// it predicts.
import type { Workspace } from '../../kernels/workspace.ts';
import { FourierPlane } from './fourier-plane.ts';
import type { Plane } from './plane.ts';
import { TILE_PIXELS } from './tile.ts';

export interface Lattice {
  /** Pixels of the plane for one pixel of the marked original. */
  scale: number;
  /** Radians. */
  angle: number;
}

export interface LatticeSearch {
  readonly smallest: number;
  readonly largest: number;
  /** How many lattices of each kind to return. */
  readonly upright: number;
  readonly turned: number;
  readonly anyAngle: number;
}

// Longer lags than half of it alias, which only adds noise. The tile's first and second ring
// matter.
const SIDE = 512;
const SCALE_STEP = 0.004;
const ANGLE_STEP = 0.004;
const WIDEST_ANGLE = 0.088; // 5°
/** Sine of the angle beyond which a lattice counts as turned by any angle. */
const STEEP = Math.sin(WIDEST_ANGLE);
const STEEP_CANDIDATES = 48;
const RING = 3; // tiles
const LOUDEST_LINE = 4; // times the mean of its neighborhood

/**
 * The likeliest upright lattices, those turned a little, and those turned by any angle; scales from
 * `smallest` to `largest`.
 */
export function findLattices(
  workspace: Workspace,
  flat: Plane,
  { smallest, largest, upright, turned, anyAngle }: LatticeSearch,
): Lattice[] {
  const mark = workspace.mark();
  const peaks = peakMap(workspace, flat);
  const angles = 2 * Math.round(WIDEST_ANGLE / ANGLE_STEP) + 1;
  const scales = Math.ceil(Math.log(largest / smallest) / Math.log1p(SCALE_STEP)) + 1;
  const scores = new Float32Array(angles * scales);
  const latticeAt = (i: number): Lattice => ({
    scale: smallest * (1 + SCALE_STEP) ** (i % scales),
    angle: (Math.floor(i / scales) - (angles - 1) / 2) * ANGLE_STEP,
  });
  for (let i = 0; i < scores.length; i++) {
    const { scale, angle } = latticeAt(i);
    scores[i] = score(peaks, flat, scale, angle);
  }
  const middle = ((angles - 1) / 2) * scales;
  const chosen = best(scores, turned, scales);
  for (const i of best(scores.subarray(middle, middle + scales), upright, scales)) chosen.push(middle + i);
  const steep = findSteep(peaks, flat, smallest, largest, anyAngle);
  workspace.release(mark);
  return [...[...new Set(chosen)].map(latticeAt), ...steep];
}

// A grid over all angles would take ten times as long. Instead, each lag within the quarter plane
// is a candidate, scored by the nearest peaks only. The most promising are then scored in full
// around their place.
function findSteep(peaks: Float32Array, flat: Plane, smallest: number, largest: number, count: number): Lattice[] {
  const [near, far] = [TILE_PIXELS * smallest, Math.min(TILE_PIXELS * largest, SIDE / 2 - 2)];
  const at = (x: number, y: number) => peaks[(y & (SIDE - 1)) * SIDE + (x & (SIDE - 1))]!;
  const candidates: { x: number; y: number; score: number }[] = [];
  for (let y = -Math.ceil(far); y <= far; y++) {
    for (let x = Math.max(Math.abs(y), 1); x * x + y * y <= far * far; x++) {
      if (x * x + y * y < near * near || Math.abs(y) < x * STEEP) continue;
      const score = at(x, y) + at(-y, x) + at(x - y, x + y) + at(x + y, y - x);
      if (score > 0) candidates.push({ x, y, score });
    }
  }
  const refined = candidates
    .sort((a, b) => b.score - a.score)
    .slice(0, STEEP_CANDIDATES)
    .map((candidate) => refineSteep(peaks, flat, candidate))
    .sort((a, b) => b.score - a.score);
  const apart: typeof refined = [];
  for (const each of refined) {
    if (apart.length === count) break;
    if (apart.every(({ x, y }) => Math.hypot(x - each.x, y - each.y) > 2)) apart.push(each);
  }
  return apart.map(({ x, y }) => ({ scale: Math.hypot(x, y) / TILE_PIXELS, angle: Math.atan2(y, x) }));
}

function refineSteep(peaks: Float32Array, flat: Plane, { x, y }: { x: number; y: number }) {
  let best = { x, y, score: Number.NEGATIVE_INFINITY };
  for (let dx = -0.75; dx <= 0.75; dx += 0.25) {
    for (let dy = -0.75; dy <= 0.75; dy += 0.25) {
      const value = score(peaks, flat, Math.hypot(x + dx, y + dy) / TILE_PIXELS, Math.atan2(y + dy, x + dx));
      if (value > best.score) best = { x: x + dx, y: y + dy, score: value };
    }
  }
  return best;
}

// The autocorrelation, summed over up to four windows (two at a time as the real and the imaginary
// part). Every lag's value is relative to the mean of a ring around it, which removes the picture's
// own smoothness. The scale is arbitrary.
function peakMap(workspace: Workspace, flat: Plane): Float32Array {
  const fourier = new FourierPlane(workspace);
  const count = SIDE * SIDE;
  const real = workspace.reserve(count * 4);
  const imaginary = workspace.reserve(count * 4);
  const work = workspace.reserve((count + SIDE) * 4);
  const corners = windows(flat.width).flatMap((left) => windows(flat.height).map((top) => ({ left, top })));
  let sum: Float32Array | null = null;
  for (let i = 0; i < corners.length; i += 2) {
    cut(workspace, flat, corners[i]!, real);
    cut(workspace, flat, corners[i + 1], imaginary);
    fourier.forward(real, imaginary, SIDE, SIDE);
    workspace.kernels.flattenedPower(real, imaginary, SIDE, SIDE, work, LOUDEST_LINE);
    const power = workspace.floats(real, count);
    if (sum) for (let k = 0; k < count; k++) power[k]! += sum[k]!;
    if (i + 2 < corners.length) sum = power.slice();
  }
  fourier.backward(real, imaginary, SIDE, SIDE);
  workspace.kernels.peaksAboveRing(real, work, SIDE);
  return workspace.floats(work, count);
}

// Left edges (or top edges) of at most two windows that cover a side of up to twice SIDE.
function windows(length: number): number[] {
  return length <= SIDE * 1.125 ? [Math.max(0, (length - SIDE) >> 1)] : [0, length - SIDE];
}

function cut(workspace: Workspace, flat: Plane, corner: { left: number; top: number } | undefined, to: number): void {
  const target = workspace.floats(to, SIDE * SIDE).fill(0);
  if (!corner) return;
  const source = workspace.floats(flat.address, flat.width * flat.height);
  for (let y = 0; y < Math.min(SIDE, flat.height); y++) {
    const start = (corner.top + y) * flat.width + corner.left;
    target.set(source.subarray(start, start + Math.min(SIDE, flat.width)), y * SIDE);
  }
}

function score(peaks: Float32Array, flat: Plane, scale: number, angle: number): number {
  const alongX = TILE_PIXELS * scale * Math.cos(angle);
  const alongY = TILE_PIXELS * scale * Math.sin(angle);
  const width = Math.min(flat.width, SIDE);
  const height = Math.min(flat.height, SIDE);
  let sum = 0;
  let squares = 0;
  for (let i = -RING; i <= RING; i++) {
    for (let j = 0; j <= RING; j++) {
      if (j === 0 && i <= 0) continue;
      const x = i * alongX - j * alongY;
      const y = i * alongY + j * alongX;
      const overlapX = 1 - Math.abs(x) / width;
      const overlapY = 1 - Math.abs(y) / height;
      if (overlapX < 0.15 || overlapY < 0.15) continue;
      sum += sample(peaks, x, y);
      squares += overlapX * overlapY;
    }
  }
  return squares > 0 ? sum / Math.sqrt(squares) : 0;
}

function sample(peaks: Float32Array, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const row = (top & (SIDE - 1)) * SIDE;
  const below = ((top + 1) & (SIDE - 1)) * SIDE;
  const a = left & (SIDE - 1);
  const b = (left + 1) & (SIDE - 1);
  return (
    (peaks[row + a]! * (1 - fx) + peaks[row + b]! * fx) * (1 - fy) +
    (peaks[below + a]! * (1 - fx) + peaks[below + b]! * fx) * fy
  );
}

// Indices of the highest scores, none within one percent or half a degree of a higher one.
function best(scores: Float32Array, count: number, scales: number): number[] {
  const left = scores.slice();
  const chosen: number[] = [];
  while (chosen.length < count) {
    let top = 0;
    for (let i = 1; i < left.length; i++) if (left[i]! > left[top]!) top = i;
    chosen.push(top);
    for (let i = 0; i < left.length; i++) {
      const rows = Math.abs(Math.floor(i / scales) - Math.floor(top / scales));
      const columns = Math.abs((i % scales) - (top % scales));
      if (rows <= 2 && columns <= 2) left[i] = Number.NEGATIVE_INFINITY;
    }
  }
  return chosen;
}
