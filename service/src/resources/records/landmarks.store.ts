// Acoustic fingerprints, written with their record and never changed.
import type { Queries } from '../../adapters/database/database.ts';

export interface SoundOfRecord {
  readonly recordId: string;
  readonly landmarks: { readonly hashes: Uint32Array; readonly times: Uint32Array };
}

/** Keeps a statement below the parameter limit of both databases. */
const rowsPerInsert = 1_000;

export async function insertLandmarks(transaction: Queries, { recordId, landmarks }: SoundOfRecord): Promise<void> {
  const track = trackOf(recordId);
  // In the order of the key, so that neighbors are written together.
  const rows = Array.from(landmarks.hashes, (hash, place) => ({ hash, track, time: landmarks.times[place]! })).sort(
    (left, right) => left.hash - right.hash,
  );
  if (rows.length === 0) return;
  await transaction
    .insertInto('tracks')
    .values({ track, record_id: recordId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await transaction
      .insertInto('landmarks')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute();
  }
}

/** The last 52 bits of a UUID version 7, all random. */
export function trackOf(recordId: string): number {
  return Number.parseInt(recordId.replaceAll('-', '').slice(-13), 16);
}
