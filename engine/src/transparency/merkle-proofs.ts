// Checks proofs of a Merkle tree as RFC 9162 §2.1.3.2 and §2.1.4.2 say. Anything that is malformed
// is false, never an exception. Nothing here reads the tree.
import { equalBytes, isHash, isSize } from './bytes.ts';
import { emptyRoot, hashChildren } from './merkle-tree.ts';

/** A tree of 2^53 - 1 leaves has 53 levels. RFC 6962 allows trees of up to 63. */
export const longestProof = 63;

export interface InclusionClaim {
  readonly index: number;
  readonly size: number;
  /** The hash of the leaf. */
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

export interface ConsistencyClaim {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

export function verifyInclusion({ index, size, leaf, root, proof }: InclusionClaim): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false;
  if (!isHash(leaf) || !isHash(root) || !isProof(proof)) return false;
  let [at, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = hashChildren(sibling, hash);
      [at, last] = untilOdd(at, last);
    } else {
      hash = hashChildren(hash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(hash, root);
}

/**
 * Every tree is consistent with the empty one, and with itself. The proof is empty in both cases.
 */
export function verifyConsistency({ from, to, fromRoot, toRoot, proof }: ConsistencyClaim): boolean {
  if (!isSize(from) || !isSize(to) || from > to) return false;
  if (!isHash(fromRoot) || !isHash(toRoot) || !isProof(proof)) return false;
  if (from === 0 && !equalBytes(fromRoot, emptyRoot)) return false;
  if (from === to) return proof.length === 0 && equalBytes(fromRoot, toRoot);
  if (from === 0) return proof.length === 0;
  const [first, ...rest] = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  // A tree that grew from a power of two also needs at least one hash of the later tree.
  if (!first || proof.length === 0) return false;
  let [at, last] = [from - 1, to - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [fromHash, toHash] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      fromHash = hashChildren(sibling, fromHash);
      toHash = hashChildren(sibling, toHash);
      [at, last] = untilOdd(at, last);
    } else {
      toHash = hashChildren(toHash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equalBytes(fromHash, fromRoot) && equalBytes(toHash, toRoot);
}

function isProof(proof: unknown): proof is readonly Uint8Array[] {
  return Array.isArray(proof) && proof.length <= longestProof && [...proof].every(isHash);
}

/** Climbs the right edge, where a node without a sibling moves up unchanged. */
function untilOdd(at: number, last: number): [number, number] {
  let [index, edge] = [at, last];
  while (index !== 0 && !isOdd(index)) [index, edge] = [half(index), half(edge)];
  return [index, edge];
}

function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function isPowerOfTwo(value: number): boolean {
  let power = 1;
  while (power < value) power *= 2;
  return power === value;
}
