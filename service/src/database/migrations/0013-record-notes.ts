// What an organization keeps about its records for itself: labels and thumbnails, both off by
// default. Also the counts and indexes behind the list of records, and activity by the hour.
export const recordNotes = [
  `ALTER TABLE organizations ADD COLUMN keeps_labels integer NOT NULL DEFAULT 0`,
  `ALTER TABLE organizations ADD COLUMN keeps_thumbnails integer NOT NULL DEFAULT 0`,
  `CREATE TABLE record_labels (
    record_id text PRIMARY KEY,
    org_id text NOT NULL,
    signed_at bigint NOT NULL,
    label text NOT NULL,
    folded text NOT NULL
  )`,
  // A search reads only this index: in the order of the list, with the text that it compares.
  `CREATE INDEX record_labels_by_time ON record_labels (org_id, signed_at, record_id, folded)`,
  `CREATE TABLE record_thumbnails (
    record_id text PRIMARY KEY,
    org_id text NOT NULL,
    picture bytea NOT NULL
  )`,
  { postgres: 'ALTER TABLE record_thumbnails ALTER COLUMN picture SET STORAGE EXTERNAL' },
  `CREATE INDEX record_thumbnails_of_organization ON record_thumbnails (org_id)`,
  // Only verified records have a row. The key is the order of the list.
  `CREATE TABLE record_counts (
    org_id text NOT NULL,
    signed_at bigint NOT NULL,
    record_id text NOT NULL,
    verifications bigint NOT NULL,
    authentic bigint NOT NULL,
    tampered bigint NOT NULL,
    PRIMARY KEY (org_id, signed_at, record_id)
  )`,
  `CREATE INDEX record_counts_tampered ON record_counts (org_id, signed_at, record_id) WHERE tampered > 0`,
  // Both words come from the service, so no text of a caller can imitate them.
  `INSERT INTO record_counts
    SELECT v.org_id, r.signed_at, v.record_id, count(*),
      sum(CASE WHEN e.metadata LIKE '%"authentic":true%' THEN 1 ELSE 0 END),
      sum(CASE WHEN e.metadata LIKE '%"tampered":true%' THEN 1 ELSE 0 END)
    FROM record_verifications v
    JOIN records r ON r.record_id = v.record_id
    JOIN events e ON e.org_id = v.org_id AND e.sequence = v.sequence
    GROUP BY v.org_id, r.signed_at, v.record_id`,
  `CREATE INDEX records_of_model ON records (org_id, model, signed_at, record_id)`,
  `CREATE INDEX records_by_hash ON records (org_id, content_hash, signed_at, record_id)`,
  // With the organization first, so that no database prefers the index of all its records.
  `CREATE INDEX records_by_generator ON records (org_id, generator_id, signed_at, record_id)`,
  `DROP INDEX records_of_generator`,
  `CREATE TABLE hourly_activity (
    org_id text NOT NULL,
    hour text NOT NULL,
    signatures bigint NOT NULL DEFAULT 0,
    verifications bigint NOT NULL DEFAULT 0,
    authentic bigint NOT NULL DEFAULT 0,
    tampered bigint NOT NULL DEFAULT 0,
    format_image bigint NOT NULL DEFAULT 0,
    format_audio bigint NOT NULL DEFAULT 0,
    format_text bigint NOT NULL DEFAULT 0,
    format_video bigint NOT NULL DEFAULT 0,
    format_unknown bigint NOT NULL DEFAULT 0,
    source_provided bigint NOT NULL DEFAULT 0,
    source_xmp bigint NOT NULL DEFAULT 0,
    source_watermark bigint NOT NULL DEFAULT 0,
    source_phash bigint NOT NULL DEFAULT 0,
    source_fingerprint bigint NOT NULL DEFAULT 0,
    source_neural_watermark bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (org_id, hour)
  )`,
  `CREATE INDEX hourly_activity_by_hour ON hourly_activity (hour)`,
];
