// Acoustic fingerprints for millions of sounds (docs/decisions/0037): all landmarks of a track in
// one row, and an index of triples, which are rare, in place of one row for each landmark. Tracks
// no longer refer to records, because old records move to an archive.
import { sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import { insertSounds } from '../sounds.ts';

export const triples = [
  'ALTER TABLE tracks RENAME TO earlier_tracks',
  // The name of the new table's key, on PostgreSQL.
  { postgres: 'ALTER INDEX tracks_pkey RENAME TO earlier_tracks_pkey' },
  `CREATE TABLE tracks (
    track bigint PRIMARY KEY,
    record_id text NOT NULL,
    landmarks bytea NOT NULL
  )`,
  { postgres: 'ALTER TABLE tracks ALTER COLUMN landmarks SET STORAGE EXTERNAL' },
  // On SQLite, the key is the table itself. The order of the columns leaves no gap on PostgreSQL.
  {
    sqlite: `CREATE TABLE triples (
      hash integer NOT NULL,
      slot smallint NOT NULL,
      place smallint NOT NULL,
      track bigint NOT NULL,
      PRIMARY KEY (hash, slot)
    ) WITHOUT ROWID`,
    postgres: `CREATE TABLE triples (
      hash integer NOT NULL,
      slot smallint NOT NULL,
      place smallint NOT NULL,
      track bigint NOT NULL,
      PRIMARY KEY (hash, slot)
    )`,
  },
  'CREATE INDEX earlier_tracks_in_order ON earlier_tracks (record_id)',
  'CREATE INDEX landmarks_by_track ON landmarks (track)',
];

const tracksAtOnce = 1_000;

/** Oldest first, as if each sound had been stored with triples when it was signed. */
export async function convertLandmarks(queries: Queries): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ track: number; record_id: string }>`
      SELECT track, record_id FROM earlier_tracks WHERE record_id > ${after}
      ORDER BY record_id LIMIT ${tracksAtOnce}`.execute(queries);
    for (const { track, record_id } of rows) await convertTrack(queries, track, record_id);
    const last = rows.at(-1);
    if (!last) break;
    after = last.record_id;
  }
  await sql`DROP TABLE landmarks`.execute(queries);
  await sql`DROP TABLE earlier_tracks`.execute(queries);
}

async function convertTrack(queries: Queries, track: number, recordId: string): Promise<void> {
  const { rows } = await sql<{ hash: number; time: number }>`
    SELECT hash, time FROM landmarks WHERE track = ${track}`.execute(queries);
  const landmarks = {
    hashes: Uint32Array.from(rows, ({ hash }) => hash),
    times: Uint32Array.from(rows, ({ time }) => time),
  };
  await insertSounds(queries, [{ recordId, landmarks }]);
}
