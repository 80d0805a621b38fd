// A tree that grows by leaf hashes and keeps only its right edge: the partial tile of each level.
// That is enough to compute its root and every tile that it completes, in constant memory.
import { extendTiles, rootOf, TILE_WIDTH, type Tile, type TileReader } from '@content-provenance/engine/transparency';

const hashSize = 32;

export interface StoredProgress {
  readonly size: number;
  /** The hashes of the partial tile of each level, in base64. */
  readonly edge: Readonly<Record<string, string>>;
}

export class TreeProgress {
  #size = 0;
  #edge = new Map<number, Uint8Array>();

  static from({ size, edge }: StoredProgress): TreeProgress {
    const progress = new TreeProgress();
    progress.#size = size;
    for (const [level, hashes] of Object.entries(edge)) {
      progress.#edge.set(Number(level), new Uint8Array(Buffer.from(hashes, 'base64')));
    }
    return progress;
  }

  get size(): number {
    return this.#size;
  }

  toStored(): StoredProgress {
    const edge = [...this.#edge].map(([level, hashes]) => [level, Buffer.from(hashes).toString('base64')]);
    return { size: this.#size, edge: Object.fromEntries(edge) };
  }

  root(): Promise<Uint8Array> {
    return rootOf(this.#size, this.#reader);
  }

  /** The partial tile of every level. */
  edge(): Tile[] {
    return [...this.#edge].map(([level, hashes]) => ({
      level,
      index: Math.floor(Math.floor(this.#size / TILE_WIDTH ** level) / TILE_WIDTH),
      hashes,
    }));
  }

  /** The leaf hashes of the last, partial tile. */
  lastLeaves(): Uint8Array {
    return this.#edge.get(0) ?? new Uint8Array();
  }

  /** Returns the tiles that this completes. */
  async extend(leafHashes: readonly Uint8Array[]): Promise<Tile[]> {
    const changed = await extendTiles(this.#size, leafHashes, this.#reader);
    for (const { level, hashes } of changed) {
      if (hashes.length === TILE_WIDTH * hashSize) this.#edge.delete(level);
      else this.#edge.set(level, hashes);
    }
    this.#size += leafHashes.length;
    return changed.filter(({ hashes }) => hashes.length === TILE_WIDTH * hashSize);
  }

  readonly #reader: TileReader = {
    readTile: async (level, _index, width) => {
      const hashes = this.#edge.get(level) ?? new Uint8Array();
      return hashes.slice(0, width * hashSize);
    },
  };
}
