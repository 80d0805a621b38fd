// A 64-bit hash split into three chunks of 22, 21 and 21 bits, every third bit each, so that
// neighboring frequencies, which are related in real pictures, fall into different chunks. Two
// hashes within distance 8 are within 2 in some chunk.

export const CHUNK_BITS = [22, 21, 21] as const;
export const CHUNK_RADIUS = 2;

// GATHERED[chunk][byte of the hash × 256 + its value]: the bits that this byte adds to the chunk.
const GATHERED = CHUNK_BITS.map((_, chunk) =>
  Uint32Array.from({ length: 8 * 256 }, (_, i) => {
    let bits = 0;
    for (let bit = 0; bit < 8; bit++) {
      const place = (i >> 8) * 8 + bit;
      if ((i >> bit) & 1 && place % 3 === chunk) bits |= 1 << Math.floor(place / 3);
    }
    return bits;
  }),
);

/** high, low: the halves of the hash as 32-bit words. */
export function chunkOf(chunk: number, high: number, low: number): number {
  const table = GATHERED[chunk]!;
  return (
    table[low & 255]! |
    table[256 + ((low >>> 8) & 255)]! |
    table[512 + ((low >>> 16) & 255)]! |
    table[768 + (low >>> 24)]! |
    table[1024 + (high & 255)]! |
    table[1280 + ((high >>> 8) & 255)]! |
    table[1536 + ((high >>> 16) & 255)]! |
    table[1792 + (high >>> 24)]!
  );
}

/** All masks with at most CHUNK_RADIUS of the chunk's bits set. */
export const NEAR_MASKS = CHUNK_BITS.map((bits) => {
  const masks = [0];
  for (let a = 0; a < bits; a++) {
    masks.push(1 << a);
    for (let b = 0; b < a; b++) masks.push((1 << a) | (1 << b));
  }
  return Uint32Array.from(masks);
});

export function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In how many bits two hashes of 16 hex digits differ. */
export function hashDistance(left: string, right: string): number {
  const half = (hash: string, start: number) => Number.parseInt(hash.slice(start, start + 8), 16);
  return countBits(half(left, 0) ^ half(right, 0)) + countBits(half(left, 8) ^ half(right, 8));
}
