// Adds the mark to sounds at the common rate, block after block. What the host by itself says of each symbol is known here: symbols that it
// speaks against are marked more, those that it agrees with less.
import { SYMBOLS } from '../error-correction/piloted-id.ts';
import { BLOCK_BANDS, BLOCK_TIMES, CELL_CHIPS } from './block.ts';
import { measureLevels } from './cell-levels.ts';
import { BLOCK_FRAMES, despread, fold } from './fold.ts';
import { addFrame, FRAME_BINS, toCosines } from './frames.ts';
import { planBlock } from './plan-block.ts';
import { BAND_BINS, FIRST_BIN, measureBands } from './spectrogram.ts';

const TIME_FRAMES = 2; // cosine frames in the time of a cell
const BLOCK_COSINE_FRAMES = BLOCK_TIMES * TIME_FRAMES;
const BLOCK_SAMPLES = BLOCK_COSINE_FRAMES * FRAME_BINS;
// The frame of the spectrogram whose centre is that of the first cell.
const FIRST_CENTRE = 1;
// A level moves by about this much for a relative change of one, and a symbol sums this many of them.
const LEVEL_OF_CHANGE = 1.8;
const SYMBOL_CELLS = CELL_CHIPS.length / SYMBOLS;
const HOST_TAKEN_BACK = 0.8;

/** What to add to each channel. */
export function computeChanges(channels: readonly Float32Array[], signs: Float32Array): Float32Array[] {
  const levels = measureLevels(measureBands(channels));
  const changes = channels.map((channel) => new Float32Array(channel.length));
  for (let block = 0; block * BLOCK_SAMPLES < channels[0]!.length; block++) {
    markBlock(channels, changes, block * BLOCK_SAMPLES, signs, findLacks(levels, block, signs));
  }
  return changes;
}

// By how much more than the others each symbol should be changed.
function findLacks(levels: Float32Array, block: number, signs: Float32Array): Float32Array {
  const first = block * BLOCK_FRAMES;
  const end = Math.min(first + BLOCK_FRAMES, levels.length / BLOCK_BANDS);
  const soft = despread(fold(levels, first, end), FIRST_CENTRE);
  const share = -HOST_TAKEN_BACK / (SYMBOL_CELLS * LEVEL_OF_CHANGE);
  return soft.map((value, symbol) => share * value * signs[symbol]!);
}

function markBlock(
  channels: readonly Float32Array[],
  changes: readonly Float32Array[],
  start: number,
  signs: Float32Array,
  lacks: Float32Array,
): void {
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
  for (const spectrum of spectra) applyChanges(spectrum, plan);
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
    for (let i = 0; i < spectrum.length; i++) {
      const power = spectrum[i]! * spectrum[i]!;
      energy += power;
      const cell = cellOf(i);
      if (cell >= 0) powers[cell]! += power;
    }
  }
  return { powers, energy };
}

// Leaves of a spectrum what the mark adds to it.
function applyChanges(spectrum: Float32Array, changes: Float32Array): void {
  for (let i = 0; i < spectrum.length; i++) {
    const cell = cellOf(i);
    spectrum[i]! *= cell < 0 ? 0 : changes[cell]!;
  }
}

// The cell of a coefficient of the block, or −1 outside the bands.
function cellOf(index: number): number {
  const bin = (index % FRAME_BINS) - FIRST_BIN;
  if (bin < 0 || bin >= BLOCK_BANDS * BAND_BINS) return -1;
  return Math.floor(index / (TIME_FRAMES * FRAME_BINS)) * BLOCK_BANDS + Math.floor(bin / BAND_BINS);
}
