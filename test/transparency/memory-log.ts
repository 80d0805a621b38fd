// A log in memory that our code builds in steps, and readers for tiles in memory and in a
// folder.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  extendTiles,
  hashLeaf,
  rootOf,
  type TileReader,
  tilePath,
  writeEntryBundle,
} from '@content-provenance/engine/transparency';

const hashBytes = 32;
const tileWidth = 256;

export class MemoryLog implements TileReader {
  readonly entries: Uint8Array[] = [];
  /** The newest hashes of each tile. A narrower tile is a prefix of it. */
  readonly #tiles = new Map<string, Uint8Array>();

  get size(): number {
    return this.entries.length;
  }

  async append(entries: readonly Uint8Array[]): Promise<void> {
    const changed = await extendTiles(this.size, entries.map(hashLeaf), this);
    for (const { level, index, hashes } of changed) this.#tiles.set(`${level}/${index}`, hashes);
    this.entries.push(...entries);
  }

  async readTile(level: number, index: number, width: number): Promise<Uint8Array> {
    const tile = this.#tiles.get(`${level}/${index}`);
    assert.ok(tile && tile.length >= width * hashBytes, `tile ${level}/${index} is not ${width} wide`);
    return tile.slice(0, width * hashBytes);
  }

  root(size = this.size): Promise<Uint8Array> {
    return rootOf(size, this);
  }

  /** What a log serves at a path for the current size, or null. */
  async serve(path: string): Promise<Uint8Array | null> {
    const served = this.#served();
    const wanted = served.get(path);
    return wanted ? wanted() : null;
  }

  #served(): Map<string, () => Uint8Array | Promise<Uint8Array>> {
    const served = new Map<string, () => Uint8Array | Promise<Uint8Array>>();
    for (let level = 0, count = this.size; count > 0; level++, count = Math.floor(count / tileWidth)) {
      for (let index = 0; index * tileWidth < count; index++) {
        const width = Math.min(tileWidth, count - index * tileWidth);
        served.set(tilePath(level, index, width), () => this.readTile(level, index, width));
        if (level > 0) continue;
        const first = index * tileWidth;
        served.set(tilePath('entries', index, width), () => writeEntryBundle(this.entries.slice(first, first + width)));
      }
    }
    return served;
  }
}

/** Reads tiles that another program wrote into a folder, at the paths of tlog-tiles. */
export function tilesInFolder(folder: string): TileReader {
  return {
    readTile: async (level, index, width) => {
      const tile = readFileSync(join(folder, tilePath(level, index, width)));
      assert.equal(tile.length, width * hashBytes);
      return tile;
    },
  };
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
