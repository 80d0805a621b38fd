// Levels summed modulo the block, the pilots of a fold at every start, and the soft symbols of the
// block that starts there.
import { SYMBOLS } from '../error-correction/piloted-id.ts';
import { BLOCK_BANDS, BLOCK_LAYOUT, BLOCK_TIMES, CELL_CHIPS, CELL_SYMBOLS } from './block.ts';
import { CELL_FRAMES, type CellLevels } from './cell-levels.ts';

export const BLOCK_FRAMES = BLOCK_TIMES * CELL_FRAMES;
const FOLD_VALUES = BLOCK_FRAMES * BLOCK_BANDS;
const TINY = 1e-12;

const { pilots: PILOTS } = BLOCK_LAYOUT;
const pilotOf = (cell: number) => PILOTS[CELL_SYMBOLS[cell]!]! * CELL_CHIPS[cell]!;
// The place of a cell, in bytes, if the fold is stored band by band, each twice, and the block
// starts at its first frame.
const placeOf = (cell: number) => {
  const band = cell % BLOCK_BANDS;
  return 4 * (2 * BLOCK_FRAMES * band + CELL_FRAMES * ((cell - band) / BLOCK_BANDS));
};
const placesWhere = (sign: number) =>
  Array.from(CELL_SYMBOLS.keys())
    .filter((cell) => pilotOf(cell) === sign)
    .map(placeOf)
    .sort((a, b) => a - b);
const ADDED = placesWhere(1);
const PLACES = Int32Array.from([...ADDED, ...placesWhere(-1)]);

export class Fold {
  readonly levels: CellLevels;
  readonly #folded: number;
  readonly #columns: number;
  readonly #places: number;
  readonly #sums: number;

  constructor(levels: CellLevels) {
    const { workspace } = levels;
    this.levels = levels;
    this.#folded = workspace.reserve(4 * FOLD_VALUES);
    this.#columns = workspace.reserve(8 * FOLD_VALUES);
    this.#places = workspace.reserve(PLACES.byteLength);
    this.#sums = workspace.reserve(4 * BLOCK_FRAMES);
    workspace.words(this.#places, PLACES.length).set(PLACES);
  }

  /** For the levels that were measured last, from frame `first` to before `end`. */
  take(first: number, end: number): void {
    const { workspace, address } = this.levels;
    workspace.kernels.foldLevels(address, first, end, this.#folded);
  }

  /** One sum for each start. The next call overwrites it. */
  sumPilots(): Float32Array {
    const { workspace } = this.levels;
    const places = [this.#places, ADDED.length, PLACES.length] as const;
    workspace.kernels.sumPilots(this.#folded, this.#columns, ...places, this.#sums);
    return workspace.floats(this.#sums, BLOCK_FRAMES);
  }

  /**
   * The symbols if the center of the first cell is in frame `start` of the fold: sums of their
   * cells, and of the squares of these.
   */
  despread(start: number): { sums: Float32Array; squares: Float32Array } {
    const folded = this.levels.workspace.floats(this.#folded, FOLD_VALUES);
    const [sums, squares] = [new Float32Array(SYMBOLS), new Float32Array(SYMBOLS)];
    for (let time = 0, cell = 0; time < BLOCK_TIMES; time++) {
      const row = ((start + time * CELL_FRAMES) % BLOCK_FRAMES) * BLOCK_BANDS;
      for (let band = 0; band < BLOCK_BANDS; band++, cell++) {
        const symbol = CELL_SYMBOLS[cell]!;
        const value = folded[row + band]!;
        sums[symbol]! += CELL_CHIPS[cell]! * value;
        squares[symbol]! += value * value;
      }
    }
    return { sums, squares };
  }

  /**
   * Each symbol divided by the deviation that random chips would give it, so that louder cells do
   * not outweigh the others.
   */
  softSymbols(start: number): Float32Array {
    const { sums, squares } = this.despread(start);
    return sums.map((sum, symbol) => sum / Math.sqrt(Math.max(squares[symbol]!, TINY)));
  }
}
