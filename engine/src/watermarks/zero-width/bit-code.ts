// The code of pictures in symbols of a few bits: 200 protected bits, interleaved so that the loss
// of either end of a run is spread over the whole code. Texts of earlier versions carry it.
import { PROTECTED_BITS, protectId, recoverId } from '../error-correction/protected-id.ts';
import { mostWrong, type SymbolCode } from './symbol-code.ts';

// Prime to 200.
const stride = 73;
/** Share of the code bits. With fewer, an id is not recovered reliably. */
const leastShare = 0.6;
// 25 of 200 bits, 5 of the 123 of a shortest run. The bound does not use the check, which only one
// in 2^16 passes.
const rarity = 30;
const allowed = Array.from({ length: PROTECTED_BITS + 1 }, (_, bits) => mostWrong(bits, 1, rarity));

export function bitCode(width: number): SymbolCode {
  const length = Math.ceil(PROTECTED_BITS / width);
  return {
    length,
    shortest: Math.ceil(length * leastShare),
    write: (id) => write(id, length, width),
    read: (values) => read(values, length, width),
  };
}

function write(id: string, length: number, width: number): number[] {
  const code = protectId(id);
  return Array.from({ length }, (_, place) => {
    let value = 0;
    for (let bit = place * width; bit < (place + 1) * width; bit += 1) value = (value << 1) | bitAt(code, bit);
    return value;
  });
}

function read(values: readonly number[], length: number, width: number): string | null {
  const missing = length - values.length;
  for (const first of missing > 0 ? [0, missing] : [0]) {
    const soft = softBits(values, first, width);
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
  return wrong <= allowed[known]!;
}

function bitAt(code: Uint8Array, place: number): number {
  return place < PROTECTED_BITS ? code[(place * stride) % PROTECTED_BITS]! : 0;
}
