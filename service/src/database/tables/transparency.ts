// The transparency log (docs/decisions/0050): its entries in the order of their commits, the hashes
// of its tree, the newest checkpoint, and the time stamps on checkpoints. Rows are only added, and
// a tile and the checkpoint only grow.
import type { Optional } from './column-types.ts';

/** One row. Its lock gives each transaction the next indexes, so it is always the last lock. */
export interface LogHeadTable {
  head_id: number;
  /** Entries that are committed or in this transaction. */
  size: number;
}

export interface LogEntriesTable {
  log_index: number;
  /** What the entry is about: a record_id, a generator_id, or a generator_id and a kid. */
  subject: string;
  entry: Uint8Array;
}

export interface LogTilesTable {
  level: number;
  tile_index: number;
  /** From 1 to 256 hashes of 32 bytes. */
  hashes: Uint8Array;
}

/** One row. */
export interface LogCheckpointTable {
  checkpoint_id: number;
  /** The name of the log. It never changes, even if the address of the service does. */
  origin: string;
  /** Entries that the checkpoint includes. */
  size: number;
  /** The signed note. */
  checkpoint: string;
  /** The node that integrated entries last, and until when the others leave them to it. */
  integrator: Optional<string>;
  integrator_until: Optional<number>;
  /** The newest checkpoint that enough witnesses cosigned, with their signatures. */
  witnessed_size: number;
  witnessed_checkpoint: Optional<string>;
  /**
   * A published checkpoint that this log does not continue, because the database went back. While
   * it is here, no node signs another one.
   */
  lost_size: Optional<number>;
  lost_checkpoint: Optional<string>;
}

export interface LogTimestampsTable {
  /** That of the checkpoint. */
  size: number;
  checkpoint: string;
  /** An RFC 3161 token over the text of the checkpoint without its signatures. */
  token: Uint8Array;
  stamped_at: number;
}
