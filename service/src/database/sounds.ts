// Stores acoustic fingerprints: the track with all landmarks, and the triples that lead to it. For
// each hash, a track takes a slot by chance (tracks.ts). Migrations use it too.
import { type Landmarks, packLandmarks, storedTriples, WINDOWS_OF_PLACE } from '@content-provenance/engine';
import type { Queries } from '../adapters/database/database.ts';
import type { TriplesTable } from './schema.ts';
import { insertInOrder, slotOf, trackOf } from './tracks.ts';

export interface SoundOfRecord {
  readonly recordId: string;
  readonly landmarks: Landmarks;
}

/** The last place that fits in the column: after 4.6 hours. */
const lastPlace = 2 ** 15 - 1;

export async function insertSounds(transaction: Queries, sounds: readonly SoundOfRecord[]): Promise<void> {
  const audible = sounds.filter(({ landmarks }) => landmarks.hashes.length > 0);
  for (const { recordId, landmarks } of audible) {
    await transaction
      .insertInto('tracks')
      .values({ track: trackOf(recordId), record_id: recordId, landmarks: packLandmarks(landmarks) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await insertInOrder(
    audible.flatMap(({ recordId, landmarks }) => tripleRows(trackOf(recordId), landmarks)),
    (triples) =>
      transaction
        .insertInto('triples')
        .values(triples)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
  );
}

function tripleRows(track: number, landmarks: Landmarks): TriplesTable[] {
  return storedTriples(landmarks).map(({ hash, time }) => ({
    hash,
    slot: slotOf(hash, track),
    place: Math.min(lastPlace, Math.floor(time / WINDOWS_OF_PLACE)),
    track,
  }));
}
