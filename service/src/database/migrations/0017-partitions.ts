// Months for the tables that grow with traffic. Signatures, which are most of the data, get a table
// of their own, and so do watermark ids, which must be unique across all months. Verifications of a
// record get the time of their event. PostgreSQL only: the tables become partitioned.
import type { Database, Queries } from '../../adapters/database/database.ts';
import { partitionTable } from '../partitions/partition-table.ts';
import { partitionedTables } from '../partitions/partitioned-tables.ts';

const recordColumns = `record_id, org_id, generator_id, kid, watermark_id, model, format, exact_format, mode,
  content_hash, original_hash, phash, signed_at`;
const manifestColumns = 'manifest_id, org_id, record_id, signature, output, store_hash, file_hash, store, created_at';

export const partitions = [
  // A reference to a partitioned table would keep its months from being removed.
  { postgres: 'ALTER TABLE tracks DROP CONSTRAINT tracks_record_id_fkey' },
  { sqlite: 'CREATE TABLE new_tracks (track bigint PRIMARY KEY, record_id text NOT NULL)' },
  { sqlite: 'INSERT INTO new_tracks SELECT track, record_id FROM tracks' },
  { sqlite: 'DROP TABLE tracks' },
  { sqlite: 'ALTER TABLE new_tracks RENAME TO tracks' },
  { postgres: 'ALTER TABLE c2pa_manifests DROP CONSTRAINT c2pa_manifests_record_id_fkey' },
  {
    sqlite: `CREATE TABLE new_c2pa_manifests (
      manifest_id text PRIMARY KEY,
      org_id text NOT NULL REFERENCES organizations (org_id),
      record_id text NOT NULL,
      signature text NOT NULL,
      output text NOT NULL,
      store_hash text NOT NULL,
      file_hash text NOT NULL,
      store bytea NOT NULL,
      created_at bigint NOT NULL
    )`,
  },
  { sqlite: `INSERT INTO new_c2pa_manifests SELECT ${manifestColumns} FROM c2pa_manifests` },
  { sqlite: 'DROP TABLE c2pa_manifests' },
  { sqlite: 'ALTER TABLE new_c2pa_manifests RENAME TO c2pa_manifests' },
  { sqlite: 'CREATE INDEX c2pa_manifests_of_record ON c2pa_manifests (record_id, file_hash)' },
  { sqlite: 'CREATE INDEX c2pa_manifests_by_store ON c2pa_manifests (store_hash)' },

  {
    postgres: 'CREATE TABLE watermarks (watermark_id text NOT NULL, record_id text NOT NULL)',
    sqlite: 'CREATE TABLE watermarks (watermark_id text PRIMARY KEY, record_id text NOT NULL) WITHOUT ROWID',
  },
  'INSERT INTO watermarks SELECT watermark_id, record_id FROM records ORDER BY watermark_id',
  { postgres: 'ALTER TABLE watermarks ADD PRIMARY KEY (watermark_id)' },

  `CREATE TABLE new_records (
    record_id text NOT NULL PRIMARY KEY,
    org_id text NOT NULL,
    generator_id text NOT NULL,
    kid text NOT NULL,
    watermark_id text NOT NULL,
    model text NOT NULL,
    format text NOT NULL,
    exact_format text,
    mode text NOT NULL,
    content_hash text NOT NULL,
    original_hash text,
    phash text,
    signed_at bigint NOT NULL
  )`,
  `INSERT INTO new_records SELECT ${recordColumns} FROM records`,
  // PostgreSQL keeps the large signatures where they are and drops the columns around them.
  { sqlite: 'CREATE TABLE record_signatures (record_id text PRIMARY KEY, signature bytea NOT NULL)' },
  { sqlite: 'INSERT INTO record_signatures SELECT record_id, signature FROM records' },
  { sqlite: 'DROP TABLE records' },
  { postgres: 'ALTER TABLE records RENAME TO record_signatures' },
  { postgres: 'ALTER INDEX records_pkey RENAME TO record_signatures_pkey' },
  {
    postgres: `ALTER TABLE record_signatures
      ${recordColumns
        .split(/,\s+/)
        .slice(1)
        .map((column) => `DROP COLUMN ${column}`)
        .join(', ')}`,
  },
  'ALTER TABLE new_records RENAME TO records',
  { postgres: 'ALTER INDEX new_records_pkey RENAME TO records_pkey' },
  'CREATE INDEX records_of_organization ON records (org_id, signed_at, record_id)',
  'CREATE INDEX records_of_format ON records (org_id, format, signed_at, record_id)',
  'CREATE INDEX records_of_model ON records (org_id, model, signed_at, record_id)',
  'CREATE INDEX records_by_hash ON records (org_id, content_hash, signed_at, record_id)',
  'CREATE INDEX records_by_generator ON records (org_id, generator_id, signed_at, record_id)',

  'ALTER TABLE record_verifications RENAME TO old_record_verifications',
  { postgres: 'ALTER INDEX record_verifications_pkey RENAME TO old_record_verifications_pkey' },
  `CREATE TABLE record_verifications (
    org_id text NOT NULL,
    record_id text NOT NULL,
    sequence bigint NOT NULL,
    occurred_at bigint NOT NULL,
    PRIMARY KEY (org_id, record_id, sequence, occurred_at)
  )`,
  `INSERT INTO record_verifications SELECT v.org_id, v.record_id, v.sequence, e.occurred_at
    FROM old_record_verifications v JOIN events e ON e.org_id = v.org_id AND e.sequence = v.sequence`,
  'DROP TABLE old_record_verifications',
  // A span of ten days begins with its first day now, like a span of one day.
  {
    postgres: `UPDATE record_ranking SET span =
      to_char(to_timestamp(CAST(substr(span, 10) AS bigint) * 864000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') || '/10'
      WHERE span LIKE 'ten-days-%'`,
    sqlite: `UPDATE record_ranking SET span = date(CAST(substr(span, 10) AS integer) * 864000, 'unixepoch') || '/10'
      WHERE span LIKE 'ten-days-%'`,
  },
  // Where there are no months to remove, old rows are found by these.
  { sqlite: 'CREATE INDEX record_verifications_by_time ON record_verifications (occurred_at)' },
  { sqlite: 'CREATE INDEX daily_activity_by_day ON daily_activity (day)' },
  { sqlite: 'CREATE INDEX record_activity_by_day ON record_activity (day)' },
  { sqlite: 'CREATE INDEX record_ranking_by_span ON record_ranking (span)' },
];

const keys = {
  records: ['record_id'],
  record_signatures: ['record_id'],
  events: ['org_id', 'sequence', 'occurred_at'],
  record_verifications: ['org_id', 'record_id', 'sequence', 'occurred_at'],
  webhook_deliveries: ['delivery_id', 'created_at'],
  daily_activity: ['org_id', 'day'],
  record_activity: ['org_id', 'record_id', 'day'],
  record_ranking: ['org_id', 'span', 'record_id'],
} as const;

export async function partitionAll(transaction: Queries, kind: Database['kind']): Promise<void> {
  if (kind !== 'postgres') return;
  const time = Date.now();
  for (const [name, key] of Object.entries(keys)) {
    await partitionTable(transaction, partitionedTables[name as keyof typeof keys], key, time);
  }
}
