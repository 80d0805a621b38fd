// Fills a database with records of the real size, without the service, because a million
// submissions would take an hour. The organization and the generator are the measured ones. The
// events belong to another organization, whose chain does not continue.
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

const rowsPerStep = 25_000;
const signatureBytes = 3309;
const hash = `sha3-256:${'0'.repeat(64)}`;

export interface Filling {
  /** The file of SQLite, or the address of a PostgreSQL database. */
  readonly place: string;
  readonly orgId: string;
  readonly generatorId: string;
  readonly records: number;
}

const firstSignedAt = 1_700_000_000_000;

/**
 * Where a list of the organization's records starts, so that the filled one with this number comes
 * first.
 */
export function placeBehind(number: number): string {
  const id = `018f0000-0000-7000-8000-${(number + 1).toString(16).padStart(12, '0')}`;
  return `${new Date(firstSignedAt + number + 1).toISOString()}~${id}`;
}

const columns = `record_id, org_id, generator_id, kid, watermark_id, model, format, mode, content_hash, signed_at`;

/** Record ids grow with time, as in version 7. */
export async function fillRecords(filling: Filling): Promise<void> {
  const { run, end } = filling.place.startsWith('postgres:') ? await openPostgres(filling) : openSqlite(filling);
  for (let first = 0; first < filling.records; first += rowsPerStep) {
    await run(first, Math.min(rowsPerStep, filling.records - first));
  }
  await end();
}

function openSqlite({ place, orgId, generatorId }: Filling) {
  const database = new DatabaseSync(place);
  database.exec('PRAGMA busy_timeout = 10000; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
  const numbers = 'WITH RECURSIVE numbers(n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers LIMIT ?)';
  const uuid = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' ||
    hex(randomblob(2)) || '-' || hex(randomblob(6)))`;
  // Watermark ids are random.
  const records =
    database.prepare(`${numbers} INSERT INTO records (${columns}) SELECT printf('018f0000-0000-7000-8000-%012x', n),
    ?, ?, 'bench', ${uuid}, 'bench', 'image', 'client', ?, ${firstSignedAt} + n FROM numbers`);
  const watermarks = database.prepare(`INSERT INTO watermarks SELECT watermark_id, record_id FROM records
    WHERE org_id = ? AND signed_at >= ${firstSignedAt} + ?`);
  const signatures = database.prepare(`INSERT INTO record_signatures SELECT record_id, randomblob(${signatureBytes})
    FROM records WHERE org_id = ? AND signed_at >= ${firstSignedAt} + ?`);
  const events = database.prepare(`${numbers} INSERT INTO events SELECT 'org_filled', n, 'evt_' || ${uuid}, 'sign',
    ${firstSignedAt} + n, '{"record_id":"' || ${uuid} || '","generator_id":"' || ? || '"}', hex(randomblob(32))
    FROM numbers`);
  return {
    async run(first: number, count: number) {
      records.run(first, count, orgId, generatorId, hash);
      watermarks.run(orgId, first);
      signatures.run(orgId, first);
      events.run(first, count, generatorId);
    },
    async end() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

async function openPostgres({ place, orgId, generatorId }: Filling) {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  const signature = `substring(decode(repeat(md5(random()::text), 208), 'hex') FROM 1 FOR ${signatureBytes})`;
  return {
    async run(first: number, count: number) {
      const range = [first, first + count - 1];
      await client.query(
        `INSERT INTO records (${columns}) SELECT '018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'), $3, $4,
          'bench', gen_random_uuid()::text, 'bench', 'image', 'client', $5, ${firstSignedAt} + n
          FROM generate_series($1::bigint, $2::bigint) AS n`,
        [...range, orgId, generatorId, hash],
      );
      const added = `FROM records WHERE org_id = $1 AND signed_at >= ${firstSignedAt} + $2::bigint`;
      await client.query(`INSERT INTO watermarks SELECT watermark_id, record_id ${added}`, [orgId, first]);
      await client.query(`INSERT INTO record_signatures SELECT record_id, ${signature} ${added}`, [orgId, first]);
      await client.query(
        `INSERT INTO events SELECT 'org_filled', n, 'evt_' || gen_random_uuid(), 'sign', ${firstSignedAt} + n,
          '{"record_id":"' || gen_random_uuid() || '","generator_id":"' || $3::text || '"}', md5(n::text)
          FROM generate_series($1::bigint, $2::bigint) AS n`,
        [...range, generatorId],
      );
    },
    async end() {
      await client.query('VACUUM ANALYZE');
      await client.query('CHECKPOINT');
      await client.end();
    },
  };
}
