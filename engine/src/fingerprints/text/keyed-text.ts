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
  const first = pairs.length;
  const count = Math.max(0, first - 2);
  const secret = encrypt(blocksOf(pairs, count), key);
  // Plain loops: a search waits for this.
  const codes = new Uint8Array(first);
  const weights = new Float32Array(first);
  for (let place = 0; place < first; place += 1) {
    codes[place] = secret[place * BLOCK]!;
    weights[place] = isSingle(pairs[place]!) ? SINGLE_WEIGHT : 1;
  }
  const shingles = new Uint32Array(count);
  const rests = new Int16Array(count);
  for (let place = 0; place < count; place += 1) {
    shingles[place] = secret.readUInt32LE((first + place) * BLOCK) >>> 1;
    rests[place] = secret.readInt16LE((first + place) * BLOCK + 4);
  }
  return { codes, weights, shingles, rests, whole: createHmac('sha256', key).update(whole).digest().readBigInt64LE() };
}

/** A block for each pair, then one for each shingle. */
function blocksOf(pairs: Uint32Array, count: number): Uint8Array {
  const blocks = new Uint32Array(((pairs.length + count) * BLOCK) / 4);
  let at = 0;
  for (let place = 0; place < pairs.length; place += 1, at += 4) {
    blocks[at] = domains.pair;
    blocks[at + 1] = pairs[place]!;
  }
  for (let place = 0; place < count; place += 1, at += 4) {
    blocks[at] = domains.shingle;
    blocks[at + 1] = pairs[place]!;
    blocks[at + 2] = pairs[place + 2]!;
    blocks[at + 3] = isSingle(pairs[place]!) ? furtherPairs(pairs, place) : 0;
  }
  return new Uint8Array(blocks.buffer);
}

/** A shingle is two pairs that cover four words, or four pairs that cover eight characters. */
function furtherPairs(pairs: Uint32Array, place: number): number {
  return spread((pairs[place + 4] ?? 0) ^ Math.imul(pairs[place + 6] ?? 0, 0x9e3779b1));
}

function isSingle(pair: number): boolean {
  return (pair & 1) === 1;
}

function encrypt(blocks: Uint8Array, key: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}
