// Reads the tiles and entry bundles of the log, and keeps those that were used recently in memory.
// What is there never changes. The last tile of each level only grows, so a shorter one that is in
// memory is still the beginning of what is stored.
import { entrySize, TILE_WIDTH, type TileReader, writeEntryBundle } from '@content-provenance/engine/transparency';
import type { Queries } from '../adapters/database/database.ts';
import { findTile } from './checkpoint.store.ts';
import { listEntries } from './log-entries.store.ts';
import { createRecentCache, type RecentCache } from './recent-cache.ts';

const hashBytes = 32;
/** An entry with its length in front of it. */
const bundledBytes = entrySize + 2;
/** 8 KB each. */
const mostTiles = 1_000;
/** 21 KB each. */
const mostBundles = 400;

export interface StoredTiles extends TileReader {
  /** The bundle with the first `width` entries of this place. */
  readBundle(index: number, width: number): Promise<Uint8Array>;
}

export function createStoredTiles(queries: Queries): StoredTiles {
  const tiles = createRecentCache<Uint8Array>(mostTiles);
  const bundles = createRecentCache<Uint8Array>(mostBundles);
  const reads = createSharedReads();

  async function findHashes(level: number, index: number): Promise<Uint8Array> {
    const stored = await findTile(queries, level, index);
    if (!stored) throw new Error(`The tile ${level}/${index} of the transparency log is missing.`);
    return stored;
  }

  async function findBundle(index: number): Promise<Uint8Array> {
    const entries = await listEntries(queries, index * TILE_WIDTH, TILE_WIDTH);
    return writeEntryBundle(entries.map(({ entry }) => entry));
  }

  return {
    readTile: (level, index, width) =>
      readPrefix(
        tiles,
        `${level}/${index}`,
        width * hashBytes,
        reads(`${level}/${index}`, () => findHashes(level, index)),
      ),
    readBundle: (index, width) =>
      readPrefix(
        bundles,
        String(index),
        width * bundledBytes,
        reads(`entries/${index}`, () => findBundle(index)),
      ),
  };
}

/** Anyone can ask for tiles, so callers that want the same one share a query. */
function createSharedReads() {
  const inProgress = new Map<string, Promise<Uint8Array>>();
  return (name: string, find: () => Promise<Uint8Array>) => (): Promise<Uint8Array> => {
    const shared = inProgress.get(name);
    if (shared) return shared;
    const read = find().finally(() => inProgress.delete(name));
    inProgress.set(name, read);
    return read;
  };
}

async function readPrefix(
  cache: RecentCache<Uint8Array>,
  name: string,
  length: number,
  find: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const cached = cache.get(name);
  if (cached && cached.length >= length) return cached.subarray(0, length);
  let found = await find();
  // A read that began for another caller can miss what was published since.
  if (found.length < length) found = await find();
  if (found.length < length) throw new Error(`A part of the transparency log is missing (${name}).`);
  cache.set(name, found);
  return found.subarray(0, length);
}
