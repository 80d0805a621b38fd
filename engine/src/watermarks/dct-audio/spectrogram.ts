// What the watermark sees of a sound: the power of all channels together in bands of 93.75 Hz, in frames of 42.7 ms every
// 10.7 ms, at a common rate of 24 kHz; so rate, number and phase of channels do not matter.
import { Workspace } from '../../kernels/workspace.ts';
import { BLOCK_BANDS } from './block.ts';
import { FRAME_BINS, FRAME_SIZE, LANES, TWIDDLES, WORK_BYTES, windowedTurns } from './frames.ts';
import { resample } from './resample.ts';

export const COMMON_RATE = 24_000;
/** Samples from frame to frame. */
export const HOP = 256;
/** Bins of 23.4 Hz. */
export const FIRST_BIN = 16;
export const BAND_BINS = 4;
const TURNS = windowedTurns(2);

export function toCommonRate(channels: readonly Float32Array[], sampleRate: number): Float32Array[] {
  const length = Math.ceil((channels[0]!.length * COMMON_RATE) / sampleRate);
  return channels.map((channel) => resample(channel, sampleRate, COMMON_RATE, length));
}

export function countFrames(samples: number): number {
  return Math.max(0, Math.floor((samples - FRAME_SIZE) / HOP) + 1);
}

/** Powers of the frames of sounds at the common rate, each row as `take` makes it of the powers of every bin of a frame. */
function analyse(
  channels: readonly Float32Array[],
  columns: number,
  take: (powers: Float32Array, lane: number, row: Float32Array) => void,
): Float32Array {
  const frames = countFrames(channels[0]!.length);
  const rows = new Float32Array(frames * columns);
  const workspace = new Workspace();
  const { kernels } = workspace;
  const tables = [workspace.keep(TURNS), workspace.keep(TWIDDLES), workspace.reserve(WORK_BYTES)] as const;
  const powers = workspace.reserve(4 * LANES * FRAME_BINS);
  // Past the end, and in place of a channel that is missing, lies silence.
  const room = 4 * (channels[0]!.length + LANES * HOP);
  const sounds = [...channels, ...(channels.length % 2 ? [new Float32Array(0)] : [])].map((channel) => {
    const address = workspace.reserve(room);
    workspace.floats(address, channel.length).set(channel);
    return address;
  });
  const lanes = workspace.floats(powers, LANES * FRAME_BINS);
  for (let frame = 0; frame < frames; frame += LANES) {
    lanes.fill(0);
    const at = 4 * frame * HOP;
    for (let i = 0; i < sounds.length; i += 2) {
      kernels.addFramePowers(sounds[i]! + at, sounds[i + 1]! + at, HOP, ...tables, powers);
    }
    for (let lane = 0; lane < Math.min(LANES, frames - frame); lane++) {
      take(lanes, lane, rows.subarray((frame + lane) * columns, (frame + lane + 1) * columns));
    }
  }
  return rows;
}

/** frames × BLOCK_BANDS */
export function measureBands(channels: readonly Float32Array[]): Float32Array {
  return analyse(channels, BLOCK_BANDS, (powers, lane, row) => {
    for (let band = 0, at = FIRST_BIN * LANES + lane; band < BLOCK_BANDS; band++, at += BAND_BINS * LANES) {
      row[band] = powers[at]! + powers[at + LANES]! + powers[at + 2 * LANES]! + powers[at + 3 * LANES]!;
    }
  });
}

/** frames × FRAME_BINS, each row summed from its lowest bin on: any stretch of bins is one difference. */
export function measureSums(channels: readonly Float32Array[]): Float32Array {
  return analyse(channels, FRAME_BINS, (powers, lane, row) => {
    let sum = 0;
    for (let bin = 0; bin < FRAME_BINS; bin++) row[bin] = sum += powers[bin * LANES + lane]!;
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
