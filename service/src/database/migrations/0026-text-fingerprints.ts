// Text fingerprints (docs/decisions/0053): the codes of a text in one row, and an index of shingles
// that leads to it. Without a reference to records, because old records move to an archive. Analytics
// count the verifications that found their record by its text.

export const textFingerprints = [
  // On SQLite, an integer key is the row's own number and needs no index.
  {
    sqlite: `CREATE TABLE texts (
      track integer PRIMARY KEY,
      whole bigint,
      record_id text NOT NULL,
      codes bytea NOT NULL
    )`,
    postgres: `CREATE TABLE texts (
      track bigint PRIMARY KEY,
      whole bigint,
      record_id text NOT NULL,
      codes bytea NOT NULL
    )`,
  },
  { postgres: 'ALTER TABLE texts ALTER COLUMN codes SET STORAGE EXTERNAL' },
  // With the record, so that a search reads the oldest of many equal texts and no others.
  'CREATE INDEX texts_by_whole ON texts (whole, record_id) WHERE whole IS NOT NULL',
  // The order of the columns leaves no gap on PostgreSQL.
  {
    sqlite: `CREATE TABLE shingles (
      hash integer NOT NULL,
      slot smallint NOT NULL,
      rest smallint NOT NULL,
      track bigint NOT NULL,
      PRIMARY KEY (hash, slot)
    ) WITHOUT ROWID`,
    postgres: `CREATE TABLE shingles (
      hash integer NOT NULL,
      slot smallint NOT NULL,
      rest smallint NOT NULL,
      track bigint NOT NULL,
      PRIMARY KEY (hash, slot)
    )`,
  },
  'ALTER TABLE daily_activity ADD COLUMN source_text_fingerprint bigint NOT NULL DEFAULT 0',
  'ALTER TABLE hourly_activity ADD COLUMN source_text_fingerprint bigint NOT NULL DEFAULT 0',
];
