// Finds the mark anywhere in a sound: the block may begin at any frame, the sound may be a piece of
// another, joined from pieces, or played up to 3% too fast or too slow. The whole sound is folded
// first, then windows of 16 seconds by themselves, then two of these at other speeds.
import type { FoundMark } from '../error-correction/piloted-id.ts';
import { CellLevels } from './cell-levels.ts';
import { BLOCK_FRAMES, Fold } from './fold.ts';
import { readBlock } from './read-block.ts';
import { countFrames, MOST_FRAMES, toCommonRate } from './spectrogram.ts';

const STARTS_READ = 6;
// Of the pilots, in standard deviations: lower than any mark that can be read, higher than most
// that is none.
const LEAST_HEIGHT = 2.8;
const SPEED_STEP = 0.004;
const SPEED_STEPS = 7; // each way
const SPEED_WINDOWS = 2;
const MOST_WINDOWS = 600;
/**
 * What the search tries at the most, each at every start of a block: counted in the odds of a false
 * accept.
 */
export const MOST_FOLDS = 1 + MOST_WINDOWS + SPEED_WINDOWS * 2 * SPEED_STEPS;

/** atSpeeds: whether other speeds are searched too, which takes most of the time. */
export function detect(channels: readonly Float32Array[], sampleRate: number, atSpeeds = true): FoundMark | null {
  if (channels.length === 0 || channels[0]!.length === 0) return null;
  const common = toCommonRate(channels, sampleRate);
  const frames = countFrames(common[0]!.length);
  if (frames < BLOCK_FRAMES / 2) return null;
  const levels = new CellLevels(common, 1 + SPEED_STEPS * SPEED_STEP);
  const fold = new Fold(levels);
  levels.measureWhole();
  const whole = readLevels(fold);
  if (whole) return whole;
  // The whole of a sound this short is the stretch that was taken last.
  if (frames <= MOST_FRAMES) return atSpeeds ? readAtSpeeds(fold) : null;
  const step = Math.max(MOST_FRAMES / 2, Math.ceil(frames / MOST_WINDOWS));
  for (let first = 0; first + MOST_FRAMES / 2 <= frames; first += step) {
    const found = readLevels(fold, first, Math.min(first + MOST_FRAMES, frames));
    if (found) return found;
  }
  for (let i = 1; atSpeeds && i <= SPEED_WINDOWS; i++) {
    levels.takeStretch(Math.floor(((frames - MOST_FRAMES) * i) / (SPEED_WINDOWS + 1)), MOST_FRAMES);
    const found = readAtSpeeds(fold);
    if (found) return found;
  }
  return null;
}

function readAtSpeeds(fold: Fold): FoundMark | null {
  for (let step = 1; step <= SPEED_STEPS; step++) {
    for (const speed of [1 + step * SPEED_STEP, 1 - step * SPEED_STEP]) {
      fold.levels.measureStretch(speed);
      const found = readLevels(fold);
      if (found) return found;
    }
  }
  return null;
}

/** The mark in the levels measured last. */
export function readLevels(fold: Fold, first = 0, end = fold.levels.frames): FoundMark | null {
  fold.take(first, end);
  const pilots = fold.sumPilots();
  const least = LEAST_HEIGHT * Math.sqrt(pilots.reduce((sum, value) => sum + value * value, 0) / pilots.length);
  const starts = Array.from(pilots.keys()).filter((start) => pilots[start]! > least);
  starts.sort((a, b) => pilots[b]! - pilots[a]!);
  for (const start of starts.slice(0, STARTS_READ)) {
    const found = readBlock(fold.softSymbols(start));
    if (found) return found;
  }
  return null;
}
