// The published checkpoint as this node knows it. It only grows: a database that went back, for
// example to an older backup, would fork the log. Then this node keeps showing the largest
// checkpoint that it has seen, and stores in the database that no node must sign another one.
import { readCheckpointBody, readNote, rootOf } from '@content-provenance/engine/transparency';
import type { Database, Queries } from '../adapters/database/database.ts';
import { shareCalls } from '../adapters/shared-call.ts';
import { type CheckpointRow, findCheckpoint, findTile, stopLog } from './checkpoint.store.ts';

/** The database does not continue what was published. */
export class LogWentBack extends Error {
  constructor(size: number) {
    super(
      `A checkpoint with ${size} entries was published, and the database does not continue it. To sign another one would fork the log. See docs/run/transparency-log.md.`,
    );
  }
}

/** The operator started a new log. */
export class LogRenamed extends Error {
  constructor(name: string) {
    super(`The database has a new transparency log with the name ${name}. Restart this node.`);
  }
}

export interface PublishedLog {
  /** The largest checkpoint. */
  latest(): Promise<CheckpointRow>;
  /** What an earlier call read, if it includes this many entries. Otherwise the largest now. */
  including(size: number): Promise<CheckpointRow>;
  /** The row in the database. Fails with LogWentBack on every node, if one of them noticed it. */
  current(): Promise<CheckpointRow>;
  /**
   * A checkpoint that someone showed. The caller has checked that a key of the log signed it. True:
   * the database does not continue it, so the log has stopped.
   */
  noteSigned(note: string): Promise<boolean>;
  /** This node has extended the row that `current` returned, so nothing has to be checked again. */
  notePublished(row: CheckpointRow): void;
}

/** What was published at some time. */
type Earlier = Pick<CheckpointRow, 'size' | 'checkpoint'>;

export function createPublishedLog(database: Pick<Database, 'read' | 'transaction'>): PublishedLog {
  let known: CheckpointRow | undefined;
  /** The last one that is known to continue all before. */
  let checked: CheckpointRow | undefined;
  /** Shown by others, and not continued by the database. */
  let shown: Earlier | undefined;

  // Anyone can ask for checkpoints and tiles, so callers share a query.
  const find = shareCalls(() => findCheckpoint(database.read));

  async function read(query: Promise<CheckpointRow | undefined>): Promise<CheckpointRow> {
    const row = await query;
    if (!row) throw new Error('The transparency log has not started.');
    if (!known || (row.origin === known.origin && isLater(row, known))) known = row;
    return row;
  }

  /** Looks again in a transaction, because a read can come from a server that is behind. */
  async function stop(earlier: Earlier): Promise<void> {
    await database.transaction(async (transaction) => {
      const row = await findCheckpoint(transaction);
      if (row?.origin === known?.origin && row && !(await isContinued(transaction, earlier, row)))
        await stopLog(transaction, earlier);
    });
  }

  return {
    async latest() {
      await read(find());
      return known!;
    },
    async including(size) {
      return known && known.size >= size ? known : this.latest();
    },
    async current() {
      // What is noted during the query can be newer than its result.
      const seen = new Set([checked, known, shown]);
      const row = await read(findCheckpoint(database.read));
      if (row.origin !== known!.origin) throw new LogRenamed(row.origin);
      if (row.lost_size !== null) throw new LogWentBack(row.lost_size);
      for (const earlier of seen) {
        if (!earlier || (await isContinued(database.read, earlier, row))) continue;
        // This node signs nothing, even if it cannot stop the others.
        await stop(earlier).catch(() => undefined);
        throw new LogWentBack(earlier.size);
      }
      checked = row;
      return row;
    },
    async noteSigned(note) {
      const { size } = readCheckpointBody(readNote(note)!.text)!;
      const earlier = { size, checkpoint: note };
      if (await isContinued(database.read, earlier, await read(find()))) return false;
      shown = earlier;
      await stop(earlier);
      return true;
    },
    notePublished(row) {
      if (row.size > (known?.size ?? 0)) known = row;
      checked = row;
    },
  };
}

/** A checkpoint of the same size must be the same checkpoint. */
function isLater(row: CheckpointRow, known: CheckpointRow): boolean {
  return row.size > known.size || (row.size === known.size && row.checkpoint === known.checkpoint);
}

/** Not from the memory of this node, which would show what the database had before. */
async function isContinued(queries: Queries, { size, checkpoint }: Earlier, row: CheckpointRow): Promise<boolean> {
  if (checkpoint === row.checkpoint) return true;
  if (size > row.size) return false;
  const readTile = async (level: number, index: number, width: number) => {
    const hashes = await findTile(queries, level, index);
    if (!hashes || hashes.length < width * 32) throw new Error(`The tile ${level}/${index} of the log is missing.`);
    return hashes.subarray(0, width * 32);
  };
  const { root } = readCheckpointBody(readNote(checkpoint)!.text)!;
  return Buffer.compare(await rootOf(size, { readTile }), root) === 0;
}
