// Adds the mark to sounds at the common rate, block after block, in two rounds: the first goes by what the host alone says of each
// symbol, the second by what the marked sound says, and lifts the symbols that came out weak.
import { BLOCK_BANDS, BLOCK_SYMBOLS, BLOCK_TIMES, CELL_CHIPS } from './block.ts';
import { measureLevels } from './cell-levels.ts';
import { BLOCK_FRAMES, despread, fold } from './fold.ts';
import { addFrame, FRAME_BINS, toCosines } from './frames.ts';
import { planBlock } from './plan-block.ts';
import { BAND_BINS, FIRST_BIN, measureBands } from './spectrogram.ts';

const ROUNDS = 2;
const TIME_FRAMES = 2; // cosine frames in the time of a cell
const BLOCK_COSINE_FRAMES = BLOCK_TIMES * TIME_FRAMES;
const BLOCK_SAMPLES = BLOCK_COSINE_FRAMES * FRAME_BINS;
// The frame of the spectrogram whose centre is that of the first cell.
const FIRST_CENTRE = 1;
// A level moves by about this much for a relative change of one, and a symbol sums this many of them.
const LEVEL_OF_CHANGE = 2.4;
const SYMBOL_CELLS = CELL_CHIPS.length / BLOCK_SYMBOLS;
export const Q = { rej: 0.8, spread: 0.63, rounds: ROUNDS };

/** The changes of each channel. */
export function computeChanges(channels: readonly Float32Array[], signs: Float32Array): Float32Array[] {
  const blocks = Math.ceil(channels[0]!.length / BLOCK_SAMPLES);
  const lacks = Array.from({ length: blocks }, () => new Float32Array(BLOCK_SYMBOLS));
  let changes: Float32Array[] = [];
  for (let round = 0; round < Q.rounds; round++) {
    const levels = measureLevels(measureBands(round === 0 ? channels : sumOf(channels, changes)));
    changes = channels.map((channel) => new Float32Array(channel.length));
    for (let block = 0; block < blocks; block++) {
      markBlock(channels, changes, block, signs, updateLacks(lacks[block]!, levels, block, signs));
    }
  }
  return changes;
}

export function sumOf(channels: readonly Float32Array[], changes: readonly Float32Array[]): Float32Array[] {
  return channels.map((channel, c) => channel.map((value, i) => value + changes[c]![i]!));
}

function updateLacks(lacks: Float32Array, levels: Float32Array, block: number, signs: Float32Array): Float32Array {
  const first = block * BLOCK_FRAMES;
  const end = Math.min(first + BLOCK_FRAMES, levels.length / BLOCK_BANDS);
  const soft = despread(fold(levels, first, end), FIRST_CENTRE);
  const spoken = soft.map((value, i) => (value * signs[i]!) / (SYMBOL_CELLS * LEVEL_OF_CHANGE));
  const mean = spoken.reduce((sum, value) => sum + value, 0) / BLOCK_SYMBOLS;
  for (let i = 0; i < BLOCK_SYMBOLS; i++) lacks[i]! -= Q.rej * (spoken[i]! - mean);
  return lacks;
}

function markBlock(
  channels: readonly Float32Array[],
  changes: readonly Float32Array[],
  block: number,
  signs: Float32Array,
  lacks: Float32Array,
): void {
  const start = block * BLOCK_SAMPLES;
  const spectra = channels.map(() => new Float32Array(BLOCK_COSINE_FRAMES * FRAME_BINS));
  const spare = new Float32Array(FRAME_BINS);
  const row = (channel: number, frame: number) =>
    spectra[channel]?.subarray(frame * FRAME_BINS, (frame + 1) * FRAME_BINS) ?? spare;
  for (let c = 0; c < channels.length; c += 2) {
    for (let frame = 0; frame < BLOCK_COSINE_FRAMES; frame++) {
      toCosines(channels[c]!, channels[c + 1], start + frame * FRAME_BINS, row(c, frame), row(c + 1, frame));
    }
  }
  const { powers, energy } = powersOf(spectra);
  if (energy === 0) return;
  const plan = planBlock(powers, energy, signs, lacks);
  for (const spectrum of spectra) applyChanges(spectrum, plan.changes);
  spare.fill(0);
  for (let c = 0; c < channels.length; c += 2) {
    for (let frame = 0; frame < BLOCK_COSINE_FRAMES; frame++) {
      addFrame(row(c, frame), row(c + 1, frame), changes[c]!, changes[c + 1], start + frame * FRAME_BINS);
    }
  }
}

function powersOf(spectra: readonly Float32Array[]): { powers: Float32Array; energy: number } {
  const powers = new Float32Array(BLOCK_TIMES * BLOCK_BANDS);
  let energy = 0;
  for (const spectrum of spectra) {
    for (const value of spectrum) energy += value * value;
    for (let cell = 0; cell < powers.length; cell++) {
      eachCoefficient(cell, (i) => {
        powers[cell]! += spectrum[i]! * spectrum[i]!;
      });
    }
  }
  return { powers, energy };
}

// Leaves of a spectrum what the cells add to it.
function applyChanges(spectrum: Float32Array, changes: Float32Array): void {
  for (let cell = 0; cell < changes.length; cell++) {
    eachCoefficient(cell, (i) => {
      spectrum[i]! *= changes[cell]!;
    });
  }
  for (let at = 0; at < spectrum.length; at += FRAME_BINS) {
    spectrum.fill(0, at, at + FIRST_BIN);
    spectrum.fill(0, at + FIRST_BIN + BLOCK_BANDS * BAND_BINS, at + FRAME_BINS);
  }
}

function eachCoefficient(cell: number, visit: (index: number) => void): void {
  const band = cell % BLOCK_BANDS;
  const first = ((cell - band) / BLOCK_BANDS) * TIME_FRAMES * FRAME_BINS + FIRST_BIN + band * BAND_BINS;
  for (let frame = 0; frame < TIME_FRAMES; frame++) {
    for (let bin = 0; bin < BAND_BINS; bin++) visit(first + frame * FRAME_BINS + bin);
  }
}
