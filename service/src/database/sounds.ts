// Stores acoustic fingerprints: the track with all landmarks, and the triples that lead to it. The
// index is bounded. A hash has 32 slots, a track takes one by chance, and a slot that is taken
// stays taken. So a search reads at most 32 rows per hash, and sounds that are stored later cannot
// displace earlier ones. Migrations use it too.
import { type Landmarks, packLandmarks, storedTriples, WINDOWS_OF_PLACE } from '@content-provenance/engine';
import type { Queries } from '../adapters/database/database.ts';
import type { TriplesTable } from './schema.ts';

export interface SoundOfRecord {
  readonly recordId: string;
  readonly landmarks: Landmarks;
}

const slots = 32;
/** The last place that fits in the column: after 4.6 hours. */
const lastPlace = 2 ** 15 - 1;
/** Keeps a statement below the parameter limit of both databases. */
const rowsPerInsert = 1_000;

export async function insertSounds(transaction: Queries, sounds: readonly SoundOfRecord[]): Promise<void> {
  const audible = sounds.filter(({ landmarks }) => landmarks.hashes.length > 0);
  for (const { recordId, landmarks } of audible) {
    await transaction
      .insertInto('tracks')
      .values({ track: trackOf(recordId), record_id: recordId, landmarks: packLandmarks(landmarks) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  // In the order of the key: neighbors are written together, and two writers never deadlock.
  const triples = audible
    .flatMap(({ recordId, landmarks }) => tripleRows(trackOf(recordId), landmarks))
    .sort((left, right) => left.hash - right.hash || left.slot - right.slot);
  for (let start = 0; start < triples.length; start += rowsPerInsert) {
    await transaction
      .insertInto('triples')
      .values(triples.slice(start, start + rowsPerInsert))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The last 52 bits of a UUID version 7, all random. */
export function trackOf(recordId: string): number {
  return Number.parseInt(recordId.replaceAll('-', '').slice(-13), 16);
}

function tripleRows(track: number, landmarks: Landmarks): TriplesTable[] {
  return storedTriples(landmarks).map(({ hash, time }) => ({
    hash,
    slot: slotOf(hash, track),
    place: Math.min(lastPlace, Math.floor(time / WINDOWS_OF_PLACE)),
    track,
  }));
}

/** Depends on both, so that a track that loses its slot for one hash gets one for others. */
export function slotOf(hash: number, track: number): number {
  const bits = Math.imul(hash ^ (track % 2 ** 32), 0x9e3779b1);
  return (Math.imul(bits ^ (bits >>> 15), 0x85ebca6b) >>> 16) % slots;
}
