// Test support: a pair of networks for sounds without weights. Each bit is one of two tones in its cell of the period, a third as
// loud as the sound. It keeps the promises that the trained ones keep towards marking and reading: residuals follow the sound's
// power, the period begins with the first sample, logits come for each shift.
import type { SoundNetworks } from '../src/watermarks/neural/networks.ts';
import { CELL, PERIOD } from '../src/watermarks/neural/sound-cells.ts';

const BITS = 160;
const BITS_OF_CELL = BITS / PERIOD;
const cosines = Float64Array.from({ length: CELL }, (_, i) => Math.cos((2 * Math.PI * i) / CELL));

/** Cycles in a cell: another for each place of the period, so that a wrong shift hears nothing. */
function cyclesOf(place: number, bit: number, value: number): number {
  return 60 + bit * 64 + value * 32 + ((place * 13) % PERIOD);
}

export function toneNetworks(): SoundNetworks & { asked: { encoder: number; decoder: number } } {
  const asked = { encoder: 0, decoder: 0 };
  return {
    asked,
    async ready() {},
    async encode(sound, bits) {
      asked.encoder++;
      const power = Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);
      const residual = new Float32Array(sound.length);
      for (let i = 0; i < sound.length; i++) {
        const place = Math.floor(i / CELL) % PERIOD;
        for (let bit = 0; bit < BITS_OF_CELL; bit++) {
          const cycles = cyclesOf(place, bit, bits[place * BITS_OF_CELL + bit]!);
          residual[i]! += 0.3 * power * Math.sin((2 * Math.PI * cycles * i) / CELL);
        }
      }
      return residual;
    },
    async decode(sound) {
      asked.decoder++;
      const cells = sound.length / CELL;
      const energies = Array.from({ length: cells }, (_, cell) =>
        spectrumOf(sound.subarray(cell * CELL, (cell + 1) * CELL)),
      );
      const logits = new Float32Array(PERIOD * BITS);
      for (let shift = 0; shift < PERIOD; shift++) {
        for (let place = 0; place < PERIOD; place++) {
          for (let bit = 0; bit < BITS_OF_CELL; bit++) {
            let [one, zero, all] = [0, 0, 0];
            for (let cell = (place - shift + PERIOD) % PERIOD; cell < cells; cell += PERIOD) {
              one += energies[cell]![cyclesOf(place, bit, 1)]!;
              zero += energies[cell]![cyclesOf(place, bit, 0)]!;
              all += energies[cell]![0]!;
            }
            logits[shift * BITS + place * BITS_OF_CELL + bit] = (one - zero) / (4 * all + 1e-12);
          }
        }
      }
      return logits;
    },
  };
}

/** Power at each whole number of cycles; at none, where there is no tone: the mean of all. */
function spectrumOf(cell: Float32Array): Float64Array {
  const real = new Float64Array(CELL);
  const imaginary = new Float64Array(CELL);
  transform(cell, 0, 1, real, imaginary);
  const powers = real.map((value, cycles) => value ** 2 + imaginary[cycles]! ** 2);
  powers[0] = powers.reduce((sum, power) => sum + power, 0) / CELL;
  return powers;
}

/** Fourier's, by halving: of every `step`-th sample, written from the place `at` on. */
function transform(
  cell: Float32Array,
  start: number,
  step: number,
  real: Float64Array,
  imaginary: Float64Array,
  at = 0,
): void {
  const half = CELL / step / 2;
  if (half < 1) {
    real[at] = cell[start]!;
    imaginary[at] = 0;
    return;
  }
  transform(cell, start, 2 * step, real, imaginary, at);
  transform(cell, start + step, 2 * step, real, imaginary, at + half);
  for (let k = 0; k < half; k++) {
    const cosine = cosines[k * step]!;
    const sine = cosines[k * step + CELL / 4]!;
    const low = at + k;
    const high = low + half;
    const r = real[high]! * cosine - imaginary[high]! * sine;
    const i = real[high]! * sine + imaginary[high]! * cosine;
    real[high] = real[low]! - r;
    imaginary[high] = imaginary[low]! - i;
    real[low]! += r;
    imaginary[low]! += i;
  }
}
