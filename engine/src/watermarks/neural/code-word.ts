// A 64-bit id as the 160 bits that the networks carry, and back from the decoder's logits, the same
// as training/payload.py. Tail-biting code of rate 2/5 over the id itself, then a fixed mask, so
// that logits of the same sign are not a code word. Pictures and sounds have different masks.
//
// False accepts, by design. There are no check bits: a word is accepted if all 160 logits agree
// with it well enough. For content without a mark, assume that the signs of the logits are tosses
// of a fair coin, for any magnitudes. A given word then reaches the agreement A = Σ sᵢlᵢ with
// probability at most min over λ of exp(−λA)·Π cosh(λlᵢ) (Chernoff), and any of the 2^64 words with
// at most 2^64 times that. It must be below 1e-9 for the file: below 1e-9 / n if a reader tries n
// words of logits. No threshold is fitted to data. bench/robustness/unmarked-neural measures
// whether coins are a fair model.
import { createHash } from 'node:crypto';
import { codeLength, decodeList, encode } from '../error-correction/convolutional-code.ts';
import { ID_BITS, isWatermarkId } from '../error-correction/protected-id.ts';

export const CODE_BITS = codeLength(ID_BITS);
/** log₁₀ of the chance of a false accept, for a whole file. */
export const FILE_EXPONENT = -9;

export interface Wording {
  /** The mask for the words of one medium. */
  readonly mask: Uint8Array;
  /** The maximum number of words of logits of one file in which to search for an id. */
  readonly mostWords: number;
  /**
   * Places, among the words of a view, that are decoded even if others are more certain: those
   * where nothing was cut away.
   */
  readonly wholes: readonly number[];
}

export const pictureWording: Wording = {
  mask: maskBits('content-provenance neural image 2'),
  mostWords: 256,
  wholes: [0],
};
export const soundWording: Wording = {
  mask: maskBits('content-provenance neural audio 1'),
  mostWords: 512,
  wholes: [],
};
// How many words of one view are decoded. The right one is among the most certain.
const SUREST = 2;
// Mean size of a logit below which nothing is decoded. Without a mark, it was mostly below 0.5 and
// never above 1.5. Readable marks were mostly above 2.
const LEAST_LOGIT = 1;
// The decoder notices a mark that is upside down, although it cannot read it: above 0.7 in every
// photograph tried.
const FAINT_LOGIT = 0.4;
const CANDIDATES = 16;
// A single loud logit must not outweigh many others.
const LARGEST_LOGIT = 4;

export interface Reading {
  /** 16 lowercase hex digits: the likeliest id, even if there is none. */
  readonly id: string;
  /** log₁₀ of the bound on the chance that content without a mark agrees this well with any id. */
  readonly exponent: number;
}

const nothing: Reading = { id: '0'.repeat(16), exponent: ID_BITS * Math.log10(2) };

export function isSure({ exponent }: Reading, { mostWords } = pictureWording): boolean {
  return exponent < FILE_EXPONENT - Math.log10(mostWords);
}

/** 0 or 1 for each bit, masked. */
export function codeWord(id: string, { mask } = pictureWording): Uint8Array {
  if (!isWatermarkId(id)) throw new TypeError('A watermark id is 16 lowercase hex digits.');
  const value = BigInt(`0x${id}`);
  const message = Uint8Array.from({ length: ID_BITS }, (_, i) => Number((value >> BigInt(ID_BITS - 1 - i)) & 1n));
  return encode(message).map((bit, i) => bit ^ mask[i]!);
}

/** The best reading of a view, which has one set of logits for each possible shift. */
export function readShifts(logits: Float32Array, wording = pictureWording): Reading {
  const words = wordsOf(logits).map((word, place) => ({ word, place, size: sizeOf(word) }));
  const surest = words.toSorted((a, b) => b.size - a.size).slice(0, SUREST);
  const wholes = words.filter(({ place }) => wording.wholes.includes(place));
  const readings = [...new Set([...surest, ...wholes])]
    .filter(({ size }) => size >= LEAST_LOGIT)
    .map(({ word }) => readLogits(word, wording));
  return readings.reduce((best, reading) => (reading.exponent < best.exponent ? reading : best), nothing);
}

/**
 * Whether no shift of a view says anything. Then the same view upside down would not either.
 * pictures: added up in the logits.
 */
export function isFaint(logits: Float32Array, pictures = 1): boolean {
  return wordsOf(logits).every((word) => sizeOf(word) < FAINT_LOGIT * pictures);
}

function wordsOf(logits: Float32Array): Float32Array[] {
  return Array.from({ length: logits.length / CODE_BITS }, (_, i) =>
    logits.subarray(i * CODE_BITS, (i + 1) * CODE_BITS),
  );
}

/** The mean size of a word's logits. */
function sizeOf(word: Float32Array): number {
  return word.reduce((sum, value) => sum + Math.min(Math.abs(value), LARGEST_LOGIT), 0) / word.length;
}

/** logits: positive for 1. */
export function readLogits(logits: Float32Array, { mask } = pictureWording): Reading {
  const limited = logits.map((value) => Math.min(Math.max(value, -LARGEST_LOGIT), LARGEST_LOGIT));
  // The code's decoder uses positive for 0, without the mask.
  const soft = limited.map((value, i) => (mask[i] ? value : -value));
  let best: { id: string; agreement: number } = { id: '0'.repeat(16), agreement: 0 };
  for (const message of decodeList(soft, ID_BITS, CANDIDATES)) {
    const word = encode(message);
    const agreement = soft.reduce((sum, value, i) => sum + (word[i] ? -value : value), 0);
    if (agreement > best.agreement) best = { id: hexOf(message), agreement };
  }
  return { id: best.id, exponent: ID_BITS * Math.log10(2) + chernoff(best.agreement, limited) / Math.LN10 };
}

// The minimum of Σ ln cosh(λl) − λA, which is convex in λ: bisection finds where its slope Σ
// l·tanh(λl) − A crosses zero.
function chernoff(agreement: number, logits: Float32Array): number {
  let [low, high] = [0, 64];
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2;
    const slope = logits.reduce((sum, value) => sum + value * Math.tanh(middle * value), -agreement);
    if (slope < 0) low = middle;
    else high = middle;
  }
  return logits.reduce((sum, value) => sum + logCosh(low * value), -low * agreement);
}

// cosh itself overflows.
function logCosh(value: number): number {
  const size = Math.abs(value);
  return size + Math.log1p(Math.exp(-2 * size)) - Math.LN2;
}

function hexOf(message: Uint8Array): string {
  const value = message.reduce((id, bit) => (id << 1n) | BigInt(bit), 0n);
  return value.toString(16).padStart(16, '0');
}

function maskBits(seed: string): Uint8Array {
  const digest = createHash('sha256').update(seed).digest();
  return Uint8Array.from({ length: CODE_BITS }, (_, i) => (digest[i >> 3]! >> (7 - (i & 7))) & 1);
}
