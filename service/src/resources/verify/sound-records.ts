// Which records a sound was cut from: its landmarks are looked up in the inverted index of the database, which every node
// shares, and those that agree in time are counted.
import { type FoundLandmark, type Landmarks, rankTracks } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import { findLandmarks, findTracks } from './verify.store.ts';

export interface SoundRecords {
  /** Numbers of tracks, surest first. */
  findTracks(excerpt: Landmarks): Promise<number[]>;
  /** Record ids, surest first. */
  find(excerpt: Landmarks, limit: number): Promise<string[]>;
}

const hashesAtOnce = 256;
/** What one search may read. Rare hashes, which tell most, come with few rows each. */
const mostRows = 200_000;

export function createSoundRecords(database: Database): SoundRecords {
  async function readLandmarks(hashes: readonly number[]): Promise<FoundLandmark[]> {
    const found: FoundLandmark[] = [];
    for (let start = 0; start < hashes.length && found.length < mostRows; start += hashesAtOnce) {
      // Lists of one length are one prepared statement: a short one is filled up with a hash that is in it anyway.
      const some = Array.from({ length: hashesAtOnce }, (_, place) => hashes[start + place] ?? hashes[start]!);
      for (const row of await findLandmarks(database.read, some)) found.push(row);
      // On SQLite reading is done here: requests get their turn in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return found;
  }

  async function searchTracks(excerpt: Landmarks): Promise<number[]> {
    return rankTracks(excerpt, await readLandmarks([...new Set(excerpt.hashes)]));
  }

  return {
    findTracks: searchTracks,

    async find(excerpt, limit) {
      const tracks = (await searchTracks(excerpt)).slice(0, limit);
      if (tracks.length === 0) return [];
      const rows = await findTracks(database.read, tracks);
      const recordIds = new Map(rows.map(({ track, record_id }) => [track, record_id]));
      return tracks.flatMap((track) => recordIds.get(track) ?? []);
    },
  };
}
