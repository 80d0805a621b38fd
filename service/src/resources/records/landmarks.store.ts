// Acoustic fingerprints, written with their record and never changed.
import type { Insertable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import { hotRows } from '../../adapters/database/hot-query.ts';
import type { LandmarksTable } from '../../database/schema.ts';

export interface SoundOfRecord {
  readonly recordId: string;
  readonly landmarks: { readonly hashes: Uint32Array; readonly times: Uint32Array };
}

/** Rows of one statement; the last ones in halves of it, so that few statements have to be prepared. */
const mostRows = 512;

const insertTrack = hotRows((queries, track: number, recordId: string) =>
  queries
    .insertInto('tracks')
    .values({ track, record_id: recordId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('track'),
);

const insertRows = hotRows((queries, rows: readonly Insertable<LandmarksTable>[]) =>
  queries.insertInto('landmarks').values(rows).returning('hash'),
);

export async function insertLandmarks(transaction: Queries, { recordId, landmarks }: SoundOfRecord): Promise<void> {
  const track = trackOf(recordId);
  // In the order of the key: neighbours are written together.
  const rows = Array.from(landmarks.hashes, (hash, place) => ({ hash, track, time: landmarks.times[place]! })).sort(
    (left, right) => left.hash - right.hash,
  );
  if (rows.length === 0) return;
  await insertTrack(transaction, track, recordId);
  for (let start = 0, size = mostRows; start < rows.length; start += size) {
    while (size > rows.length - start) size /= 2;
    await insertRows(transaction, rows.slice(start, start + size));
  }
}

/** The last 52 bits of a UUID version 7, all random. */
export function trackOf(recordId: string): number {
  return Number.parseInt(recordId.replaceAll('-', '').slice(-13), 16);
}
