// A 64-bit id as a run of invisible characters, and back: 200 protected bits, interleaved so that
// the loss of either end of a run is spread over the whole code, a few bits per character. An
// invisible separator precedes the run: a selector needs a character before it, or some programs
// draw a dotted circle in its place (HarfBuzz).
import { PROTECTED_BITS, protectId, recoverId } from '../error-correction/protected-id.ts';
import { type Alphabet, alphabets, bitsPerSymbol } from './alphabets.ts';

/** U+2063: without width, a letter to the line breaker (UAX 14), neutral in direction. */
export const separator = '\u2063';

// Prime to 200.
const stride = 73;
/** Share of the code bits. With fewer, an id is not recovered reliably. */
const leastShare = 0.6;
// False accepts, by design. Among n random bits, at most w contradict a given id with probability
// V(n, w) / 2^n, where V counts the words within w of one. There are 2^64 ids. w is the largest
// number for which all of them together stay below 2^-30 per run, even if the decoder listed all of
// them and without the check, which only one in 2^16 passes: 25 of 200 bits, 5 of the 123 of a
// shortest run.
const idBits = 64;
const rarity = 30;
const mostWrong = Array.from({ length: PROTECTED_BITS + 1 }, (_, bits) => countAllowed(bits));

function countAllowed(bits: number): number {
  let ways = 1;
  let within = 1;
  for (let wrong = 0; ; wrong += 1) {
    if (idBits + Math.log2(within) - bits > -rarity) return wrong - 1;
    ways *= (bits - wrong) / (wrong + 1);
    within += ways;
  }
}

export function runLength(alphabet: Alphabet): number {
  return Math.ceil(PROTECTED_BITS / bitsPerSymbol(alphabet));
}

export function shortestRun(alphabet: Alphabet): number {
  return Math.ceil(runLength(alphabet) * leastShare);
}

export function writePayload(id: string, alphabet: Alphabet = alphabets[0]): string {
  const code = protectId(id);
  const width = bitsPerSymbol(alphabet);
  const symbols = Array.from({ length: runLength(alphabet) }, (_, place) => {
    let value = 0;
    for (let bit = place * width; bit < (place + 1) * width; bit += 1) value = (value << 1) | bitAt(code, bit);
    return alphabet.symbols[value]!;
  });
  return separator + symbols.join('');
}

/** values: those of the symbols of one run, whole or cut off at either end. */
export function readRun(values: readonly number[], alphabet: Alphabet): string | null {
  const missing = runLength(alphabet) - values.length;
  for (const first of missing > 0 ? [0, missing] : [0]) {
    const soft = softBits(values, first, bitsPerSymbol(alphabet));
    const id = recoverId(soft);
    if (id !== null && agrees(id, soft)) return id;
  }
  return null;
}

function softBits(values: readonly number[], first: number, width: number): Float32Array {
  const soft = new Float32Array(PROTECTED_BITS);
  for (const [index, value] of values.entries()) {
    for (let bit = 0; bit < width; bit += 1) {
      const place = (first + index) * width + bit;
      if (place < PROTECTED_BITS) soft[(place * stride) % PROTECTED_BITS] = (value >> (width - 1 - bit)) & 1 ? -1 : 1;
    }
  }
  return soft;
}

function agrees(id: string, soft: Float32Array): boolean {
  const code = protectId(id);
  let known = 0;
  let wrong = 0;
  for (const [place, value] of soft.entries()) {
    if (value !== 0) known += 1;
    if (value === (code[place] ? 1 : -1)) wrong += 1;
  }
  return wrong <= mostWrong[known]!;
}

function bitAt(code: Uint8Array, place: number): number {
  return place < PROTECTED_BITS ? code[(place * stride) % PROTECTED_BITS]! : 0;
}
