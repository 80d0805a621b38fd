// From one sample rate to another without delay: a windowed sinc, one set of taps for each phase in
// which the two rates can meet. A signal is silent outside its ends.
import { Workspace } from '../../kernels/workspace.ts';

const LOBES = 8; // of the sinc on each side, at the lower of both rates
const PASSED = 0.93; // of the lower Nyquist frequency

export function resample(signal: Float32Array, from: number, to: number, length: number): Float32Array {
  if (from === to && length === signal.length) return signal.slice();
  const divisor = greatestDivisor(from, to);
  const phases = to / divisor;
  const step = from / divisor;
  const cutoff = PASSED * Math.min(1, to / from);
  const reach = 2 * Math.ceil(LOBES / cutoff / 2);
  const width = 2 * reach;
  const taps = tapsOf(phases, cutoff, reach);
  const workspace = new Workspace();
  const sound = workspace.reserve(4 * (Math.max(signal.length, Math.ceil((length * from) / to)) + 2 * width));
  const target = workspace.reserve(4 * length);
  const weights = workspace.keep(taps);
  workspace.floats(sound + 4 * (reach - 1), signal.length).set(signal);
  workspace.kernels.resampleSound(sound, weights, width, phases, step, target, length);
  return workspace.floats(target, length).slice();
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
