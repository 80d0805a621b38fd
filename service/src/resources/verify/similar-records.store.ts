// The search for perceptual hashes within distance 8, in one statement that the indexes of
// perceptual_hashes answer. It reads a bounded number of rows, however many records are similar.
import { type MediaKind, MOST_DISTANCE } from '@content-provenance/engine';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../adapters/database/database.ts';
import { firstKeyOf, hashNumber, keysPerValue, nearStartsOf } from '../../database/hash-keys.ts';

/**
 * The most rows that a search reads from one of its 718 ranges. They are the oldest: nobody can
 * hide stored records by storing many others with similar hashes. At 100 million records, a range
 * has 24 to 48 rows on average. SQLite searches on the event loop, and stores fewer records
 * (docs/decisions/0036).
 */
const mostPerRange = { postgres: 500, sqlite: 100 };

const lastTime = sql.lit(keysPerValue - 1n);

/** Record ids, nearest first, then oldest first. */
export async function findSimilar(
  { kind: engine, publicRead }: Database,
  phash: string,
  kind: MediaKind,
  limit: number,
): Promise<string[]> {
  const { distanceTo, readRanges } = dialects[engine];
  const distance = distanceTo(hashNumber(phash));
  const nearestByBand = nearStartsOf(phash, kind).map((starts, band) => {
    const key = sql.ref(`key_${band + 1}`);
    // In its own SELECT, because SQLite allows no ORDER BY inside UNION.
    return sql`
      SELECT * FROM (
        SELECT hash, key & ${lastTime} AS time, ${distance} AS distance
        FROM (${readRanges(key, starts)}) AS in_ranges
        WHERE ${distance} <= ${sql.lit(MOST_DISTANCE)}
        ORDER BY distance, time LIMIT ${limit}
      ) AS near`;
  });
  // The first key of a row follows from its hash and its time, which all three indexes have.
  const { rows } = await sql<{ record_id: string }>`
    SELECT perceptual_hashes.record_id
    FROM (
      SELECT * FROM (${sql.join(nearestByBand, sql` UNION `)}) AS all_near ORDER BY distance, time LIMIT ${limit}
    ) AS nearest
    JOIN perceptual_hashes ON perceptual_hashes.hash = nearest.hash
      AND key_1 = ${firstKeyOf(kind)} + (((nearest.hash >> 42) & 4194303) << 40) + nearest.time
    ORDER BY distance, perceptual_hashes.record_id LIMIT ${limit}`.execute(publicRead);
  return rows.map(({ record_id }) => record_id);
}

type Expression = RawBuilder<unknown>;

interface Dialect {
  /** The distance of the column hash. */
  distanceTo(hash: bigint): Expression;
  /** Selects key and hash from each range, oldest first. */
  readRanges(key: Expression, starts: readonly bigint[]): Expression;
}

const dialects: Record<Database['kind'], Dialect> = {
  // Needs PostgreSQL 14 for bit_count.
  postgres: {
    distanceTo: (hash) => sql`bit_count((hash # ${hash}::bigint)::bit(64))`,
    readRanges: (key, starts) => sql`
      SELECT found.key, found.hash FROM unnest(${starts}::bigint[]) AS wanted (start)
      CROSS JOIN LATERAL (
        SELECT ${key} AS key, hash FROM perceptual_hashes
        WHERE ${key} BETWEEN start AND start + ${lastTime}
        ORDER BY ${key} LIMIT ${sql.lit(mostPerRange.postgres)}
      ) AS found`,
  },
  // SQLite has neither LATERAL nor XOR. The adapter adds bit_count.
  sqlite: {
    distanceTo: (hash) => sql`bit_count((hash | ${hash}) - (hash & ${hash}))`,
    readRanges: (key, starts) => sql`
      SELECT ${key} AS key, hash FROM (
        SELECT value AS start, coalesce(
          (SELECT ${key} - 1 FROM perceptual_hashes WHERE ${key} BETWEEN value AND value + ${lastTime}
            ORDER BY ${key} LIMIT 1 OFFSET ${sql.lit(mostPerRange.sqlite)}),
          value + ${lastTime}) AS stop
        FROM json_each(${`[${starts.join()}]`})
      ) CROSS JOIN perceptual_hashes WHERE ${key} BETWEEN start AND stop`,
  },
};
