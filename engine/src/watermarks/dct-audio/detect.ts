// Finds the mark anywhere in a sound: the block may begin at any frame, the sound may be a piece of another, joined from
// pieces, or played up to 3% too fast or too slow. The whole sound is folded first, then windows of 16 seconds by
// themselves, then two of these at other speeds.
import type { FoundMark } from '../error-correction/piloted-id.ts';
import { BLOCK_BANDS } from './block.ts';
import { measureLevels } from './cell-levels.ts';
import { BLOCK_FRAMES, despread, fold, sumPilots } from './fold.ts';
import { readBlock } from './read-block.ts';
import { bandsAtSpeed, COMMON_RATE, countFrames, HOP, measureBands, measureSums, toCommonRate } from './spectrogram.ts';

const WINDOW_SECONDS = 16;
const WINDOW_FRAMES = Math.round((WINDOW_SECONDS * COMMON_RATE) / HOP);
const STARTS_READ = 6;
// Of the pilots, in standard deviations: lower than any mark that can be read, higher than most that is none.
const LEAST_HEIGHT = 2.8;
const SPEED_STEP = 0.004;
const SPEED_STEPS = 7; // each way
const SPEED_WINDOWS = 2;
const MOST_WINDOWS = 600;
/** What the search tries at the most, each at every start of a block: counted in the odds of a false accept. */
export const MOST_FOLDS = 1 + MOST_WINDOWS + SPEED_WINDOWS * 2 * SPEED_STEPS;

/** atSpeeds: whether other speeds are searched too, which takes most of the time. */
export function detect(channels: readonly Float32Array[], sampleRate: number, atSpeeds = true): FoundMark | null {
  if (channels.length === 0 || channels[0]!.length === 0) return null;
  const common = toCommonRate(channels, sampleRate);
  const frames = countFrames(common[0]!.length);
  if (frames < BLOCK_FRAMES / 2) return null;
  const levels = measureLevels(measureBands(common));
  const whole = readLevels(levels);
  if (whole) return whole;
  if (frames <= WINDOW_FRAMES) return atSpeeds ? readAtSpeeds(common, 0) : null;
  const step = Math.max(WINDOW_FRAMES / 2, Math.ceil(frames / MOST_WINDOWS));
  for (let first = 0; first + WINDOW_FRAMES / 2 <= frames; first += step) {
    const found = readLevels(levels, first, Math.min(first + WINDOW_FRAMES, frames));
    if (found) return found;
  }
  for (let i = 1; atSpeeds && i <= SPEED_WINDOWS; i++) {
    const first = Math.floor(((frames - WINDOW_FRAMES) * i) / (SPEED_WINDOWS + 1));
    const found = readAtSpeeds(common, first * HOP);
    if (found) return found;
  }
  return null;
}

function readAtSpeeds(common: readonly Float32Array[], start: number): FoundMark | null {
  const sums = measureSums(common.map((channel) => channel.subarray(start, start + WINDOW_FRAMES * HOP)));
  for (let step = 1; step <= SPEED_STEPS; step++) {
    for (const speed of [1 + step * SPEED_STEP, 1 - step * SPEED_STEP]) {
      const levels = measureLevels(bandsAtSpeed(sums, speed));
      const found = readLevels(levels);
      if (found) return found;
    }
  }
  return null;
}

export function readLevels(levels: Float32Array, first = 0, end = levels.length / BLOCK_BANDS): FoundMark | null {
  const folded = fold(levels, first, end);
  const pilots = sumPilots(folded);
  const least = LEAST_HEIGHT * Math.sqrt(pilots.reduce((sum, value) => sum + value * value, 0) / pilots.length);
  const starts = Array.from(pilots.keys()).filter((start) => pilots[start]! > least);
  starts.sort((a, b) => pilots[b]! - pilots[a]!);
  for (const start of starts.slice(0, STARTS_READ)) {
    const found = readBlock(despread(folded, start));
    if (found) return found;
  }
  return null;
}
