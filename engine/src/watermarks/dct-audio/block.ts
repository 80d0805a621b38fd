// The pattern that repeats every 4.096 seconds: 96 times of 42.7 ms × 96 bands of 93.75 Hz,
// starting at 375 Hz. Each cell belongs to one of 256 symbols, 36 cells per symbol, spread so that
// each group of 8 bands × 32 times contains every symbol once. 56 symbols are known pilots, and 200
// carry the protected id. The pattern is public and not a secret.
import { randomOrder, randomSign, randomWords } from '../error-correction/pattern-random.ts';
import { layOutSymbols, SYMBOLS, signsOf } from '../error-correction/piloted-id.ts';

export const BLOCK_BANDS = 96;
export const BLOCK_TIMES = 96;
const GROUP_BANDS = 8;
const GROUP_TIMES = 32;

const random = randomWords(0x2026_1116);
/** For each cell, time by time: its symbol, and the ±1 chip that spreads the symbol's sign. */
export const CELL_SYMBOLS = layOutCells();
export const CELL_CHIPS = Float32Array.from(CELL_SYMBOLS, () => randomSign(random));
export const BLOCK_LAYOUT = layOutSymbols(random);

/** The 256 signs of a block that carries `id`. */
export function blockSigns(id: string): Float32Array {
  return signsOf(BLOCK_LAYOUT, id);
}

function layOutCells(): Uint16Array {
  const symbols = new Uint16Array(BLOCK_TIMES * BLOCK_BANDS);
  for (let time = 0; time < BLOCK_TIMES; time += GROUP_TIMES) {
    for (let band = 0; band < BLOCK_BANDS; band += GROUP_BANDS) {
      const order = randomOrder(random, SYMBOLS);
      for (const [i, symbol] of order.entries()) {
        symbols[(time + Math.floor(i / GROUP_BANDS)) * BLOCK_BANDS + band + (i % GROUP_BANDS)] = symbol;
      }
    }
  }
  return symbols;
}
