// A 16-bit cyclic redundancy check over a 64-bit id (polynomial 0x1021, start 0xffff as in
// CRC-16/IBM-3740), so that the all-zero word that a blank picture decodes to is not a valid
// message.

export const CHECK_BITS = 16;

/** bits: 0 or 1, most significant first. */
export function computeCheck(bits: Uint8Array): number {
  let register = 0xffff;
  for (const bit of bits) {
    const carry = ((register >> 15) & 1) ^ bit;
    register = (register << 1) & 0xffff;
    if (carry) register ^= 0x1021;
  }
  return register;
}
