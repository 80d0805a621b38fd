// Finds the records that look like a picture, exact within distance 8. The database has the index,
// so all nodes find a record as soon as it is committed.
import type { MediaKind } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import { isSearchedKind } from '../../database/hash-keys.ts';
import { type MeasureSearch, unmeasured } from './measure-search.ts';
import { findSimilar } from './similar-records.store.ts';

export interface SimilarRecords {
  /** Record ids, nearest first, then oldest first. */
  find(phash: string, kind: MediaKind, limit: number): Promise<string[]>;
}

export function createSimilarRecords(database: Database, measure: MeasureSearch = unmeasured): SimilarRecords {
  return {
    find: async (phash, kind, limit) =>
      isSearchedKind(kind) ? measure(() => findSimilar(database, phash, kind, limit)) : [],
  };
}
