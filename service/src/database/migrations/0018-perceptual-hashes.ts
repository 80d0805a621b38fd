// The perceptual hashes of all records, so that the database finds similar pictures and no node
// reads them into its memory (docs/decisions/0036). database/hash-keys.ts explains the keys.

/** Hex digits as a number. SQLite has no function for this. */
const hexNumber = (digits: readonly string[]) =>
  digits
    .toReversed()
    .map((digit, place) => `(instr('123456789abcdef', ${digit}) << ${4 * place})`)
    .join(' | ');
const digitsOf = (column: string, places: readonly number[]) => places.map((place) => `substr(${column}, ${place}, 1)`);
const from = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place);

/** once: keeps the database from computing the inner columns again wherever they are used. */
const fill = (recordId: string, hash: string, milliseconds: string, once: string) => `INSERT INTO perceptual_hashes
  SELECT kind + (((hash >> 42) & 4194303) << 40) + time,
    kind + (((hash >> 21) & 2097151) << 40) + time,
    kind + ((hash & 2097151) << 40) + time,
    hash, record_id
  FROM (
    SELECT ${recordId} AS record_id, ${hash} AS hash, ((${milliseconds}) >> 2) & 1099511627775 AS time,
      CASE format WHEN 'video' THEN 4611686018427387904 ELSE 0 END AS kind
    FROM records WHERE phash IS NOT NULL AND format IN ('image', 'video') ${once}
  ) AS found`;

export const perceptualHashes = [
  // A record can be in an archive when its hash is found, so there is no foreign key.
  {
    sqlite: `CREATE TABLE perceptual_hashes (
      key_1 integer NOT NULL,
      key_2 integer NOT NULL,
      key_3 integer NOT NULL,
      hash integer NOT NULL,
      record_id text NOT NULL
    )`,
    postgres: `CREATE TABLE perceptual_hashes (
      key_1 bigint NOT NULL,
      key_2 bigint NOT NULL,
      key_3 bigint NOT NULL,
      hash bigint NOT NULL,
      record_id uuid NOT NULL
    )`,
  },
  {
    sqlite: fill(
      'record_id',
      hexNumber(digitsOf('phash', from(1, 16))),
      hexNumber(digitsOf('record_id', [...from(1, 8), ...from(10, 4)])),
      'LIMIT -1',
    ),
    postgres: fill(
      'record_id::uuid',
      `('x' || phash)::bit(64)::bigint`,
      `('x' || substr(record_id, 1, 8) || substr(record_id, 10, 4))::bit(48)::bigint`,
      'OFFSET 0',
    ),
  },
  // Each index has everything that a search compares, so it does not read the rows.
  `CREATE INDEX perceptual_hashes_1 ON perceptual_hashes (key_1, hash)`,
  `CREATE INDEX perceptual_hashes_2 ON perceptual_hashes (key_2, hash)`,
  `CREATE INDEX perceptual_hashes_3 ON perceptual_hashes (key_3, hash)`,
  // PostgreSQL reads an index alone only where a vacuum has seen the rows. By default it waits
  // until a fifth of the table is new.
  { postgres: `ALTER TABLE perceptual_hashes SET (autovacuum_vacuum_insert_scale_factor = 0.01)` },
];
