// Archive files, what they contain in numbers, and leases.
import type { MediaKind } from '@content-provenance/engine';
import type { KeypairMode } from './records.ts';

/**
 * `writing`: the file is not complete, and nothing reads it. `stored`: the file is complete, and
 * the database still has its records. `released`: only the file has them. `restored`: the database
 * has them again.
 */
export type ArchiveState = 'writing' | 'stored' | 'released' | 'restored';

export interface ArchivesTable {
  archive_id: string;
  /** The first and the last record_id in the file. Files do not overlap. */
  first_key: string;
  last_key: string;
  entries: number;
  bytes: number;
  /** Where the index starts, so that it is read in one request. */
  index_offset: number;
  state: ArchiveState;
  created_at: number;
}

/** How many records of a day are in archive files. Attestations add them to those in `records`. */
export interface ArchivedCountsTable {
  org_id: string;
  /** The day of signing, in UTC. */
  day: string;
  format: MediaKind;
  mode: KeypairMode;
  records: number;
  /** Those whose content was marked. */
  marked: number;
}

/** Work that one node does at a time. */
export interface LeasesTable {
  name: string;
  holder: string;
  lease_until: number;
}
