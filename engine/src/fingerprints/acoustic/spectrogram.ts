// Power over time and frequency: windows of 128 ms (1,024 samples at 8 kHz, Hann) every 32 ms, bins
// of 7.8 Hz. One call of the kernel transforms eight windows. Its memory has one stretch of the
// sound at a time.
import { Workspace } from '../../kernels/workspace.ts';

const WINDOW = 1024;
export const HOP = 256;
export const BINS = WINDOW / 2;
const WINDOWS_A_CALL = 8;
const CALLS = 32;
const WINDOWS_AT_ONCE = WINDOWS_A_CALL * CALLS;

const window = Float32Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW),
);
const twiddles = Float32Array.from({ length: WINDOW }, (_, i) => {
  const angle = (2 * Math.PI * (i % BINS)) / WINDOW;
  return i < BINS ? Math.cos(angle) : Math.sin(angle);
});

export interface Spectrogram {
  readonly times: number;
  /** Times × BINS. */
  readonly power: Float32Array;
}

/** shift: where the first window starts. */
export function analyse(sound: Float32Array, shift = 0): Spectrogram {
  const times = Math.max(0, Math.floor((sound.length - shift - WINDOW) / HOP) + 1);
  const power = new Float32Array(times * BINS);
  const workspace = new Workspace();
  const tables = [workspace.keep(window), workspace.keep(twiddles), workspace.reserve(36 * WINDOW)] as const;
  const samples = WINDOWS_AT_ONCE * HOP + WINDOW;
  const [piece, powers] = [workspace.reserve(4 * samples), workspace.reserve(4 * WINDOWS_AT_ONCE * BINS)];
  for (let time = 0; time < times; time += WINDOWS_AT_ONCE) {
    const start = shift + time * HOP;
    workspace.floats(piece, samples).fill(0);
    workspace.floats(piece, samples).set(sound.subarray(start, start + samples));
    const count = Math.min(WINDOWS_AT_ONCE, times - time);
    for (let first = 0; first < count; first += WINDOWS_A_CALL) {
      workspace.kernels.framePowers(piece + 4 * first * HOP, HOP, ...tables, powers + 4 * first * BINS);
    }
    power.set(workspace.floats(powers, count * BINS), time * BINS);
  }
  return { times, power };
}
