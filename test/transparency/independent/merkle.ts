// The tree of RFC 6962 over entries in memory, by its recursive definitions, and the verification
// of RFC 9162, sections 2.1.3.2 and 2.1.4.2. Sizes are bigint, so nothing is cut to 32 bits.
import { createHash } from 'node:crypto';

const sha256 = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();

export const leafHash = (entry: Uint8Array): Buffer => sha256(Buffer.of(0), entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right);

/** RFC 6962, section 2.1: the largest power of two smaller than the number of leaves. */
function split(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

export function rootOfLeaves(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return Buffer.from(leaves[0]!);
  const half = split(leaves.length);
  return nodeHash(rootOfLeaves(leaves.slice(0, half)), rootOfLeaves(leaves.slice(half)));
}

/** RFC 6962, section 2.1.1. */
export function inclusionPath(index: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length === 1) return [];
  const half = split(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...inclusionPath(index, left), rootOfLeaves(right)]
    : [...inclusionPath(index - half, right), rootOfLeaves(left)];
}

/** RFC 6962, section 2.1.2. */
export function consistencyPath(from: number, leaves: readonly Uint8Array[]): Buffer[] {
  return from === 0 ? [] : subProof(from, leaves, true);
}

function subProof(from: number, leaves: readonly Uint8Array[], isKnown: boolean): Buffer[] {
  if (from === leaves.length) return isKnown ? [] : [rootOfLeaves(leaves)];
  const half = split(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return from <= half
    ? [...subProof(from, left, isKnown), rootOfLeaves(right)]
    : [...subProof(from - half, right, false), rootOfLeaves(left)];
}

export interface Inclusion {
  readonly index: bigint;
  readonly size: bigint;
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** RFC 9162, section 2.1.3.2. */
export function includes({ root, ...claim }: Inclusion): boolean {
  const implied = impliedRoot(claim);
  return implied !== null && Buffer.compare(implied, root) === 0;
}

/** The root that a path leads to, or null if the path does not fit index and size. */
export function impliedRoot({ index, size, leaf, path }: Omit<Inclusion, 'root'>): Uint8Array | null {
  if (index < 0n || index >= size) return null;
  let [fn, sn, r] = [index, size - 1n, leaf];
  for (const p of path) {
    if (sn === 0n) return null;
    if (fn % 2n === 1n || fn === sn) {
      r = nodeHash(p, r);
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else r = nodeHash(r, p);
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return sn === 0n ? r : null;
}

export interface Consistency {
  readonly from: bigint;
  readonly to: bigint;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** RFC 9162, section 2.1.4.2, and what tlog-witness says about size 0 and equal sizes. */
export function isConsistent({ from, to, fromRoot, toRoot, path }: Consistency): boolean {
  if (from < 0n || from > to) return false;
  if (from === 0n) return path.length === 0 && Buffer.compare(fromRoot, sha256()) === 0;
  if (from === to) return path.length === 0 && Buffer.compare(fromRoot, toRoot) === 0;
  const roots = impliedRoots({ from, to, fromRoot, path });
  return roots !== null && Buffer.compare(roots[0], fromRoot) === 0 && Buffer.compare(roots[1], toRoot) === 0;
}

/** The two roots that a path leads to, for 0 < from < to. Null if its length does not fit. */
export function impliedRoots({
  from,
  to,
  fromRoot,
  path,
}: Omit<Consistency, 'toRoot'>): [Uint8Array, Uint8Array] | null {
  if (path.length === 0) return null;
  const isPower = (from & (from - 1n)) === 0n;
  const [first, ...others] = isPower ? [fromRoot, ...path] : path;
  let [fn, sn] = [from - 1n, to - 1n];
  while (fn % 2n === 1n) [fn, sn] = [fn / 2n, sn / 2n];
  let [fr, sr] = [first!, first!];
  for (const c of others) {
    if (sn === 0n) return null;
    if (fn % 2n === 1n || fn === sn) {
      [fr, sr] = [nodeHash(c, fr), nodeHash(c, sr)];
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else sr = nodeHash(sr, c);
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return sn === 0n ? [fr, sr] : null;
}
