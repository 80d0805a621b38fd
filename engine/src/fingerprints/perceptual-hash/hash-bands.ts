// A 64-bit hash as three bands. Two hashes within distance 8 differ in at most 2 bits of some band,
// so a search looks up every value that is this close to one of its bands: 718 values (Norouzi
// 2012, multi-index hashing).

/** The largest distance at which the bands find every match. */
export const MOST_DISTANCE = 8;

/** From the most significant bit on. */
const bands = [
  { bits: 22, shift: 42n },
  { bits: 21, shift: 21n },
  { bits: 21, shift: 0n },
] as const;

/** All numbers with at most two of the lowest `bits` bits set. */
const nearMasks = bands.map(({ bits }) => {
  const masks = [0];
  for (let high = 0; high < bits; high += 1) {
    masks.push(1 << high);
    for (let low = 0; low < high; low += 1) masks.push((1 << high) | (1 << low));
  }
  return masks;
});

/** hash: 16 hex digits. */
export function bandsOf(hash: string): number[] {
  const value = BigInt(`0x${hash}`);
  return bands.map(({ bits, shift }) => Number(BigInt.asUintN(bits, value >> shift)));
}

/** For each band, its values in all hashes that differ from this one in at most 2 of its bits. */
export function nearBandsOf(hash: string): number[][] {
  return bandsOf(hash).map((value, band) => nearMasks[band]!.map((mask) => value ^ mask));
}

/** In how many bits two hashes of 16 hex digits differ. */
export function hashDistance(left: string, right: string): number {
  let count = 0;
  for (let differing = BigInt(`0x${left}`) ^ BigInt(`0x${right}`); differing > 0n; differing &= differing - 1n)
    count += 1;
  return count;
}
