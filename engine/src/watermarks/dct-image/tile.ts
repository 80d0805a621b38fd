// The pattern that repeats every 128 pixels: 16×16 blocks of 8×8 pixels, one bit a block, spread by keyed ±1 chips
// over the block's four marked coefficients. 56 bits are pilots that everybody knows and that give position, scale
// and rotation back; 200 carry the protected id. The pattern is public: it hides nothing, the signature proves.
import { PROTECTED_BITS, protectId } from '../error-correction/protected-id.ts';

export const TILE_BLOCKS = 16;
export const TILE_PIXELS = TILE_BLOCKS * 8;
export const TILE_BITS = TILE_BLOCKS * TILE_BLOCKS;
/** (vertical, horizontal) frequency of the marked coefficients: zigzag 6 to 9 of a JPEG block. */
export const MARKED_FREQUENCIES = [
  [0, 3],
  [1, 2],
  [2, 1],
  [3, 0],
] as const;

const random = randomWords(0x2026_1115);
/** Four ±1 chips for each block of the tile. */
export const CHIPS = Float32Array.from({ length: TILE_BITS * 4 }, () => (random() & 1 ? 1 : -1));
const places = shuffle(Array.from({ length: TILE_BITS }, (_, i) => i));
/** Where in the tile, row by row, the code bits and the pilots stand. */
export const CODE_PLACES = Uint16Array.from(places.slice(0, PROTECTED_BITS));
export const PILOT_PLACES = Uint16Array.from(places.slice(PROTECTED_BITS));
export const PILOT_SIGNS = Float32Array.from(PILOT_PLACES, () => (random() & 1 ? 1 : -1));

/** The 256 signs of a tile that carries `id`: +1 for code bit 0. */
export function tileSigns(id: string): Float32Array {
  const signs = new Float32Array(TILE_BITS);
  const code = protectId(id);
  for (let i = 0; i < CODE_PLACES.length; i++) signs[CODE_PLACES[i]!] = code[i] ? -1 : 1;
  for (let i = 0; i < PILOT_PLACES.length; i++) signs[PILOT_PLACES[i]!] = PILOT_SIGNS[i]!;
  return signs;
}

// Chips and places are part of the format: this generator (mulberry32) and its order of use must never change.
function randomWords(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

function shuffle(values: number[]): number[] {
  for (let i = values.length - 1; i > 0; i--) {
    const j = random() % (i + 1);
    [values[i], values[j]] = [values[j]!, values[i]!];
  }
  return values;
}
