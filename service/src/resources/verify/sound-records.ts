// Finds the records from which a sound was cut, in two steps. The index of triples, which all nodes
// share, names the tracks that have the most in common with the excerpt. The landmarks of these few
// tracks decide. A search reads a bounded number of rows, no matter how many sounds are stored
// (docs/decisions/0037).
import { Candidates, findMatches, type Landmarks, SURE_EVIDENCE, unpackLandmarks } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import type { TracksTable } from '../../database/schema.ts';
import { trackOf } from '../../database/tracks.ts';
import { type MeasureSearch, unmeasured } from './measure-search.ts';
import { preparedList } from './prepared-list.ts';
import { findTracks, findTriples, hasTrack } from './verify.store.ts';

export interface SoundRecords {
  /** Record ids, best match first. */
  find(excerpt: Landmarks, limit: number): Promise<string[]>;
  /** Whether the record has a fingerprint. */
  has(recordId: string): Promise<boolean>;
  /** Whether the excerpt was cut from the sound of the record. */
  isCutFrom(recordId: string, excerpt: Landmarks): Promise<boolean>;
}

const hashesAtOnce = 1_024;
/** New tracks to compare after each part of the hashes. */
const tracksAtOnce = 16;

interface Match {
  readonly recordId: string;
  readonly evidence: number;
}

export function createSoundRecords(database: Database, measure: MeasureSearch = unmeasured): SoundRecords {
  const queries = database.publicRead;

  async function find(excerpt: Landmarks, limit: number): Promise<string[]> {
    const candidates = new Candidates(excerpt);
    const compared = new Set<number>();
    const matches: Match[] = [];
    const { hashes } = candidates;
    for (let start = 0; start < hashes.length; start += hashesAtOnce) {
      candidates.add(await findTriples(queries, preparedList(hashes.slice(start, start + hashesAtOnce), hashesAtOnce)));
      const fresh = candidates.best(compared.size + tracksAtOnce).filter((track) => !compared.has(track));
      const tracks = fresh.slice(0, tracksAtOnce);
      if (tracks.length > 0) matches.push(...matchesAmong(excerpt, await findTracks(queries, tracks)));
      for (const track of tracks) compared.add(track);
      if (matches.some(({ evidence }) => evidence >= SURE_EVIDENCE)) break;
      // On SQLite, reads run on this thread: let requests run in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return matches
      .sort(surestFirst)
      .slice(0, limit)
      .map(({ recordId }) => recordId);
  }

  return {
    find: (excerpt, limit) => measure(() => find(excerpt, limit)),

    has: (recordId) => hasTrack(queries, trackOf(recordId)),

    async isCutFrom(recordId, excerpt) {
      return matchesAmong(excerpt, await findTracks(queries, [trackOf(recordId)])).length > 0;
    },
  };
}

function matchesAmong(excerpt: Landmarks, tracks: readonly TracksTable[]): Match[] {
  const recordIds = new Map(tracks.map(({ track, record_id }) => [track, record_id]));
  return findMatches(excerpt, placesIn(excerpt, tracks)).map(({ track, evidence }) => ({
    recordId: recordIds.get(track)!,
    evidence,
  }));
}

/** Only landmarks that the excerpt has too, because a long sound has a hundred thousand others. */
function* placesIn(excerpt: Landmarks, tracks: readonly TracksTable[]) {
  const sought = new Set(excerpt.hashes);
  for (const { track, landmarks } of tracks) {
    const { hashes, times } = unpackLandmarks(landmarks);
    for (const [place, hash] of hashes.entries()) if (sought.has(hash)) yield { hash, track, time: times[place]! };
  }
}

/** The record that was signed first wins a tie: ids of version 7 are in order of time. */
function surestFirst(left: Match, right: Match): number {
  return right.evidence - left.evidence || (left.recordId < right.recordId ? -1 : 1);
}
