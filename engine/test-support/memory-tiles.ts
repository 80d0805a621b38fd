// Test support: the tiles of a log in memory, grown with extendTiles, and the numbers of tiles that
// proofs read. A narrower tile is a prefix of the stored one, as in the database of the service.
import { extendTiles, type TileReader } from '../src/transparency/index.ts';

export class MemoryTiles implements TileReader {
  size = 0;
  reads = 0;
  readonly #tiles = new Map<string, Uint8Array>();

  async readTile(level: number, index: number, width: number): Promise<Uint8Array> {
    this.reads += 1;
    const tile = this.#tiles.get(`${level}/${index}`);
    if (!tile || tile.length < width * 32) throw new Error(`There is no tile ${level}/${index} of width ${width}.`);
    return tile.subarray(0, width * 32);
  }

  async append(leafHashes: readonly Uint8Array[]): Promise<void> {
    const changed = await extendTiles(this.size, leafHashes, this);
    for (const { level, index, hashes } of changed) this.#tiles.set(`${level}/${index}`, hashes);
    this.size += leafHashes.length;
  }
}
