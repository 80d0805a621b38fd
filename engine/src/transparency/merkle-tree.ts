// The Merkle tree of RFC 6962 §2.1 with SHA-256, read from tiles. A proof reads a number of tiles
// that is logarithmic in the size of the tree. Sizes go up to 2^53 - 1, so this folder never uses
// 32-bit operators on them.
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hashSize, isSize } from './bytes.ts';

export const TILE_WIDTH = 256;

export interface TileReader {
  /** Exactly width × 32 bytes: the first `width` hashes of the tile. */
  readTile(level: number, index: number, width: number): Promise<Uint8Array>;
}

export const emptyRoot: Uint8Array = sha256(new Uint8Array(0));

export function hashLeaf(entry: Uint8Array): Uint8Array {
  const input = new Uint8Array(1 + entry.length);
  input.set(entry, 1);
  return sha256(input);
}

export function hashChildren(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes([Uint8Array.of(1), left, right]));
}

/** The root of a complete subtree from its concatenated hashes, whose count is a power of two. */
export function hashComplete(hashes: Uint8Array): Uint8Array {
  let row = hashes;
  const node = new Uint8Array(1 + 2 * hashSize);
  node[0] = 1;
  while (row.length > hashSize) {
    const parents = new Uint8Array(row.length / 2);
    for (let at = 0; at < parents.length; at += hashSize) {
      node.set(row.subarray(2 * at, 2 * at + 2 * hashSize), 1);
      parents.set(sha256(node), at);
    }
    row = parents;
  }
  return row.slice();
}

/** How many hashes a level of tiles has in a tree of this size. */
export function hashesAtLevel(size: number, level: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

export async function rootOf(size: number, tiles: TileReader): Promise<Uint8Array> {
  checkSize(size);
  return size === 0 ? emptyRoot : new StoredTree(size, tiles).hashRange([0, size]);
}

/** RFC 6962 §2.1.1, from the sibling of the leaf up to the child of the root. */
export async function proveInclusion(index: number, size: number, tiles: TileReader): Promise<Uint8Array[]> {
  checkSize(size);
  if (!isSize(index) || index >= size) throw new RangeError(`A tree of size ${size} has no index ${index}.`);
  const ranges: Range[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([start, middle]);
      start = middle;
    }
  }
  return new StoredTree(size, tiles).hashRanges(ranges.reverse());
}

/** RFC 6962 §2.1.2. Empty if the sizes are equal or the earlier tree is empty. */
export async function proveConsistency(from: number, to: number, tiles: TileReader): Promise<Uint8Array[]> {
  checkSize(to);
  if (!isSize(from) || from > to) throw new RangeError(`A tree of size ${to} has no earlier size ${from}.`);
  if (from === 0 || from === to) return [];
  const ranges: Range[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      ranges.push([middle, end]);
      end = middle;
    } else {
      ranges.push([start, middle]);
      start = middle;
    }
  }
  // A verifier has the root of the earlier tree, and needs this hash only if it is not that root.
  if (start > 0) ranges.push([start, end]);
  return new StoredTree(to, tiles).hashRanges(ranges.reverse());
}

function checkSize(size: number): void {
  if (!isSize(size)) throw new RangeError(`A tree has no size ${size}.`);
}

/** The largest power of two below the number (RFC 6962 §2.1). */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

/** First leaf, and the leaf after the last. A node of the tree covers exactly this range. */
type Range = readonly [start: number, end: number];

class StoredTree {
  readonly #size: number;
  readonly #tiles: TileReader;
  readonly #read = new Map<string, Promise<Uint8Array>>();

  constructor(size: number, tiles: TileReader) {
    this.#size = size;
    this.#tiles = tiles;
  }

  hashRanges(ranges: readonly Range[]): Promise<Uint8Array[]> {
    return Promise.all(ranges.map((range) => this.hashRange(range)));
  }

  async hashRange([start, end]: Range): Promise<Uint8Array> {
    const complete: Promise<Uint8Array>[] = [];
    let at = start;
    while (at < end) {
      const count = largestPowerIn(end - at);
      complete.push(this.#hashSubtree(at, count));
      at += count;
    }
    return (await Promise.all(complete)).reduceRight((right, left) => hashChildren(left, right));
  }

  /** `count` is a power of two, and `start` a multiple of it. */
  async #hashSubtree(start: number, count: number): Promise<Uint8Array> {
    let [level, width] = [0, count];
    while (width >= TILE_WIDTH) [level, width] = [level + 1, width / TILE_WIDTH];
    const first = start / TILE_WIDTH ** level;
    const tile = await this.#readTile(level, Math.floor(first / TILE_WIDTH));
    const offset = (first % TILE_WIDTH) * hashSize;
    return hashComplete(tile.subarray(offset, offset + width * hashSize));
  }

  #readTile(level: number, index: number): Promise<Uint8Array> {
    const key = `${level}/${index}`;
    let tile = this.#read.get(key);
    if (!tile) {
      const width = Math.min(TILE_WIDTH, hashesAtLevel(this.#size, level) - index * TILE_WIDTH);
      tile = readWholeTile(this.#tiles, level, index, width);
      this.#read.set(key, tile);
    }
    return tile;
  }
}

/** Throws if the reader returns another number of bytes. */
export async function readWholeTile(
  tiles: TileReader,
  level: number,
  index: number,
  width: number,
): Promise<Uint8Array> {
  const tile = await tiles.readTile(level, index, width);
  if (tile.length !== width * hashSize) {
    throw new RangeError(`Tile ${level}/${index} has ${tile.length} bytes instead of ${width * hashSize}.`);
  }
  return tile;
}

function largestPowerIn(count: number): number {
  let power = 1;
  while (power * 2 <= count) power *= 2;
  return power;
}
