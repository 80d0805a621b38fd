// Adds the mark to sounds at the common rate, block by block. This code knows what the host alone
// contributes to each symbol. Symbols that the host contradicts get a stronger mark, those that it
// supports get a weaker one.
import { SYMBOLS } from '../error-correction/piloted-id.ts';
import { CELL_CHIPS } from './block.ts';
import { BLOCK_SAMPLES, BlockSpectra } from './block-spectra.ts';
import { CellLevels } from './cell-levels.ts';
import { BLOCK_FRAMES, Fold } from './fold.ts';
import { planBlock } from './plan-block.ts';

// The frame of the spectrogram with the same center as the first cell.
const FIRST_CENTRE = 1;
// A level moves by about this much for a relative change of one, and a symbol sums this many of
// them.
const LEVEL_OF_CHANGE = 1.8;
const SYMBOL_CELLS = CELL_CHIPS.length / SYMBOLS;
const HOST_TAKEN_BACK = 0.8;

/** What to add to each channel. */
export function computeChanges(channels: readonly Float32Array[], signs: Float32Array): Float32Array[] {
  const levels = new CellLevels(channels);
  const fold = new Fold(levels);
  levels.measureWhole();
  const changes = channels.map((channel) => new Float32Array(channel.length));
  const spectra = new BlockSpectra(channels.length);
  for (let block = 0; block * BLOCK_SAMPLES < channels[0]!.length; block++) {
    const start = block * BLOCK_SAMPLES;
    const { powers, energy } = spectra.analyse(channels, start);
    if (energy === 0) continue;
    const shares = planBlock(powers, energy, signs, findLacks(fold, block, signs));
    spectra.addChanges(shares, changes, start);
  }
  return changes;
}

// How much more than the others each symbol needs to change.
function findLacks(fold: Fold, block: number, signs: Float32Array): Float32Array {
  const first = block * BLOCK_FRAMES;
  fold.take(first, Math.min(first + BLOCK_FRAMES, fold.levels.frames));
  const { sums } = fold.despread(FIRST_CENTRE);
  const share = -HOST_TAKEN_BACK / (SYMBOL_CELLS * LEVEL_OF_CHANGE);
  return sums.map((value, symbol) => share * value * signs[symbol]!);
}
