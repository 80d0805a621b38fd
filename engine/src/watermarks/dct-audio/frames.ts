// Frames of 1,024 samples through the odd-frequency Fourier transform (bins at k + ½), two channels
// at a time as real and imaginary part. Its real part, turned, is the modified discrete cosine
// transform: frames that overlap by half, 512 coefficients each, orthonormal together, so that a
// change costs the same in the signal as here.
import type { Workspace } from '../../kernels/workspace.ts';

export const FRAME_SIZE = 1024;
export const FRAME_BINS = FRAME_SIZE / 2;
/** Frames that the kernels process side by side. Their values are next to each other too. */
export const LANES = 4;
/** Bytes of working memory for a transform. */
export const WORK_BYTES = 36 * FRAME_SIZE;

const cosinesThenSines = (count: number, angle: (i: number) => number, scale: (i: number) => number) =>
  Float32Array.from({ length: 2 * count }, (_, i) => {
    const at = i % count;
    return scale(at) * (i < count ? Math.cos(angle(at)) : Math.sin(angle(at)));
  });
const sineWindow = (n: number) => Math.sin((Math.PI * (n + 0.5)) / FRAME_SIZE);

export const TWIDDLES = cosinesThenSines(
  FRAME_BINS,
  (i) => (2 * Math.PI * i) / FRAME_SIZE,
  () => 1,
);

/** The turn by half a bin under a power of the sine window: 2 gives Hann's window. */
export function windowedTurns(power: number): Float32Array {
  return cosinesThenSines(
    FRAME_SIZE,
    (n) => (-Math.PI * n) / FRAME_SIZE,
    (n) => sineWindow(n) ** power,
  );
}

const TURNS = windowedTurns(1);
const POST_TURNS = cosinesThenSines(
  FRAME_BINS,
  (k) => (-Math.PI * (0.5 + k) * (0.5 + FRAME_BINS / 2)) / FRAME_BINS,
  () => Math.sqrt(2 / FRAME_BINS) / 2,
);

/**
 * The cosine transform of four frames of two channels at once. Everything is an address in the
 * workspace.
 */
export class FrameTransform {
  readonly #kernels: Workspace['kernels'];
  readonly #tables: readonly [number, number, number, number];

  constructor(workspace: Workspace) {
    this.#kernels = workspace.kernels;
    this.#tables = [
      workspace.keep(TURNS),
      workspace.keep(POST_TURNS),
      workspace.keep(TWIDDLES),
      workspace.reserve(WORK_BYTES),
    ];
  }

  /** FRAME_BINS × LANES coefficients of each channel. */
  analyse(left: number, right: number, ofLeft: number, ofRight: number): void {
    this.#kernels.analyseFrames(left, right, ...this.#tables, ofLeft, ofRight);
  }

  /** Adds the frames with these coefficients to both channels. */
  addTo(left: number, right: number, ofLeft: number, ofRight: number): void {
    this.#kernels.addFrames(ofLeft, ofRight, ...this.#tables, left, right);
  }
}
