// Where the sound stands out: cells of the spectrogram that are the loudest of their neighbourhood,
// which reaches farther the higher the frequency, as hearing does. A peak of a wide neighbourhood
// is a peak of every narrower one too, so what is sought always includes what was stored.
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
// Of a full-scale tone (its power under the window is 2^16), −80 dB: below lie dither and rounding.
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
      // Most cells are no peak among their next neighbours.
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
  // From the near to the far: what is louder is mostly near.
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
