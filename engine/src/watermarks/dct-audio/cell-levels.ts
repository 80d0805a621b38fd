// How much each cell stands out from its surroundings: the logarithm of its power less that of its neighbours, two on each side in
// time and in band. What the host does smoothly falls out, and so do gain and equaliser; what the chips do stays.
// The next cell in time is CELL_FRAMES frames on. Cells that are as good as silent stand out nowhere.
import { BLOCK_BANDS } from './block.ts';

export const CELL_FRAMES = 4;
// Power of a cell: ten times what rounding to 16 bits leaves there, and 50 dB under the mean.
const FAINTEST = 3e-6;
const FAINTEST_SHARE = 1e-5;
// One cell can say only so much, however far it stands out.
const LIMIT = 0.8;
const NEAR_IN_TIME = 0.33;
const FAR_IN_TIME = 0.17;
const IN_BAND = 0.25;

/** powers, and the answer: frames × BLOCK_BANDS. */
export function measureLevels(powers: Float32Array): Float32Array {
  const logs = logarithms(powers);
  const frames = powers.length / BLOCK_BANDS;
  const levels = new Float32Array(powers.length);
  const row = new Float32Array(BLOCK_BANDS + 4);
  for (let frame = 0; frame < frames; frame++) {
    const at = (offset: number) => Math.min(Math.max(frame + offset * CELL_FRAMES, 0), frames - 1) * BLOCK_BANDS;
    const [here, before, after, longBefore, longAfter] = [at(0), at(-1), at(1), at(-2), at(2)];
    for (let band = 0; band < BLOCK_BANDS; band++) {
      row[band + 2] =
        logs[here + band]! -
        NEAR_IN_TIME * (logs[before + band]! + logs[after + band]!) -
        FAR_IN_TIME * (logs[longBefore + band]! + logs[longAfter + band]!);
    }
    row[0] = row[1] = row[2]!;
    row[BLOCK_BANDS + 2] = row[BLOCK_BANDS + 3] = row[BLOCK_BANDS + 1]!;
    for (let band = 0; band < BLOCK_BANDS; band++) {
      const level = row[band + 2]! - IN_BAND * (row[band]! + row[band + 1]! + row[band + 3]! + row[band + 4]!);
      levels[here + band] = level > LIMIT ? LIMIT : level < -LIMIT ? -LIMIT : level;
    }
  }
  return levels;
}

function logarithms(powers: Float32Array): Float32Array {
  const floor = FAINTEST + FAINTEST_SHARE * (powers.reduce((sum, power) => sum + power, 0) / (powers.length || 1));
  const logs = new Float32Array(powers.length);
  const last = powers.length - BLOCK_BANDS;
  for (let i = 0; i < powers.length; i++) {
    const before = powers[i < BLOCK_BANDS ? i : i - BLOCK_BANDS]!;
    const after = powers[i < last ? i + BLOCK_BANDS : i]!;
    logs[i] = Math.log(floor + powers[i]! + (before + after) / 2);
  }
  return logs;
}
