// From one sample rate to another without delay: a windowed sinc, one set of taps for each phase that the two rates
// can meet in. Outside its ends a signal is silent.

const LOBES = 10; // of the sinc on each side, at the lower of both rates
const PASSED = 0.94; // of the lower Nyquist frequency

export function resample(signal: Float32Array, from: number, to: number, length: number): Float32Array {
  if (from === to && length === signal.length) return signal.slice();
  const divisor = greatestDivisor(from, to);
  const phases = to / divisor;
  const step = from / divisor;
  const cutoff = PASSED * Math.min(1, to / from);
  const reach = Math.ceil(LOBES / cutoff);
  const width = 2 * reach;
  const taps = tapsOf(phases, cutoff, reach);
  const result = new Float32Array(length);
  for (let i = 0, phase = 0, start = 1 - reach; i < length; i++) {
    const low = Math.max(0, -start);
    const high = Math.min(width, signal.length - start);
    const row = phase * width;
    let sum = 0;
    for (let k = low; k < high; k++) sum += signal[start + k]! * taps[row + k]!;
    result[i] = sum;
    phase += step;
    start += Math.floor(phase / phases);
    phase %= phases;
  }
  return result;
}

function tapsOf(phases: number, cutoff: number, reach: number): Float32Array {
  const taps = new Float32Array(phases * 2 * reach);
  for (let phase = 0, at = 0; phase < phases; phase++) {
    for (let k = 1 - reach; k <= reach; k++, at++) {
      const distance = k - phase / phases;
      const window = Math.cos((Math.PI * distance) / (2 * reach)) ** 2;
      const angle = Math.PI * cutoff * distance;
      taps[at] = window * cutoff * (Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle);
    }
  }
  return taps;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
