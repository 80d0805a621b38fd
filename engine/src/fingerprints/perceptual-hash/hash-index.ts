// Exact search of 64-bit hashes within Hamming distance 8: multi-index hashing over three chunks
// (Norouzi 2012) for indexed entries, and a plain scan of the short tail of new ones. Additions are
// found at once. When the tail is long, new tables are built next to the running ones, in slices.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BucketTable, buildTable } from './bucket-table.ts';
import { CHUNK_BITS, CHUNK_RADIUS, chunkOf, countBits, NEAR_MASKS } from './hash-chunks.ts';
import { type HashMatch, NearestMatches } from './nearest-matches.ts';

export const MOST_DISTANCE = 8;
const LONGEST_TAIL_SHARE = 0.03;
const SHORTEST_FULL_TAIL = 50_000;
const BATCH = 10_000;

async function* inBatches(hashes: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const hash of hashes) {
    batch.push(hash);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

// Whether the table of an earlier chunk leads to the same entry. h, l: where it differs from the
// hash of the search.
function foundEarlier(chunk: number, h: number, l: number): boolean {
  for (let earlier = 0; earlier < chunk; earlier++) {
    if (countBits(chunkOf(earlier, h, l)) <= CHUNK_RADIUS) return true;
  }
  return false;
}

export class HashIndex {
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #count = 0;
  #indexed = 0;
  #tables: BucketTable[] = [];
  #building: Promise<void> | null = null;

  get size(): number {
    return this.#count;
  }

  /** hash: 16 hex digits. Returns the entry's number: 0, 1, 2 … in order of addition. */
  add(hash: string): number {
    const entry = this.#append(hash);
    if (this.#tailIsLong()) this.#startBuilding();
    return entry;
  }

  /**
   * Adds many entries and builds the tables once at the end. The event loop runs in between. For
   * starting up.
   */
  async addAll(hashes: Iterable<string> | AsyncIterable<string>): Promise<void> {
    let added = 0;
    for await (const batch of inBatches(hashes)) {
      for (const hash of batch) this.#append(hash);
      added += batch.length;
      await nextTurn();
    }
    await this.settled();
    if (added > 0) this.#startBuilding();
    await this.settled();
  }

  #append(hash: string): number {
    this.#grow();
    const entry = this.#count++;
    this.#high[entry] = Number.parseInt(hash.slice(0, 8), 16);
    this.#low[entry] = Number.parseInt(hash.slice(8), 16);
    return entry;
  }

  /** Resolves when no rebuild is in progress. */
  async settled(): Promise<void> {
    while (this.#building) await this.#building;
  }

  /** Nearest first, then oldest first, at most `limit`. */
  search(hash: string, distance = MOST_DISTANCE, limit = 16): HashMatch[] {
    if (distance > MOST_DISTANCE) throw new RangeError(`The index is exact up to distance ${MOST_DISTANCE}.`);
    const high = Number.parseInt(hash.slice(0, 8), 16) | 0;
    const low = Number.parseInt(hash.slice(8), 16) | 0;
    const nearest = new NearestMatches(distance, limit);
    for (const chunk of this.#tables.keys()) this.#searchTable(chunk, high, low, nearest);
    for (let entry = this.#indexed; entry < this.#count; entry++) {
      nearest.offer(entry, countBits(this.#high[entry]! ^ high) + countBits(this.#low[entry]! ^ low));
    }
    return nearest.matches;
  }

  #searchTable(chunk: number, high: number, low: number, nearest: NearestMatches): void {
    const { starts, high: highs, low: lows, entries } = this.#tables[chunk]!;
    const key = chunkOf(chunk, high, low);
    for (const mask of NEAR_MASKS[chunk]!) {
      const end = starts[(key ^ mask) + 1]!;
      for (let at = starts[key ^ mask]!; at < end; at++) {
        const h = highs[at]! ^ high;
        const l = lows[at]! ^ low;
        const distance = countBits(h) + countBits(l);
        if (distance <= nearest.farthest && !foundEarlier(chunk, h, l)) nearest.offer(entries[at]!, distance);
      }
    }
  }

  #tailIsLong(): boolean {
    const tail = this.#count - this.#indexed;
    return !this.#building && tail > Math.max(SHORTEST_FULL_TAIL, this.#indexed * LONGEST_TAIL_SHARE);
  }

  #startBuilding(): void {
    this.#building = this.#build().finally(() => {
      this.#building = null;
      if (this.#tailIsLong()) this.#startBuilding();
    });
  }

  async #build(): Promise<void> {
    const count = this.#count;
    const tables: BucketTable[] = [];
    for (const chunk of CHUNK_BITS.keys()) tables.push(await buildTable(this.#high, this.#low, count, chunk));
    this.#tables = tables;
    this.#indexed = count;
  }

  #grow(): void {
    if (this.#count < this.#high.length) return;
    const doubled = (words: Uint32Array) => {
      const larger = new Uint32Array(words.length * 2);
      larger.set(words);
      return larger;
    };
    this.#high = doubled(this.#high);
    this.#low = doubled(this.#low);
  }
}
