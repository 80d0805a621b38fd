// Which stretches of a sound do not carry the mark of a known id. Every 42.7 ms, a column of 96
// cells agrees with the pattern or does not. The Viterbi algorithm finds the likeliest sequence of
// marked and unmarked stretches. A sound that was joined from pieces carries the pattern in several
// phases, and each phase that is found counts as marked.
import { BLOCK_BANDS, BLOCK_TIMES, blockSigns, CELL_CHIPS, CELL_SYMBOLS } from './block.ts';
import { CELL_FRAMES, CellLevels } from './cell-levels.ts';
import { BLOCK_FRAMES } from './fold.ts';
import { FRAME_SIZE } from './frames.ts';
import { COMMON_RATE, countFrames, HOP, toCommonRate } from './spectrogram.ts';

export interface ChangedStretch {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1: how certain it is that the stretch does not carry the mark. */
  readonly score: number;
}

export interface TimeChanges {
  /** How much was examined. */
  readonly seconds: number;
  readonly ranges: ChangedStretch[];
}

const MOST_SECONDS = 600;
const SEARCHED_FRAMES = 1500; // 16 seconds
// In standard deviations of the sum over a window. Chance reaches 4 among all phases.
const LEAST_PHASE = 6.5;
const MOST_PHASES = 8;
// Logarithms of the likelihood ratio that is needed to accept that the mark ends, starts or changes
// its phase.
const SWITCH_COST = 7;
const LOUDEST = 2.5;
const LEAST_SECONDS = 0.5;
// Power below which a column is silence, where no mark is added.
const SILENT_LEVEL = 1e-6;

/** Null: the pattern is not there at the sound's own speed. */
export function localizeSoundChanges(
  channels: readonly Float32Array[],
  sampleRate: number,
  id: string,
): TimeChanges | null {
  if (channels.length === 0) return null;
  const kept = channels.map((channel) => channel.subarray(0, MOST_SECONDS * sampleRate));
  const common = toCommonRate(kept, sampleRate);
  const frames = countFrames(common[0]?.length ?? 0);
  if (frames < BLOCK_FRAMES / 2) return null;
  const columns = measureColumns(common, frames, id);
  const phases = findPhases(columns, frames);
  if (phases.length === 0) return null;
  const silent = findSilence(common, frames);
  const stretches = unmarkedStretches(columns, phases, frames, silent);
  const toSeconds = (frame: number) => Math.min((frame * HOP) / COMMON_RATE, seconds);
  const seconds = common[0]!.length / COMMON_RATE;
  const ranges = joined(stretches)
    .map(({ first, end, score }) => ({
      start: first === 0 ? 0 : toSeconds(first + FRAME_SIZE / HOP / 2),
      end: end >= frames - CELL_FRAMES ? seconds : toSeconds(end + FRAME_SIZE / HOP / 2),
      score,
    }))
    .filter(({ start, end }) => end - start >= LEAST_SECONDS);
  return { seconds, ranges };
}

/** How well each frame agrees with each of the 96 times of the block, in standard deviations. */
type Columns = (frame: number, time: number) => number;

function measureColumns(common: readonly Float32Array[], frames: number, id: string): Columns {
  const signs = blockSigns(id);
  const expected = CELL_CHIPS.map((chip, cell) => chip * signs[CELL_SYMBOLS[cell]!]!);
  const levels = new CellLevels(common);
  levels.measureWhole();
  const values = levels.workspace.floats(levels.address, frames * BLOCK_BANDS);
  const scales = Float32Array.from({ length: frames }, (_, frame) => {
    let squares = 0;
    for (let band = 0; band < BLOCK_BANDS; band++) squares += values[frame * BLOCK_BANDS + band]! ** 2;
    return squares > 0 ? 1 / Math.sqrt(squares) : 0;
  });
  return (frame, time) => {
    let sum = 0;
    const [row, cells] = [frame * BLOCK_BANDS, time * BLOCK_BANDS];
    for (let band = 0; band < BLOCK_BANDS; band++) sum += expected[cells + band]! * values[row + band]!;
    return sum * scales[frame]!;
  };
}

const timeOf = (frame: number, phase: number) =>
  Math.floor(((((frame - phase) % BLOCK_FRAMES) + BLOCK_FRAMES) % BLOCK_FRAMES) / CELL_FRAMES);

// Frames of the fold at which a block starts, in windows of 16 seconds that overlap by half.
function findPhases(columns: Columns, frames: number): number[] {
  const found = new Map<number, number>();
  for (let first = 0; first === 0 || first + SEARCHED_FRAMES / 2 <= frames; first += SEARCHED_FRAMES / 2) {
    const end = Math.min(first + SEARCHED_FRAMES, frames);
    const sums = new Float64Array(BLOCK_FRAMES);
    const counts = new Float64Array(BLOCK_FRAMES);
    for (let frame = first; frame < end; frame++) {
      for (let time = 0; time < BLOCK_TIMES; time++) {
        const phase = (((frame - time * CELL_FRAMES) % BLOCK_FRAMES) + BLOCK_FRAMES) % BLOCK_FRAMES;
        sums[phase]! += columns(frame, time);
        counts[phase]!++;
      }
    }
    const heights = sums.map((sum, phase) => sum / Math.sqrt(Math.max(counts[phase]!, 1)));
    // The best of the window, and others that are further away than frames overlap.
    for (let picks = 0; picks < 2; picks++) {
      const phase = heights.reduce((best, height, i) => (height > heights[best]! ? i : best), 0);
      if (heights[phase]! < LEAST_PHASE) break;
      found.set(phase, Math.max(found.get(phase) ?? 0, heights[phase]!));
      for (let near = -CELL_FRAMES; near <= CELL_FRAMES; near++)
        heights[(phase + near + BLOCK_FRAMES) % BLOCK_FRAMES] = 0;
    }
  }
  const ordered = [...found].sort(([, a], [, b]) => b - a).map(([phase]) => phase);
  const distance = (a: number, b: number) =>
    Math.min((a - b + BLOCK_FRAMES) % BLOCK_FRAMES, (b - a + BLOCK_FRAMES) % BLOCK_FRAMES);
  const kept: number[] = [];
  for (const phase of ordered) {
    if (kept.length < MOST_PHASES && kept.every((other) => distance(phase, other) > CELL_FRAMES)) kept.push(phase);
  }
  return kept;
}

function findSilence(common: readonly Float32Array[], frames: number): Uint8Array {
  return Uint8Array.from({ length: frames }, (_, frame) => {
    let power = 0;
    for (const channel of common) {
      for (let i = frame * HOP; i < frame * HOP + FRAME_SIZE; i += 4) power += channel[i]! ** 2;
    }
    return power * 4 < SILENT_LEVEL * FRAME_SIZE ? 1 : 0;
  });
}

interface Stretch {
  readonly first: number;
  readonly end: number;
  readonly score: number;
}

// States: 0 without the mark, then one for each phase. A step is one cell of time.
function unmarkedStretches(columns: Columns, phases: readonly number[], frames: number, silent: Uint8Array): Stretch[] {
  const steps = Math.floor(frames / CELL_FRAMES);
  const agreement = phases.map((phase) =>
    Float32Array.from({ length: steps }, (_, step) => {
      const frame = step * CELL_FRAMES + (phase % CELL_FRAMES);
      return frame < frames && !silent[frame] ? columns(frame, timeOf(frame, phase)) : 0;
    }),
  );
  const expected = expectedAgreement(agreement, steps);
  const gains = agreement.map((values) =>
    values.map((value, step) => {
      if (silent[step * CELL_FRAMES]) return 0;
      return Math.min(Math.max(expected * (value - expected / 2), -LOUDEST), LOUDEST);
    }),
  );
  const path = likeliestPath(gains, steps);
  const stretches: Stretch[] = [];
  for (let step = 0; step < steps; step++) {
    if (path[step] !== 0) continue;
    let [end, against] = [step, 0];
    for (; end < steps && path[end] === 0; end++) against -= Math.max(...gains.map((gain) => gain[end]!));
    stretches.push({
      first: step * CELL_FRAMES,
      end: end * CELL_FRAMES,
      score: 1 / (1 + Math.exp(Math.max(-50, SWITCH_COST - against) / 2)),
    });
    step = end;
  }
  return stretches;
}

/**
 * Two stretches with less than the shortest range between them are one, because such a gap says
 * nothing.
 */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const apart: Stretch[] = [];
  for (const stretch of stretches) {
    const before = apart.at(-1);
    if (before && ((stretch.first - before.end) * HOP) / COMMON_RATE < LEAST_SECONDS) {
      apart[apart.length - 1] = { ...before, end: stretch.end, score: Math.max(before.score, stretch.score) };
    } else apart.push(stretch);
  }
  return apart;
}

// For a marked column: the upper half of the means over a second, for the phase that is strongest
// there.
function expectedAgreement(agreement: readonly Float32Array[], steps: number): number {
  const width = 24;
  const means: number[] = [];
  for (let first = 0; first + width <= steps; first += width) {
    means.push(
      Math.max(...agreement.map((values) => values.subarray(first, first + width).reduce((a, b) => a + b, 0) / width)),
    );
  }
  means.sort((a, b) => a - b);
  return Math.max(means[Math.floor(means.length * 0.6)] ?? 0, 0.2);
}

function likeliestPath(gains: readonly Float32Array[], steps: number): Uint8Array {
  const states = gains.length + 1;
  const cameFrom = new Uint8Array(steps * states);
  let totals = new Float64Array(states);
  for (let step = 0; step < steps; step++) {
    const best = totals.reduce((top, total, state) => (total > totals[top]! ? state : top), 0);
    const next = new Float64Array(states);
    for (let state = 0; state < states; state++) {
      const isSwitch = totals[best]! - SWITCH_COST > totals[state]!;
      cameFrom[step * states + state] = isSwitch ? best : state;
      next[state] =
        (isSwitch ? totals[best]! - SWITCH_COST : totals[state]!) + (state > 0 ? gains[state - 1]![step]! : 0);
    }
    totals = next;
  }
  const path = new Uint8Array(steps);
  let state = totals.reduce((top, total, each) => (total > totals[top]! ? each : top), 0);
  for (let step = steps - 1; step >= 0; step--) {
    path[step] = state;
    state = cameFrom[step * states + state]!;
  }
  return path;
}
