// Finds the records from which a sound was cut. Its landmarks are looked up in the inverted index
// of the database, which all nodes share, and compared with those of each track that has some of
// them.
import { type FoundLandmark, findMatches, type Landmarks, SURE_EVIDENCE } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import { trackOf } from '../records/records.service.ts';
import { findLandmarks, findLandmarksOf, findTracks } from './verify.store.ts';

export interface SoundRecords {
  /** Track numbers, best match first. */
  findTracks(excerpt: Landmarks): Promise<number[]>;
  /** Record ids, best match first. */
  find(excerpt: Landmarks, limit: number): Promise<string[]>;
  /** Whether the record has a fingerprint. */
  has(recordId: string): Promise<boolean>;
  /** Whether the excerpt was cut from the sound of the record. */
  isCutFrom(recordId: string, excerpt: Landmarks): Promise<boolean>;
}

type Read = (hashes: readonly number[]) => ReturnType<typeof findLandmarks>;

const hashesAtOnce = 512;
/**
 * The most rows that one search reads. Rare hashes, which are the best evidence, have few rows
 * each.
 */
const mostRows = 200_000;

export function createSoundRecords(database: Database): SoundRecords {
  const everywhere: Read = (hashes) => findLandmarks(database.publicRead, hashes);

  // Some of the hashes, from all over the excerpt, are usually enough.
  async function searchTracks(excerpt: Landmarks, read: Read = everywhere): Promise<number[]> {
    const hashes = [...new Set(excerpt.hashes)];
    const parts = Math.ceil(hashes.length / hashesAtOnce);
    const found: FoundLandmark[] = [];
    let matches: ReturnType<typeof findMatches> = [];
    for (let part = 0; part < parts && found.length < mostRows; part += 1) {
      // Lists of the same length share one prepared statement. A short list is filled up by
      // repeating a hash.
      const some = Array.from({ length: hashesAtOnce }, (_, place) => hashes[place * parts + part] ?? hashes[part]!);
      for (const row of await read(some)) found.push(row);
      matches = findMatches(excerpt, found);
      if (matches[0] && matches[0].evidence >= SURE_EVIDENCE) break;
      // On SQLite, reads run on this thread: let requests run in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return matches.map(({ track }) => track);
  }

  return {
    findTracks: (excerpt) => searchTracks(excerpt),

    async find(excerpt, limit) {
      const tracks = (await searchTracks(excerpt)).slice(0, limit);
      if (tracks.length === 0) return [];
      const rows = await findTracks(database.publicRead, tracks);
      const recordIds = new Map(rows.map(({ track, record_id }) => [track, record_id]));
      return tracks.flatMap((track) => recordIds.get(track) ?? []);
    },

    has: async (recordId) => (await findTracks(database.publicRead, [trackOf(recordId)])).length > 0,

    async isCutFrom(recordId, excerpt) {
      const track = trackOf(recordId);
      const found = await searchTracks(excerpt, (hashes) => findLandmarksOf(database.publicRead, track, hashes));
      return found.length > 0;
    },
  };
}
