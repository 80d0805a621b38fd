// What a search for sounds reads: landmarks. Public: anyone who has the content can look up its
// record.
import type { Queries } from '../../adapters/database/database.ts';

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
