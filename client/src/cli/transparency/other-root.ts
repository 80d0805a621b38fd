// What a consistency proof that does not lead to a known root proves instead. Its hashes can still
// lead to the signed root of the larger tree. Then that tree begins with another tree than the
// known one, and only the log can have caused this.
import { hashChildren, verifyConsistency } from '@content-provenance/engine/transparency';

export interface OtherRootClaim {
  readonly from: number;
  readonly to: number;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/**
 * The root that the larger tree has at the size `from`, if the proof shows it. null: the proof
 * proves nothing. This is always so if `from` is a power of two, because such a proof starts at the
 * root that the reader knows.
 */
export function provenRoot({ from, to, toRoot, proof }: OtherRootClaim): Uint8Array | null {
  if (from < 1 || from >= to || proof.length === 0) return null;
  const fromRoot = rootAt(from, to, proof);
  return verifyConsistency({ from, to, fromRoot, toRoot, proof }) ? fromRoot : null;
}

/** RFC 9162 §2.1.4.2, only the part of the earlier tree. */
function rootAt(from: number, to: number, [first, ...rest]: readonly Uint8Array[]): Uint8Array {
  let [at, last] = [from - 1, to - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let hash = first!;
  for (const sibling of rest) {
    if (at % 2 === 1 || at === last) {
      hash = hashChildren(sibling, hash);
      while (at !== 0 && at % 2 === 0) [at, last] = [half(at), half(last)];
    }
    [at, last] = [half(at), half(last)];
  }
  return hash;
}

function half(value: number): number {
  return Math.floor(value / 2);
}
