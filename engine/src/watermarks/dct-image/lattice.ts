// Scale and rotation without knowing the id: the mark repeats every tile, so the autocorrelation of the whitened
// picture has a square lattice of peaks. Every (scale, angle) is scored by the peaks it predicts.
import type { Workspace } from '../../kernels/workspace.ts';
import { FourierPlane, LONGEST_SIDE } from './fourier-plane.ts';
import { TILE_PIXELS } from './tile.ts';

export interface Candidate {
  /** Pixels of the plane for one pixel of the marked original. */
  scale: number;
  /** Radians. */
  angle: number;
  score: number;
}

const SCALE_STEP = 0.003;
const ANGLE_STEP = 0.003;
const WIDEST_ANGLE = 0.09; // about 5°
const REACH = 3; // tiles

/** plane: whitened floats, sides at most 1024 (lags beyond the padding wrap around and only add noise). */
export function findLattices(
  workspace: Workspace,
  plane: number,
  width: number,
  height: number,
  smallest: number,
  largest: number,
  count: number,
): Candidate[] {
  const mark = workspace.mark();
  const side = { x: paddedSide(width), y: paddedSide(height) };
  const correlation = autocorrelate(workspace, plane, width, height, side.x, side.y);
  const candidates: Candidate[] = [];
  for (let angle = -WIDEST_ANGLE; angle <= WIDEST_ANGLE + 1e-9; angle += ANGLE_STEP) {
    for (let scale = smallest; scale <= largest; scale *= 1 + SCALE_STEP) {
      candidates.push({ scale, angle, score: score(correlation, side.x, side.y, width, height, scale, angle) });
    }
  }
  workspace.release(mark);
  return distinct(candidates, count);
}

function paddedSide(length: number): number {
  return Math.min(LONGEST_SIDE, 2 ** Math.ceil(Math.log2(length * 1.2)));
}

// Normalised to 1 at lag zero, minus its local mean (the plain smoothness of the picture).
function autocorrelate(
  workspace: Workspace,
  plane: number,
  width: number,
  height: number,
  sideX: number,
  sideY: number,
): Float32Array {
  const count = sideX * sideY;
  const fourier = new FourierPlane(workspace);
  const real = workspace.reserve(count * 4);
  const imaginary = workspace.reserve(count * 4);
  const padded = workspace.floats(real, count).fill(0);
  workspace.floats(imaginary, count).fill(0);
  const source = workspace.floats(plane, width * height);
  for (let y = 0; y < Math.min(height, sideY); y++) {
    padded.set(source.subarray(y * width, y * width + Math.min(width, sideX)), y * sideX);
  }
  fourier.forward(real, imaginary, sideX, sideY);
  workspace.kernels.powerSpectrum(real, imaginary, count);
  fourier.backward(real, imaginary, sideX, sideY);
  const peak = padded[0]! || 1;
  return padded.map((value) => value / peak);
}

function score(
  correlation: Float32Array,
  sideX: number,
  sideY: number,
  width: number,
  height: number,
  scale: number,
  angle: number,
): number {
  const alongX = TILE_PIXELS * scale * Math.cos(angle);
  const alongY = TILE_PIXELS * scale * Math.sin(angle);
  let sum = 0;
  let squares = 0;
  for (let i = -REACH; i <= REACH; i++) {
    for (let j = 0; j <= REACH; j++) {
      if (j === 0 && i <= 0) continue;
      const x = i * alongX - j * alongY;
      const y = i * alongY + j * alongX;
      const overlapX = 1 - Math.abs(x) / Math.min(width, sideX);
      const overlapY = 1 - Math.abs(y) / Math.min(height, sideY);
      if (overlapX < 0.15 || overlapY < 0.15) continue;
      sum += peakAbove(correlation, sideX, sideY, x, y);
      squares += overlapX * overlapY;
    }
  }
  return squares > 0 ? sum / Math.sqrt(squares) : 0;
}

// The value at a lag, bilinear, above the mean of a ring at three pixels.
function peakAbove(correlation: Float32Array, sideX: number, sideY: number, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const at = (dx: number, dy: number) =>
    correlation[((top + dy) & (sideY - 1)) * sideX + ((left + dx) & (sideX - 1))]!;
  const value = (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy;
  const ring = at(-3, 0) + at(3, 0) + at(0, -3) + at(0, 3) + at(-2, -2) + at(2, -2) + at(-2, 2) + at(2, 2);
  return value - ring / 8;
}

// The best scored, none within one per cent and half a degree of a better one.
function distinct(candidates: Candidate[], count: number): Candidate[] {
  candidates.sort((a, b) => b.score - a.score);
  const chosen: Candidate[] = [];
  for (const each of candidates) {
    const near = (other: Candidate) =>
      Math.abs(Math.log(each.scale / other.scale)) < 0.01 && Math.abs(each.angle - other.angle) < 0.009;
    if (!chosen.some(near)) chosen.push(each);
    if (chosen.length === count) break;
  }
  return chosen;
}
