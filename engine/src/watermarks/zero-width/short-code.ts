// The code of 22 symbols with seven bits each: the id and six bits that are zero are a message of
// ten symbols in a Reed-Solomon code. A fixed mask is added, so that runs of one symbol and other
// regular runs, which programs write for their own purposes, are not words of the code. Mask and
// order are part of the format and must never change.
import { isWatermarkId } from '../error-correction/protected-id.ts';
import { decodeSymbols, encodeSymbols, FIELD_SIZE, SYMBOL_BITS } from '../error-correction/reed-solomon.ts';
import { mostWrong, type SymbolCode } from './symbol-code.ts';

const length = 22;
const messageLength = 10;
const spareBits = 6n;
const symbolBits = BigInt(SYMBOL_BITS);
// Random, from the digits of pi after the point: 22 times two digits (OEIS A000796).
const mask = [14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79, 50, 28, 84, 19, 71, 69, 39];
// 2^-31 for each of the two places that a run which was cut off can have: below 1e-9 for a run.
const rarity = 31;
const allowed = Array.from({ length: length + 1 }, (_, known) => mostWrong(known, FIELD_SIZE - 1, rarity));
// 14 of 22 without an error, 16 with one, all with six.
const shortest = allowed.findIndex((wrong) => wrong >= 0);

export const shortCode: SymbolCode = { length, shortest, write, read };

function write(id: string): number[] {
  if (!isWatermarkId(id)) throw new TypeError('A watermark id is 16 lowercase hex digits.');
  return encodeSymbols(messageOf(id), length).map((value, place) => value ^ mask[place]!);
}

function read(values: readonly number[]): string | null {
  const missing = length - values.length;
  for (const first of missing > 0 ? [0, missing] : [0]) {
    const id = readAt(values, first);
    if (id !== null) return id;
  }
  return null;
}

function readAt(values: readonly number[], first: number): string | null {
  const received = values.map((value, index) => value ^ mask[first + index]!);
  const message = decodeSymbols(received, first, messageLength);
  if (message === null) return null;
  const sent = encodeSymbols(message, length).slice(first);
  const wrong = received.filter((value, index) => value !== sent[index]).length;
  return wrong <= allowed[values.length]! ? idOf(message) : null;
}

function messageOf(id: string): number[] {
  const bits = BigInt(`0x${id}`) << spareBits;
  return Array.from({ length: messageLength }, (_, place) =>
    Number((bits >> (symbolBits * BigInt(messageLength - 1 - place))) & (2n ** symbolBits - 1n)),
  );
}

function idOf(message: readonly number[]): string | null {
  const bits = message.reduce((all, value) => (all << symbolBits) | BigInt(value), 0n);
  if (bits % 2n ** spareBits !== 0n) return null;
  return (bits >> spareBits).toString(16).padStart(16, '0');
}
