// The pattern that repeats every 4.096 seconds: 96 times of 42.7 ms × 96 bands of 93.75 Hz from 375 Hz on. Each cell
// belongs to one of 256 symbols, 36 cells a symbol, spread so that each group of 8 bands × 32 times holds every symbol once.
// 56 symbols are pilots that everybody knows; 200 carry the protected id. The pattern is public: it hides nothing.
import { PROTECTED_BITS, protectId } from '../error-correction/protected-id.ts';

export const BLOCK_SYMBOLS = 256;
export const BLOCK_BANDS = 96;
export const BLOCK_TIMES = 96;
const GROUP_BANDS = 8;
const GROUP_TIMES = 32;

const random = randomWords(0x2026_1116);
/** For each cell, time by time: its symbol, and the ±1 chip by which the symbol's sign is spread. */
export const CELL_SYMBOLS = layOut();
export const CELL_CHIPS = Float32Array.from(CELL_SYMBOLS, () => (random() & 1 ? 1 : -1));
const places = shuffle(Array.from({ length: BLOCK_SYMBOLS }, (_, i) => i));
export const CODE_PLACES = Uint16Array.from(places.slice(0, PROTECTED_BITS));
const PILOT_PLACES = places.slice(PROTECTED_BITS);
/** ±1 for pilots, 0 for symbols that carry code. */
export const PILOTS = new Float32Array(BLOCK_SYMBOLS);
for (const place of PILOT_PLACES) PILOTS[place] = random() & 1 ? 1 : -1;

/** The 256 signs of a block that carries `id`: +1 for code bit 0. */
export function blockSigns(id: string): Float32Array {
  const signs = PILOTS.slice();
  const code = protectId(id);
  for (let i = 0; i < CODE_PLACES.length; i++) signs[CODE_PLACES[i]!] = code[i] ? -1 : 1;
  return signs;
}

function layOut(): Uint16Array {
  const symbols = new Uint16Array(BLOCK_TIMES * BLOCK_BANDS);
  for (let time = 0; time < BLOCK_TIMES; time += GROUP_TIMES) {
    for (let band = 0; band < BLOCK_BANDS; band += GROUP_BANDS) {
      const order = shuffle(Array.from({ length: BLOCK_SYMBOLS }, (_, i) => i));
      for (const [i, symbol] of order.entries()) {
        symbols[(time + Math.floor(i / GROUP_BANDS)) * BLOCK_BANDS + band + (i % GROUP_BANDS)] = symbol;
      }
    }
  }
  return symbols;
}

// Symbols, chips and places are part of the format: this generator (mulberry32) and its order of use must never change.
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
