// How much each cell stands out from its surroundings: the logarithm of its power, less the mean of its band over a second, less what
// its neighbours in time and band let expect, in proportion to how rough the spectrum is there. What the host does smoothly
// falls out, and so do gain and equaliser; what the chips do stays. The next cell in time is CELL_FRAMES frames on.
import { BLOCK_BANDS } from './block.ts';

export const CELL_FRAMES = 4;
// Added to the power of a cell: ten times what rounding to 16 bits leaves there, and 50 dB under the mean.
const FAINTEST = 3e-6;
const FAINTEST_SHARE = 1e-5;
const NOISE_FACTOR = 5;
const MEAN_REACH = 48; // frames each way
// The linear guess of a cell from its neighbours, fitted to music and speech, nearest first; the bands' weights sum to one half.
const IN_TIME = 0.2;
const IN_BAND = [0.29, 0.12, 0.09] as const;
const MARGIN = IN_BAND.length;
const ROUGHNESS_REACH = 5; // bands each way
const LEAST_ROUGHNESS = 1;
// One cell can say only so much, however far it stands out.
const LIMIT = 0.85;

/** powers, and the answer: frames × BLOCK_BANDS. */
export function measureLevels(powers: Float32Array): Float32Array {
  const frames = powers.length / BLOCK_BANDS;
  const logs = logarithms(powers);
  subtractMeans(logs, frames);
  const levels = new Float32Array(powers.length);
  const row = new Float32Array(BLOCK_BANDS + 2 * MARGIN);
  const [first, second, third] = IN_BAND;
  for (let frame = 0; frame < frames; frame++) {
    const here = frame * BLOCK_BANDS;
    const before = Math.max(frame - CELL_FRAMES, 0) * BLOCK_BANDS;
    const after = Math.min(frame + CELL_FRAMES, frames - 1) * BLOCK_BANDS;
    for (let band = 0; band < BLOCK_BANDS; band++) {
      row[band + MARGIN] = logs[here + band]! - IN_TIME * (logs[before + band]! + logs[after + band]!);
    }
    row.fill(row[MARGIN]!, 0, MARGIN);
    row.fill(row[BLOCK_BANDS + MARGIN - 1]!, BLOCK_BANDS + MARGIN);
    for (let band = 0; band < BLOCK_BANDS; band++) {
      levels[here + band] =
        row[band + 3]! -
        first * (row[band + 2]! + row[band + 4]!) -
        second * (row[band + 1]! + row[band + 5]!) -
        third * (row[band]! + row[band + 6]!);
    }
    levelRoughness(levels.subarray(here, here + BLOCK_BANDS));
  }
  return levels;
}

function logarithms(powers: Float32Array): Float32Array {
  const floors = findFloors(powers);
  const logs = new Float32Array(powers.length);
  const last = powers.length - BLOCK_BANDS;
  for (let i = 0, band = 0; i < powers.length; i++, band++) {
    if (band === BLOCK_BANDS) band = 0;
    const before = powers[i < BLOCK_BANDS ? i : i - BLOCK_BANDS]!;
    const after = powers[i < last ? i + BLOCK_BANDS : i]!;
    logs[i] = Math.log(floors[band]! + powers[i]! + (before + after) / 2);
  }
  return logs;
}

// What is added to the power of every cell of a band, so that cells which noise fills say little: a
// multiple of what a tenth of them stay below.
function findFloors(powers: Float32Array): Float32Array {
  let total = 0;
  for (let i = 0; i < powers.length; i++) total += powers[i]!;
  const least = FAINTEST + (FAINTEST_SHARE * total) / Math.max(powers.length, 1);
  const sample = new Float32Array(Math.ceil(powers.length / (BLOCK_BANDS * CELL_FRAMES)));
  const floors = new Float32Array(BLOCK_BANDS).fill(least);
  for (let band = 0; band < BLOCK_BANDS; band++) {
    for (let i = 0; i < sample.length; i++) sample[i] = powers[i * BLOCK_BANDS * CELL_FRAMES + band]!;
    sample.sort();
    floors[band]! += NOISE_FACTOR * (sample[Math.floor(sample.length / 10)] ?? 0);
  }
  return floors;
}

// In place: each value less the mean of its band around it.
function subtractMeans(logs: Float32Array, frames: number): void {
  const original = logs.slice();
  const sums = new Float64Array(BLOCK_BANDS);
  let first = 0;
  let end = 0;
  for (let frame = 0; frame < frames; frame++) {
    for (; end < Math.min(frame + MEAN_REACH + 1, frames); end++) {
      for (let band = 0; band < BLOCK_BANDS; band++) sums[band]! += original[end * BLOCK_BANDS + band]!;
    }
    for (; first < frame - MEAN_REACH; first++) {
      for (let band = 0; band < BLOCK_BANDS; band++) sums[band]! -= original[first * BLOCK_BANDS + band]!;
    }
    const share = 1 / (end - first);
    for (let band = 0; band < BLOCK_BANDS; band++) logs[frame * BLOCK_BANDS + band]! -= share * sums[band]!;
  }
}

const roughness = new Float32Array(BLOCK_BANDS);

// In place, one frame: values over the mean size of those around, and at most LIMIT.
function levelRoughness(row: Float32Array): void {
  let sum = 0;
  let first = 0;
  let end = 0;
  for (let band = 0; band < BLOCK_BANDS; band++) {
    for (; end < Math.min(band + ROUGHNESS_REACH + 1, BLOCK_BANDS); end++) sum += Math.min(Math.abs(row[end]!), 3);
    for (; first < band - ROUGHNESS_REACH; first++) sum -= Math.min(Math.abs(row[first]!), 3);
    roughness[band] = Math.max(sum, 0) / (end - first);
  }
  for (let band = 0; band < BLOCK_BANDS; band++) {
    const level = row[band]! / (LEAST_ROUGHNESS + roughness[band]!);
    row[band] = level > LIMIT ? LIMIT : level < -LIMIT ? -LIMIT : level;
  }
}
