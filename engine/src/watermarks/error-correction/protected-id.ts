// A 64-bit id (16 lowercase hex digits) as 200 code bits and back: 64 bits, 16 check bits,
// tail-biting code of rate 2/5. Decoding lists the likeliest messages and takes the first with a
// valid check.

import { codeLength, decodeList, encode } from './convolutional-code.ts';
import { CHECK_BITS, computeCheck } from './cyclic-check.ts';

export const ID_BITS = 64;
const MESSAGE_BITS = ID_BITS + CHECK_BITS;
export const PROTECTED_BITS = codeLength(MESSAGE_BITS);
// Each message on the list passes the check by chance with 2^-16, so the list costs five of the
// sixteen bits.
const LIST_SIZE = 32;

export function isWatermarkId(id: string): boolean {
  return /^[0-9a-f]{16}$/.test(id);
}

export function protectId(id: string): Uint8Array {
  if (!isWatermarkId(id)) throw new TypeError('A watermark id is 16 lowercase hex digits.');
  const value = BigInt(`0x${id}`);
  const message = new Uint8Array(MESSAGE_BITS);
  for (let i = 0; i < ID_BITS; i++) message[i] = Number((value >> BigInt(ID_BITS - 1 - i)) & 1n);
  const check = computeCheck(message.subarray(0, ID_BITS));
  for (let i = 0; i < CHECK_BITS; i++) message[ID_BITS + i] = (check >> (CHECK_BITS - 1 - i)) & 1;
  return encode(message);
}

/**
 * soft: one value for each code bit, positive for 0, larger for more certain, on any common scale.
 */
export function recoverId(soft: Float32Array): string | null {
  for (const message of decodeList(soft, MESSAGE_BITS, LIST_SIZE)) {
    const check = computeCheck(message.subarray(0, ID_BITS));
    const sent = message.subarray(ID_BITS).reduce((value, bit) => (value << 1) | bit, 0);
    if (sent !== check) continue;
    const value = message.subarray(0, ID_BITS).reduce((id, bit) => (id << 1n) | BigInt(bit), 0n);
    return value.toString(16).padStart(16, '0');
  }
  return null;
}
