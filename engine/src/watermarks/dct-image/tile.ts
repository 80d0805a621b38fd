// The pattern that repeats every 128 pixels: 16×16 blocks of 8×8 pixels, one bit per block, spread
// by keyed ±1 chips over the block's four marked coefficients. 56 bits are known pilots that give
// back position, scale and rotation, and 200 carry the protected id. The pattern is public and not
// a secret: only the signature proves something.
import { randomSign, randomWords } from '../error-correction/pattern-random.ts';
import { layOutSymbols, SYMBOLS, signsOf } from '../error-correction/piloted-id.ts';

export const TILE_BLOCKS = 16;
export const TILE_PIXELS = TILE_BLOCKS * 8;
export const TILE_BITS = SYMBOLS;
/** (vertical, horizontal) frequency of the marked coefficients: zigzag 6 to 9 of a JPEG block. */
export const MARKED_FREQUENCIES = [
  [0, 3],
  [1, 2],
  [2, 1],
  [3, 0],
] as const;

const random = randomWords(0x2026_1115);
/** Four ±1 chips for each block of the tile. */
export const CHIPS = Float32Array.from({ length: TILE_BITS * 4 }, () => randomSign(random));
/** Where the code bits and the pilots are in the tile, row by row. */
export const TILE_LAYOUT = layOutSymbols(random);

/** The 256 signs of a tile that carries `id`. */
export function tileSigns(id: string): Float32Array {
  return signsOf(TILE_LAYOUT, id);
}
