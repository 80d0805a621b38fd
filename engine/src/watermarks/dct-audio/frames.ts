// Frames of 1,024 samples through the odd-frequency Fourier transform (bins at k + ½), two channels at a time as real
// and imaginary part. Its real part, turned, is the modified discrete cosine transform: frames that overlap by half,
// 512 coefficients each, orthonormal together, so that a change costs in the signal exactly what it costs here.
import { TRANSFORM_SIZE, transform } from './fourier-transform.ts';

export const FRAME_SIZE = TRANSFORM_SIZE;
export const FRAME_BINS = FRAME_SIZE / 2;

export const HALF_TURNS = turns(0, 1 / (2 * FRAME_BINS));
const POST_TURNS = turns(0.5, (0.5 + FRAME_BINS / 2) / FRAME_BINS);
export const SINE_WINDOW = Float32Array.from({ length: FRAME_SIZE }, (_, n) =>
  Math.sin((Math.PI * (n + 0.5)) / FRAME_SIZE),
);
const SCALE = Math.sqrt(2 / FRAME_BINS);

const real = new Float32Array(FRAME_SIZE);
const imaginary = new Float32Array(FRAME_SIZE);

function turns(first: number, each: number): { cosines: Float32Array; sines: Float32Array } {
  const angle = (i: number) => -Math.PI * (first + i) * each;
  return {
    cosines: Float32Array.from({ length: FRAME_SIZE }, (_, i) => Math.cos(angle(i))),
    sines: Float32Array.from({ length: FRAME_SIZE }, (_, i) => Math.sin(angle(i))),
  };
}

function analyse(left: Float32Array, right: Float32Array | undefined, start: number): void {
  const { cosines, sines } = HALF_TURNS;
  const count = Math.min(FRAME_SIZE, left.length - start);
  for (let n = 0; n < count; n++) {
    const a = SINE_WINDOW[n]! * left[start + n]!;
    const b = right ? SINE_WINDOW[n]! * right[start + n]! : 0;
    real[n] = a * cosines[n]! - b * sines[n]!;
    imaginary[n] = a * sines[n]! + b * cosines[n]!;
  }
  real.fill(0, Math.max(count, 0));
  imaginary.fill(0, Math.max(count, 0));
  transform(real, imaginary);
}

/** Cosine coefficients of both channels in the frame that begins at `start`. */
export function toCosines(
  left: Float32Array,
  right: Float32Array | undefined,
  start: number,
  ofLeft: Float32Array,
  ofRight: Float32Array,
): void {
  analyse(left, right, start);
  const { cosines, sines } = POST_TURNS;
  for (let k = 0; k < FRAME_BINS; k++) {
    const mirror = FRAME_SIZE - 1 - k;
    const c = (SCALE / 2) * cosines[k]!;
    const s = (SCALE / 2) * sines[k]!;
    ofLeft[k] = (real[k]! + real[mirror]!) * c - (imaginary[k]! - imaginary[mirror]!) * s;
    ofRight[k] = (imaginary[k]! + imaginary[mirror]!) * c - (real[mirror]! - real[k]!) * s;
  }
}

/** Adds to both channels, from `start` on, the frame whose cosine coefficients are given. */
export function addFrame(
  ofLeft: Float32Array,
  ofRight: Float32Array,
  left: Float32Array,
  right: Float32Array | undefined,
  start: number,
): void {
  const { cosines, sines } = POST_TURNS;
  for (let k = 0; k < FRAME_BINS; k++) {
    const mirror = FRAME_SIZE - 1 - k;
    const a = ofLeft[k]!;
    const b = ofRight[k]!;
    // (a + ib) turned forwards at k, backwards at its mirror.
    const c = cosines[k]!;
    const s = -sines[k]!;
    real[k] = a * c - b * s;
    imaginary[k] = a * s + b * c;
    real[mirror] = a * c + b * s;
    imaginary[mirror] = b * c - a * s;
  }
  transform(imaginary, real);
  const half = HALF_TURNS;
  for (let n = 0; n < FRAME_SIZE && start + n < left.length; n++) {
    const gain = (SCALE / 2) * SINE_WINDOW[n]!;
    const c = half.cosines[n]!;
    const s = -half.sines[n]!;
    left[start + n]! += gain * (real[n]! * c - imaginary[n]! * s);
    if (right) right[start + n]! += gain * (real[n]! * s + imaginary[n]! * c);
  }
}
