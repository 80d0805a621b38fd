// Finds the mark anywhere in a sound. The block can start at any frame, and the sound can be a
// piece of another, joined from pieces, or up to 3% too fast or too slow. The search folds the
// whole sound first, then windows of 16 seconds, then two of these at other speeds.
import type { FoundMark } from '../error-correction/piloted-id.ts';
import { CellLevels } from './cell-levels.ts';
import { BLOCK_FRAMES, Fold } from './fold.ts';
import { readBlock } from './read-block.ts';
import { countFrames, MOST_FRAMES, toCommonRate } from './spectrogram.ts';

const STARTS_READ = 6;
// Deviation of the pilots, in standard deviations: lower than any mark that can be read, higher
// than most sounds without one.
const LEAST_HEIGHT = 2.8;
const SPEED_STEP = 0.004;
const SPEED_STEPS = 7; // each way
const SPEED_WINDOWS = 2;
const MOST_WINDOWS = 600;
/**
 * The maximum number of trials of a search, each at every start of a block. The odds of a false
 * accept count them.
 */
export const MOST_FOLDS = 1 + MOST_WINDOWS + SPEED_WINDOWS * 2 * SPEED_STEPS;

/** atSpeeds: also search other speeds, which takes most of the time. */
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
  // A sound this short is completely in the last stretch.
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

/** The mark in the levels that were measured last. */
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
