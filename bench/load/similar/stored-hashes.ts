// Perceptual hashes in a private PostgreSQL: half of them random, half real ones with some bits
// flipped, because the bits of real hashes depend on each other.
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../../service/src/adapters/database/database.ts';
import { firstKeyOf, hashNumber, hashRowOf } from '../../../service/src/database/hash-keys.ts';

export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export async function connect(connectionString: string): Promise<{ query: Query; end(): Promise<void> }> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return { query: async (text, values) => (await client.query(text, values)).rows, end: () => client.end() };
}

const indexes = [1, 2, 3].map((key) => `perceptual_hashes_${key}`);
const firstTime = Date.UTC(2026, 0, 1);
const recordsPerTransaction = 200;

/** Replaces all rows. In one transaction, so that PostgreSQL does not write them to its log too. */
export async function fillHashes(query: Query, count: number, real: readonly string[]): Promise<void> {
  await query('BEGIN');
  await query('TRUNCATE perceptual_hashes');
  await dropIndexes(query);
  const hex = (from: number) => `('x' || substr(bits, ${from}, 16))::bit(64)::bigint`;
  await insert(
    query,
    `SELECT place, CASE place % 2 WHEN 0 THEN one ELSE real[1 + place / 2 % ${real.length}] # (one & two & (one >> 7)) END
      FROM (SELECT place, ${hex(1)} AS one, ${hex(17)} AS two, $1::bigint[] AS real
        FROM (SELECT place, md5(place::text) AS bits FROM generate_series(1::bigint, ${count}) AS place OFFSET 0) AS drawn OFFSET 0) AS numbers`,
    [real.map(hashNumber)],
  );
  for (const [place, index] of indexes.entries())
    await query(`CREATE INDEX ${index} ON perceptual_hashes (key_${place + 1}, hash)`);
  await query('COMMIT');
  await query('VACUUM ANALYZE perceptual_hashes');
  await query('CHECKPOINT');
}

/** The worst that an organization can store: every range of a search for the hash becomes full. */
export async function flood(query: Query, phash: string, count: number): Promise<void> {
  const flips = [
    [42, 22],
    [21, 21],
    [0, 21],
  ].flatMap(([shift, bits]) => Array(2).fill(`# (1::bigint << (${shift} + floor(random() * ${bits}))::int)`));
  await insert(query, `SELECT place, $1::bigint ${flips.join(' ')} FROM generate_series(1, ${count}) AS place`, [
    hashNumber(phash),
  ]);
}

/**
 * hashes: selects numbered hashes. The keys are the same as in database/hash-keys.ts. OFFSET 0
 * keeps PostgreSQL from computing a hash again for each key.
 */
async function insert(query: Query, hashes: string, values: unknown[]): Promise<void> {
  await query(
    `INSERT INTO perceptual_hashes
      SELECT ${firstKeyOf('image')} + (((hash >> 42) & 4194303) << 40) + time, (((hash >> 21) & 2097151) << 40) + time,
        ((hash & 2097151) << 40) + time, hash,
        (lpad(to_hex(time * 4), 12, '0') || '70008000' || lpad(to_hex(place), 12, '0'))::uuid
      FROM (SELECT place, hash, (${firstTime} + place) / 4 AS time FROM (${hashes}) AS made (place, hash) OFFSET 0) AS timed`,
    values,
  );
}

export async function dropIndexes(query: Query): Promise<void> {
  for (const index of indexes) await query(`DROP INDEX IF EXISTS ${index}`);
}

/** Records per second, in transactions as the service makes them, one after another. */
export async function insertRate(database: Database, seconds: number): Promise<number> {
  let count = 0;
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    const rows = Array.from({ length: recordsPerTransaction }, () =>
      hashRowOf(randomUUIDv7(), randomBytes(8).toString('hex'), 'image'),
    );
    await database.transaction((transaction) => transaction.insertInto('perceptual_hashes').values(rows).execute());
    count += rows.length;
  }
  return count / ((performance.now() - start) / 1000);
}
