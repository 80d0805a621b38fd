// A fingerprint under the key of an environment. Without the key, stored codes and shingles say
// nothing about words: equal texts in two environments share none of them.
//
// The keyed function is AES-256 on single blocks. Equal inputs must give equal outputs, so there is
// neither a chain nor a counter.
import { createCipheriv, createHmac } from 'node:crypto';
import type { TextFingerprint } from './text-fingerprint.ts';
import { spread } from './words.ts';

export interface KeyedText {
  /** For each pair of words, one byte. */
  readonly codes: Uint8Array;
  /** For each pair, how much it counts: less if its first word is a single character. */
  readonly weights: Float32Array;
  /** 31 bits of each shingle, by the place of its first word. */
  readonly shingles: Uint32Array;
  /** 16 more bits of each shingle. */
  readonly rests: Int16Array;
  /** 64 bits for the whole text, as a signed number. */
  readonly whole: bigint;
}

const BLOCK = 16;
const domains = { pair: 1, shingle: 2 };
const SINGLE_WEIGHT = 0.5;

/** key: 32 bytes. */
export function keyText({ pairs, whole }: TextFingerprint, key: Uint8Array): KeyedText {
  const count = Math.max(0, pairs.length - 2);
  const blocks = new Uint32Array(((pairs.length + count) * BLOCK) / 4);
  for (const [place, pair] of pairs.entries()) blocks.set([domains.pair, pair], place * 4);
  for (let place = 0; place < count; place += 1) {
    blocks.set([domains.shingle, ...shingleAt(pairs, place)], (pairs.length + place) * 4);
  }
  const secret = encrypt(Buffer.from(blocks.buffer), key);
  const first = pairs.length * BLOCK;
  return {
    codes: Uint8Array.from(pairs, (_, place) => secret[place * BLOCK]!),
    weights: Float32Array.from(pairs, (pair) => (isSingle(pair) ? SINGLE_WEIGHT : 1)),
    shingles: Uint32Array.from({ length: count }, (_, place) => secret.readUInt32LE(first + place * BLOCK) >>> 1),
    rests: Int16Array.from({ length: count }, (_, place) => secret.readInt16LE(first + place * BLOCK + 4)),
    whole: createHmac('sha256', key).update(whole).digest().readBigInt64LE(),
  };
}

/** Pairs that cover four words, or eight single characters. */
function shingleAt(pairs: Uint32Array, place: number): [number, number, number] {
  const [first, second] = [pairs[place]!, pairs[place + 2]!];
  if (!isSingle(first)) return [first, second, 0];
  return [first, second, spread((pairs[place + 4] ?? 0) ^ Math.imul(pairs[place + 6] ?? 0, 0x9e3779b1))];
}

function isSingle(pair: number): boolean {
  return (pair & 1) === 1;
}

function encrypt(blocks: Uint8Array, key: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}
