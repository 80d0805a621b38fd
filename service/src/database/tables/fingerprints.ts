// What searches for similar content read.
import type { ColumnType, Generated } from 'kysely';

/** Not read back: it does not fit into a number. */
type Written = ColumnType<never, bigint, never>;

/** The perceptual hash of an image or a video. database/hash-keys.ts makes the rows. */
export interface PerceptualHashesTable {
  key_1: Written;
  key_2: Written;
  key_3: Written;
  hash: Written;
  record_id: string;
}

/**
 * The acoustic fingerprint of a record, under a number of 52 random bits of its id. It does not
 * refer to the table of records, because old records move to an archive.
 */
export interface TracksTable {
  track: number;
  record_id: string;
  /** All landmarks of the sound, packed. */
  landmarks: Uint8Array;
}

/** The inverted index of acoustic fingerprints. */
export interface TriplesTable {
  hash: number;
  /** At most 32 tracks share a hash: each has one slot, and the first to take a slot keeps it. */
  slot: number;
  track: number;
  /** Time of the triple in the sound, in half seconds. */
  place: number;
}

/** The text fingerprint of a record, keyed. */
export interface TextsTable {
  /** The database counts upwards. */
  track: Generated<number>;
  /**
   * A keyed hash of the visible text. Null for records of a caller's own key: the service did not
   * read their text.
   */
  whole: ColumnType<never, bigint | null, never>;
  /** One byte for each pair of words. */
  codes: Uint8Array;
  /** Packed: database/packed-record-id.ts. */
  record_id: Uint8Array;
}

/** The inverted index of text fingerprints. */
export interface ShinglesTable {
  hash: number;
  /** At most 32 different texts share a hash. The first to take a slot keeps it. */
  slot: number;
  /** More bits of the hash. */
  rest: number;
  track: number;
}
