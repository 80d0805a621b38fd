// Power over time and frequency: windows of 128 ms (1,024 samples at 8 kHz, Hann) every 32 ms, bins of 7.8 Hz. Two windows go
// through one complex transform.

export const WINDOW = 1024;
export const HOP = 256;
export const BINS = WINDOW / 2;

const bits = Math.log2(WINDOW);
const window = Float32Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW),
);
const cosines = Float32Array.from({ length: WINDOW / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / WINDOW));
const sines = Float32Array.from({ length: WINDOW / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / WINDOW));
const order = Uint16Array.from({ length: WINDOW }, (_, i) => {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) if ((i >> bit) & 1) reversed |= 1 << (bits - 1 - bit);
  return reversed;
});

export interface Spectrogram {
  readonly times: number;
  /** Times × BINS. */
  readonly power: Float32Array;
}

/** shift: where the first window begins. */
export function analyse(sound: Float32Array, shift = 0): Spectrogram {
  const times = Math.max(0, Math.floor((sound.length - shift - WINDOW) / HOP) + 1);
  const power = new Float32Array(times * BINS);
  const real = new Float32Array(WINDOW);
  const imaginary = new Float32Array(WINDOW);
  for (let time = 0; time < times; time += 2) {
    load(sound, shift + time * HOP, real);
    load(sound, shift + (time + 1) * HOP, imaginary);
    transform(real, imaginary);
    separate(real, imaginary, power, time * BINS, time + 1 < times);
  }
  return { times, power };
}

function load(sound: Float32Array, start: number, target: Float32Array): void {
  for (let i = 0; i < WINDOW; i++) target[order[i]!] = (sound[start + i] ?? 0) * window[i]!;
}

// The spectra of two real signals out of that of one plus i times the other.
function separate(real: Float32Array, imaginary: Float32Array, power: Float32Array, at: number, both: boolean): void {
  for (let k = 1; k < BINS; k++) {
    const r1 = real[k]!;
    const r2 = real[WINDOW - k]!;
    const i1 = imaginary[k]!;
    const i2 = imaginary[WINDOW - k]!;
    power[at + k] = ((r1 + r2) ** 2 + (i1 - i2) ** 2) / 4;
    if (both) power[at + BINS + k] = ((i1 + i2) ** 2 + (r2 - r1) ** 2) / 4;
  }
}

// In place, input in bit-reversed order.
function transform(real: Float32Array, imaginary: Float32Array): void {
  for (let half = 1; half < WINDOW; half <<= 1) {
    const step = WINDOW / (2 * half);
    for (let k = 0; k < half; k++) {
      const c = cosines[k * step]!;
      const s = sines[k * step]!;
      for (let a = k; a < WINDOW; a += 2 * half) {
        const b = a + half;
        const r = real[b]! * c - imaginary[b]! * s;
        const i = real[b]! * s + imaginary[b]! * c;
        real[b] = real[a]! - r;
        imaginary[b] = imaginary[a]! - i;
        real[a]! += r;
        imaginary[a]! += i;
      }
    }
  }
}
