// Integrates committed entries into the tree: extends the tiles, signs a checkpoint, and stores
// both in one transaction. The transaction succeeds only if the checkpoint is still the one that it
// extends, so two nodes can never publish different trees, whatever their clocks say.
import { hash } from 'node:crypto';
import {
  type Checkpoint,
  type CheckpointSigner,
  extendTiles,
  rootOf,
  type Tile,
  type TileReader,
  writeCheckpointBody,
  writeNote,
} from '@content-provenance/engine/transparency';
import type { Database } from '../adapters/database/database.ts';
import { type CheckpointRow, replaceCheckpoint, storeTiles } from './checkpoint.store.ts';
import { listEntries } from './log-entries.store.ts';
import type { PublishedLog } from './published-log.ts';
import type { StoredTiles } from './stored-tiles.ts';

export interface IntegratorParts {
  readonly database: Database;
  readonly published: PublishedLog;
  readonly tiles: StoredTiles;
  readonly signers: readonly CheckpointSigner[];
  /** Names this node. */
  readonly node: string;
  readonly now: () => number;
}

/** `busy`: another node integrates entries at the moment. */
export type Integration = 'done' | 'busy';

/** Entries of one checkpoint. Keeps the transaction short while a backlog is integrated. */
const mostEntries = 4_096;
/** As hashLeaf of the engine (RFC 6962, 2.1). OpenSSL is many times faster. */
const leafPrefix = Uint8Array.of(0);
/** Other nodes leave the work to the one that did it last. */
const leaseMilliseconds = 3_000;

export function createIntegrator({ database, published, tiles, signers, node, now }: IntegratorParts) {
  /** Resolves with the number of entries. */
  async function extend(row: CheckpointRow): Promise<number> {
    const entries = await listEntries(database.read, row.size, mostEntries);
    for (const [place, { log_index }] of entries.entries()) {
      if (log_index !== row.size + place)
        throw new Error(`The transparency log has no entry ${row.size + place}. Restore the database.`);
    }
    const size = row.size + entries.length;
    const changed = await extendTiles(
      row.size,
      entries.map(({ entry }) => hash('sha256', Buffer.concat([leafPrefix, entry]), 'buffer')),
      tiles,
    );
    const root = await rootOf(size, withChanges(tiles, changed));
    const checkpoint = signCheckpoint({ origin: row.origin, size, root }, signers, now());
    const next = { size, checkpoint, integrator: node, integrator_until: now() + leaseMilliseconds };
    const isPublished = await database.transaction(async (transaction) => {
      if (!(await replaceCheckpoint(transaction, row, next))) return false;
      await storeTiles(
        transaction,
        changed.map(({ level, index, hashes }) => ({ level, tile_index: index, hashes })),
      );
      return true;
    });
    if (isPublished) published.notePublished({ ...row, ...next });
    return entries.length;
  }

  return {
    /** With `insist`, also if another node has the work. */
    async integrate(insist: boolean): Promise<Integration> {
      for (;;) {
        const row = await published.current();
        if (row.committed <= row.size) return 'done';
        const isOthers = row.integrator !== null && row.integrator !== node && row.integrator_until! > now();
        if (isOthers && !insist) return 'busy';
        // Entries that were committed meanwhile share the next checkpoint, so that a service under
        // constant load does not sign one after the other.
        if ((await extend(row)) < mostEntries) return 'done';
      }
    },
  };
}

export function signCheckpoint(checkpoint: Checkpoint, signers: readonly CheckpointSigner[], time: number): string {
  const seconds = Math.max(1, Math.floor(time / 1_000));
  return writeNote(
    writeCheckpointBody(checkpoint),
    signers.map((signer) => signer.sign(checkpoint, seconds)),
  );
}

/** The tree with tiles that are not stored yet. */
function withChanges(tiles: TileReader, changed: readonly Tile[]): TileReader {
  const byPlace = new Map(changed.map(({ level, index, hashes }) => [`${level}/${index}`, hashes]));
  return {
    async readTile(level, index, width) {
      const hashes = byPlace.get(`${level}/${index}`);
      return hashes ? hashes.subarray(0, width * 32) : tiles.readTile(level, index, width);
    },
  };
}
