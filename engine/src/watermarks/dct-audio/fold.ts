// Levels summed modulo the block, and the soft symbols of the block that begins at a given frame of it.
import { SYMBOLS } from '../error-correction/piloted-id.ts';
import { BLOCK_BANDS, BLOCK_LAYOUT, BLOCK_TIMES, CELL_CHIPS, CELL_SYMBOLS } from './block.ts';
import { CELL_FRAMES } from './cell-levels.ts';

export const BLOCK_FRAMES = BLOCK_TIMES * CELL_FRAMES;

export function fold(levels: Float32Array, first: number, end: number): Float32Array {
  const folded = new Float32Array(BLOCK_FRAMES * BLOCK_BANDS);
  for (let frame = first; frame < end; frame++) {
    const to = (frame % BLOCK_FRAMES) * BLOCK_BANDS;
    const from = frame * BLOCK_BANDS;
    for (let band = 0; band < BLOCK_BANDS; band++) folded[to + band]! += levels[from + band]!;
  }
  return folded;
}

/** The soft symbols of a fold (or of one block of levels) when the centre of the first cell lies in frame `start`. */
export function despread(folded: Float32Array, start: number): Float32Array {
  const soft = new Float32Array(SYMBOLS);
  for (let time = 0, cell = 0; time < BLOCK_TIMES; time++) {
    const row = ((start + time * CELL_FRAMES) % BLOCK_FRAMES) * BLOCK_BANDS;
    for (let band = 0; band < BLOCK_BANDS; band++, cell++) {
      soft[CELL_SYMBOLS[cell]!]! += CELL_CHIPS[cell]! * folded[row + band]!;
    }
  }
  return soft;
}

const { pilots: PILOTS } = BLOCK_LAYOUT;
const PILOT_CELLS = CELL_SYMBOLS.keys()
  .filter((cell) => PILOTS[CELL_SYMBOLS[cell]!] !== 0)
  .toArray();
const PILOT_CHIPS = Float32Array.from(PILOT_CELLS, (cell) => PILOTS[CELL_SYMBOLS[cell]!]! * CELL_CHIPS[cell]!);
// Where the pilots lie from the first value of the block on.
const PILOT_OFFSETS = Int32Array.from(PILOT_CELLS, (cell) => {
  const band = cell % BLOCK_BANDS;
  return (cell - band) * CELL_FRAMES + band;
});

/** The sum of the pilots for every start. */
export function sumPilots(folded: Float32Array): Float32Array {
  const twice = new Float32Array(2 * folded.length);
  twice.set(folded);
  twice.set(folded, folded.length);
  const sums = new Float32Array(BLOCK_FRAMES);
  for (let start = 0; start < BLOCK_FRAMES; start++) {
    const first = start * BLOCK_BANDS;
    let sum = 0;
    for (let i = 0; i < PILOT_OFFSETS.length; i++) sum += PILOT_CHIPS[i]! * twice[first + PILOT_OFFSETS[i]!]!;
    sums[start] = sum;
  }
  return sums;
}
