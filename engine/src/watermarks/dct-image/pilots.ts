// Position within the tile: a whitened plane folded modulo one tile is correlated, by Fourier
// transform, with the pilots at all 128×128 offsets at once, in up to eight orientations (a quarter
// turn or a mirror image of the marked picture).
import { Workspace } from '../../kernels/workspace.ts';
import { BASIS } from './block-transform.ts';
import { FourierPlane } from './fourier-plane.ts';
import { CHIPS, TILE_BLOCKS, TILE_LAYOUT, TILE_PIXELS } from './tile.ts';

const CELLS = TILE_PIXELS * TILE_PIXELS;
const WRAP = TILE_PIXELS - 1;

/** (xx, xy, yx, yy): orientation of the original's axes in the picture. */
export const ORIENTATIONS = [
  [1, 0, 0, 1],
  [0, -1, 1, 0],
  [-1, 0, 0, -1],
  [0, 1, -1, 0],
  [-1, 0, 0, 1],
  [1, 0, 0, -1],
  [0, 1, 1, 0],
  [0, -1, -1, 0],
] as const;

export interface PilotPeak {
  /** Standard deviations above the mean over all offsets. */
  height: number;
  /** Where the tile's origin is in the folded plane, in fractions of a pixel. */
  x: number;
  y: number;
  orientation: number;
}

let spectra: readonly ReturnType<typeof spectrum>[] | undefined;

/**
 * Spectra of the pilots' picture, band-passed like the whitened planes, one for each orientation.
 * Computed on first use.
 */
function pilotSpectra(): readonly ReturnType<typeof spectrum>[] {
  if (!spectra) {
    const pilots = bandPass(pilotTile());
    spectra = ORIENTATIONS.map((orientation) => spectrum(turned(pilots, orientation)));
  }
  return spectra;
}

export class PilotSearch {
  /** A plane folded modulo one tile. Put it here before a call. */
  readonly tile: number;
  readonly #workspace: Workspace;
  readonly #fourier: FourierPlane;
  readonly #imaginary: number;
  // How much each frequency of the last folded plane counts, its power^−⅜, so that a loud texture
  // does not drown the pilots. (0 would be plain correlation, −½ phases only. A value between
  // measured best.)
  readonly #calming = new Float32Array(CELLS);

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#fourier = new FourierPlane(workspace);
    this.tile = workspace.reserve(CELLS * 4);
    this.#imaginary = workspace.reserve(CELLS * 4);
  }

  /** The best peak of the folded plane in `this.tile`, over the given orientations. */
  best(orientations: readonly number[]): PilotPeak {
    const workspace = this.#workspace;
    const a = workspace.floats(this.tile, CELLS);
    const b = workspace.floats(this.#imaginary, CELLS).fill(0);
    this.#fourier.forward(this.tile, this.#imaginary, TILE_PIXELS, TILE_PIXELS);
    this.#measure(a, b);
    const real = orientations.length > 1 ? a.slice() : a;
    const imaginary = orientations.length > 1 ? b.slice() : b;
    let best: PilotPeak = { height: 0, x: 0, y: 0, orientation: orientations[0]! };
    for (const orientation of orientations) {
      this.#correlate(real, imaginary, orientation);
      const peak = findPeak(a, orientation);
      if (peak.height > best.height) best = peak;
    }
    return best;
  }

  /** The folded plane in `this.tile`, with its loud frequencies damped. */
  calmed(): Float32Array {
    const real = this.#workspace.floats(this.tile, CELLS);
    const imaginary = this.#workspace.floats(this.#imaginary, CELLS).fill(0);
    this.#fourier.forward(this.tile, this.#imaginary, TILE_PIXELS, TILE_PIXELS);
    this.#measure(real, imaginary);
    for (let i = 0; i < CELLS; i++) {
      real[i]! *= this.#calming[i]!;
      imaginary[i]! *= this.#calming[i]!;
    }
    this.#fourier.backward(this.tile, this.#imaginary, TILE_PIXELS, TILE_PIXELS);
    return real.slice();
  }

  /**
   * Correlations of two planes of 128×128 with the upright pilots, damped like the last folded
   * plane.
   */
  surfaces(first: Float32Array, second: Float32Array): [Float32Array, Float32Array] {
    const a = this.#workspace.floats(this.tile, CELLS);
    const b = this.#workspace.floats(this.#imaginary, CELLS);
    a.set(first);
    b.set(second);
    this.#fourier.forward(this.tile, this.#imaginary, TILE_PIXELS, TILE_PIXELS);
    this.#correlate(a, b, 0);
    return [a, b];
  }

  #measure(real: Float32Array, imaginary: Float32Array): void {
    for (let i = 0; i < CELLS; i++) {
      const fourthRoot = Math.sqrt(Math.sqrt(real[i]! * real[i]! + imaginary[i]! * imaginary[i]!));
      this.#calming[i] = fourthRoot > 0 ? 1 / (fourthRoot * Math.sqrt(fourthRoot)) : 0;
    }
    this.#calming[0] = 0;
  }

  // Spectra times the conjugate of the pilots', back into the tile and the imaginary plane.
  #correlate(real: Float32Array, imaginary: Float32Array, orientation: number): void {
    const pilots = pilotSpectra()[orientation]!;
    const a = this.#workspace.floats(this.tile, CELLS);
    const b = this.#workspace.floats(this.#imaginary, CELLS);
    for (let i = 0; i < CELLS; i++) {
      const re = real[i]! * this.#calming[i]!;
      const im = imaginary[i]! * this.#calming[i]!;
      a[i] = re * pilots.real[i]! + im * pilots.imaginary[i]!;
      b[i] = im * pilots.real[i]! - re * pilots.imaginary[i]!;
    }
    this.#fourier.backward(this.tile, this.#imaginary, TILE_PIXELS, TILE_PIXELS);
  }
}

function findPeak(surface: Float32Array, orientation: number): PilotPeak {
  let squares = 0;
  let top = 0;
  for (let i = 0; i < CELLS; i++) {
    squares += surface[i]! * surface[i]!;
    if (surface[i]! > surface[top]!) top = i;
  }
  const height = squares > 0 ? surface[top]! / Math.sqrt(squares / CELLS) : 0;
  const row = top & ~WRAP;
  const peak = surface[top]!;
  const x = (top & WRAP) + vertex(surface[row | ((top - 1) & WRAP)]!, peak, surface[row | ((top + 1) & WRAP)]!);
  const above = surface[(top - TILE_PIXELS) & (CELLS - 1)]!;
  const below = surface[(top + TILE_PIXELS) & (CELLS - 1)]!;
  return { height, x, y: (top >> 7) + vertex(above, peak, below), orientation };
}

// Where between -0.5 and 0.5 a parabola through three equidistant samples has its top.
function vertex(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  return bend < 0 ? Math.min(Math.max((0.5 * (before - after)) / bend, -0.5), 0.5) : 0;
}

function pilotTile(): Float32Array {
  const picture = new Float32Array(CELLS);
  TILE_LAYOUT.pilots.forEach((sign, place) => {
    if (sign === 0) return;
    const left = (place % TILE_BLOCKS) * 8;
    const top = Math.floor(place / TILE_BLOCKS) * 8;
    for (let pixel = 0; pixel < 64; pixel++) {
      let value = 0;
      for (let k = 0; k < 4; k++) value += CHIPS[place * 4 + k]! * BASIS[k * 64 + pixel]!;
      picture[(top + (pixel >> 3)) * TILE_PIXELS + left + (pixel & 7)] = value * sign;
    }
  });
  return picture;
}

// The linear part of the whitening kernel: binomial 3×3 minus a 9×9 box with half-weight edges,
// periodic.
function bandPass(picture: Float32Array): Float32Array {
  const near = convolve(
    picture,
    [1, 2, 1].map((w) => w / 4),
  );
  const wide = convolve(
    picture,
    [1, 2, 2, 2, 2, 2, 2, 2, 1].map((w) => w / 16),
  );
  return near.map((value, i) => value - wide[i]!);
}

function convolve(picture: Float32Array, taps: number[]): Float32Array {
  const reach = taps.length >> 1;
  const pass = (source: Float32Array, index: (i: number, d: number) => number) =>
    source.map((_, i) => taps.reduce((sum, tap, t) => sum + tap * source[index(i, t - reach)]!, 0));
  const across = pass(picture, (i, d) => (i & ~WRAP) | ((i + d) & WRAP));
  return pass(across, (i, d) => (i + d * TILE_PIXELS) & (CELLS - 1));
}

// target(x, y) = picture at the original's coordinates of (x, y). The origin stays at cell 0, and
// pixel centers turn about it.
function turned(picture: Float32Array, [xx, xy, yx, yy]: readonly number[]): Float32Array {
  return picture.map((_, i) => {
    const x = i & WRAP;
    const y = i >> 7;
    return picture[((xy! * x + yy! * y) & WRAP) * TILE_PIXELS + ((xx! * x + yx! * y) & WRAP)]!;
  });
}

function spectrum(picture: Float32Array): { real: Float32Array; imaginary: Float32Array } {
  const workspace = new Workspace();
  const fourier = new FourierPlane(workspace);
  const real = workspace.keep(picture);
  const imaginary = workspace.reserve(CELLS * 4);
  fourier.forward(real, imaginary, TILE_PIXELS, TILE_PIXELS);
  return { real: workspace.floats(real, CELLS).slice(), imaginary: workspace.floats(imaginary, CELLS).slice() };
}
