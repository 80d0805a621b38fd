// What the watermark sees of a sound: the power of all channels together in bands of 93.75 Hz, in frames of 42.7 ms every
// 10.7 ms, at a common rate of 24 kHz; so rate, number and phase of channels do not matter.
import { BLOCK_BANDS } from './block.ts';
import { addPowers, FRAME_BINS, FRAME_SIZE } from './frames.ts';
import { resample } from './resample.ts';

export const COMMON_RATE = 24_000;
/** Samples from frame to frame. */
export const HOP = 256;
/** Bins of 23.4 Hz. */
export const FIRST_BIN = 16;
export const BAND_BINS = 4;

export function toCommonRate(channels: readonly Float32Array[], sampleRate: number): Float32Array[] {
  const length = Math.ceil((channels[0]!.length * COMMON_RATE) / sampleRate);
  return channels.map((channel) => resample(channel, sampleRate, COMMON_RATE, length));
}

export function countFrames(samples: number): number {
  return Math.max(0, Math.floor((samples - FRAME_SIZE) / HOP) + 1);
}

/** Powers of the frames of sounds at the common rate, each row as `take` makes it of the 512 powers of a frame. */
function analyse(
  channels: readonly Float32Array[],
  columns: number,
  take: (powers: Float32Array, row: Float32Array) => void,
): Float32Array {
  const frames = countFrames(channels[0]!.length);
  const rows = new Float32Array(frames * columns);
  const powers = new Float32Array(FRAME_BINS);
  for (let frame = 0; frame < frames; frame++) {
    powers.fill(0);
    for (let i = 0; i < channels.length; i += 2) addPowers(channels[i]!, channels[i + 1], frame * HOP, powers);
    take(powers, rows.subarray(frame * columns, (frame + 1) * columns));
  }
  return rows;
}

/** frames × BLOCK_BANDS */
export function measureBands(channels: readonly Float32Array[]): Float32Array {
  return analyse(channels, BLOCK_BANDS, (powers, row) => {
    for (let band = 0, bin = FIRST_BIN; band < BLOCK_BANDS; band++, bin += BAND_BINS) {
      row[band] = powers[bin]! + powers[bin + 1]! + powers[bin + 2]! + powers[bin + 3]!;
    }
  });
}

/** frames × FRAME_BINS, each row summed from its lowest bin on: any stretch of bins is one difference. */
export function measureSums(channels: readonly Float32Array[]): Float32Array {
  return analyse(channels, FRAME_BINS, (powers, row) => {
    let sum = 0;
    for (let bin = 0; bin < FRAME_BINS; bin++) row[bin] = sum += powers[bin]!;
  });
}

/** The bands of a sound that was played `speed` times too fast: everything higher and sooner by that factor. */
export function bandsAtSpeed(sums: Float32Array, speed: number): Float32Array {
  const frames = Math.floor((sums.length / FRAME_BINS - 1) * speed) + 1;
  const bands = new Float32Array(frames * BLOCK_BANDS);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    const row = Math.round(frame / speed) * FRAME_BINS;
    let below = sumBelow(sums, row, FIRST_BIN * speed);
    for (let band = 1; band <= BLOCK_BANDS; band++, at++) {
      const next = sumBelow(sums, row, (FIRST_BIN + band * BAND_BINS) * speed);
      bands[at] = next - below;
      below = next;
    }
  }
  return bands;
}

function sumBelow(sums: Float32Array, row: number, edge: number): number {
  const bin = Math.floor(edge);
  const low = sums[row + bin - 1]!;
  return low + (edge - bin) * (sums[row + bin]! - low);
}
