// What searches for sounds and texts read. Public: anyone who has the content can look up its
// record.
import type { Queries } from '../../adapters/database/database.ts';
import { packRecordId } from '../../database/packed-record-id.ts';

/** Stored triples with these hashes: at most 32 for each (database/sounds.ts). */
export function findTriples(queries: Queries, hashes: readonly number[]) {
  return queries.selectFrom('triples').select(['hash', 'track', 'place']).where('hash', 'in', hashes).execute();
}

export function findTracks(queries: Queries, tracks: readonly number[]) {
  return queries.selectFrom('tracks').selectAll().where('track', 'in', tracks).execute();
}

export async function hasTrack(queries: Queries, track: number): Promise<boolean> {
  const found = await queries.selectFrom('tracks').select('track').where('track', '=', track).executeTakeFirst();
  return found !== undefined;
}

/** Stored shingles with these hashes: at most 32 for each (database/texts.ts). */
export function findShingles(queries: Queries, hashes: readonly number[]) {
  return queries.selectFrom('shingles').select(['hash', 'rest', 'track']).where('hash', 'in', hashes).execute();
}

export function findTexts(queries: Queries, tracks: readonly number[]) {
  return queries.selectFrom('texts').select(['track', 'record_id', 'codes']).where('track', 'in', tracks).execute();
}

/** Records of the same visible text, the first that was stored first. */
export function findEqualTexts(queries: Queries, whole: bigint, limit: number) {
  return queries
    .selectFrom('texts')
    .select(['track', 'record_id'])
    .where('whole', '=', whole as never)
    .orderBy('track')
    .limit(limit)
    .execute();
}

export function findTextOf(queries: Queries, recordId: string) {
  return queries
    .selectFrom('texts')
    .select(['track', 'codes'])
    .where('record_id', '=', packRecordId(recordId))
    .executeTakeFirst();
}

export async function isEqualText(queries: Queries, track: number, whole: bigint): Promise<boolean> {
  const found = await queries
    .selectFrom('texts')
    .select('track')
    .where('track', '=', track)
    .where('whole', '=', whole as never)
    .executeTakeFirst();
  return found !== undefined;
}
