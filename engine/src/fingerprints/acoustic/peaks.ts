// Where the sound has peaks: cells of the spectrogram that are the loudest of their neighborhood,
// which is larger at higher frequencies, as in hearing. A peak of a wide neighborhood is a peak of
// every narrower one too, so the peaks of a search always include the stored ones.
import { BINS, type Spectrogram } from './spectrogram.ts';

export interface Peak {
  readonly time: number;
  readonly bin: number;
}

export interface Neighbourhood {
  /** Windows before and after. */
  readonly times: number;
  /** Bins below and above, at the lowest and at the highest frequency. */
  readonly bins: readonly [number, number];
}

// 100 Hz to 3.8 kHz: what telephones and codecs leave.
const LOWEST_BIN = 13;
const HIGHEST_BIN = 486;
// Relative to a full-scale tone (its power under the window is 2^16), −80 dB. Dither and rounding
// are below it.
const LEAST_POWER = 65536e-8;

/** In order of time, then of frequency. */
export function findPeaks(spectrogram: Spectrogram, neighbourhood: Neighbourhood): Peak[] {
  const { power, times } = spectrogram;
  const [low, high] = neighbourhood.bins;
  const reaches = Uint8Array.from({ length: BINS }, (_, bin) => Math.round(low + ((high - low) * bin) / BINS));
  const peaks: Peak[] = [];
  for (let time = 0; time < times; time++) {
    const row = time * BINS;
    for (let bin = LOWEST_BIN; bin <= HIGHEST_BIN; bin++) {
      const value = power[row + bin]!;
      // Most cells are not a peak among their next neighbors.
      if (value < LEAST_POWER || value <= power[row + bin - 1]! || value < power[row + bin + 1]!) continue;
      if (isLoudest(spectrogram, time, bin, neighbourhood.times, reaches[bin]!)) peaks.push({ time, bin });
    }
  }
  return peaks;
}

function isLoudest(
  { power, times }: Spectrogram,
  time: number,
  bin: number,
  timeReach: number,
  binReach: number,
): boolean {
  const value = power[time * BINS + bin]!;
  const [first, last] = [Math.max(0, bin - binReach), Math.min(BINS - 1, bin + binReach)];
  // From near to far, because louder cells are usually near.
  for (let distance = 0; distance <= timeReach; distance++) {
    for (const other of distance === 0 ? [time] : [time - distance, time + distance]) {
      if (other < 0 || other >= times) continue;
      const row = other * BINS;
      for (let at = row + first; at <= row + last; at++) {
        if (power[at]! > value || (power[at]! === value && at < time * BINS + bin)) return false;
      }
    }
  }
  return true;
}
