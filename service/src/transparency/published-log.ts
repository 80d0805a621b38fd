// The published checkpoint as this node knows it. It only grows: a database that went back, for
// example to an older backup, would fork the log. Then this node keeps showing the largest
// checkpoint that it has seen, and signs no other.
import type { Database } from '../adapters/database/database.ts';
import { shareCalls } from '../adapters/shared-call.ts';
import { type CheckpointRow, findCheckpoint } from './checkpoint.store.ts';

/** The log in the database is older than what was published. */
export class LogWentBack extends Error {
  constructor(known: number, found: string) {
    super(
      `A checkpoint with ${known} entries was published, but ${found}. To sign another one would fork the log. See docs/run/transparency-log.md.`,
    );
  }
}

export interface PublishedLog {
  /** The largest checkpoint. */
  latest(): Promise<CheckpointRow>;
  /** What an earlier call read, if it includes this many entries. Otherwise the largest now. */
  including(size: number): Promise<CheckpointRow>;
  /** The row in the database. Fails with LogWentBack. */
  current(): Promise<CheckpointRow>;
  /** A witness has cosigned a checkpoint of this size. */
  noteWitnessed(size: number): Promise<void>;
}

export function createPublishedLog(database: Pick<Database, 'read'>): PublishedLog {
  let known: CheckpointRow | undefined;
  /** The largest size that a witness has seen, if it was larger than the log. */
  let lost: number | undefined;

  // Anyone can ask for checkpoints and tiles, so callers share a query.
  const find = shareCalls(() => findCheckpoint(database.read));

  async function read(): Promise<CheckpointRow> {
    const row = await find();
    if (!row) throw new Error('The transparency log has not started.');
    if (!known || isLater(row, known)) known = row;
    return row;
  }

  return {
    async latest() {
      await read();
      return known!;
    },
    async including(size) {
      return known && known.size >= size ? known : this.latest();
    },
    async current() {
      const row = await read();
      if (known !== row) throw new LogWentBack(known!.size, `the database has one with ${row.size}`);
      if (lost !== undefined) throw new LogWentBack(lost, 'a witness has seen it and the database does not have it');
      return row;
    },
    async noteWitnessed(size) {
      const { size: own } = await read();
      if (size > own) lost = Math.max(lost ?? 0, size);
    },
  };
}

/** A checkpoint of the same size must be the same checkpoint. */
function isLater(row: CheckpointRow, known: CheckpointRow): boolean {
  return row.size > known.size || (row.size === known.size && row.checkpoint === known.checkpoint);
}
