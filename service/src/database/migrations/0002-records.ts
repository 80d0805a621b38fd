// Generators with their keys, provenance records, usage, and the event stream behind the audit log.
// `bytea` is PostgreSQL's name for bytes; SQLite stores bytes under any type.
export const records = [
  `CREATE TABLE generators (
    generator_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    name text NOT NULL,
    mode text NOT NULL,
    status text NOT NULL,
    supported_formats text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint
  )`,
  `CREATE INDEX generators_of_organization ON generators (org_id, created_at)`,
  `CREATE TABLE generator_keys (
    generator_id text NOT NULL REFERENCES generators (generator_id),
    kid text NOT NULL,
    public_key text NOT NULL,
    sealed_seed text,
    status text NOT NULL,
    created_at bigint NOT NULL,
    retired_at bigint,
    PRIMARY KEY (generator_id, kid)
  )`,
  `CREATE TABLE records (
    record_id text PRIMARY KEY,
    org_id text NOT NULL,
    generator_id text NOT NULL,
    kid text NOT NULL,
    watermark_id text NOT NULL UNIQUE,
    model text NOT NULL,
    format text NOT NULL,
    mode text NOT NULL,
    content_hash text NOT NULL,
    original_hash text,
    signature bytea NOT NULL,
    phash text,
    signed_at bigint NOT NULL
  )`,
  // Random bytes do not compress: store them beside the row without trying.
  { postgres: 'ALTER TABLE records ALTER COLUMN signature SET STORAGE EXTERNAL' },
  // Holds all that the search for similar pictures reads: the rows themselves stay untouched.
  `CREATE INDEX records_by_phash ON records (format, record_id, phash) WHERE phash IS NOT NULL`,
  `CREATE INDEX records_of_organization ON records (org_id, signed_at, record_id)`,
  `CREATE INDEX records_of_format ON records (org_id, format, signed_at, record_id)`,
  `CREATE INDEX records_of_generator ON records (generator_id, signed_at, record_id)`,
  `CREATE TABLE usage (
    org_id text NOT NULL,
    period text NOT NULL,
    signatures_used bigint NOT NULL,
    warned_at bigint,
    limited_at bigint,
    PRIMARY KEY (org_id, period)
  )`,
  `CREATE TABLE events (
    org_id text NOT NULL,
    sequence bigint NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    occurred_at bigint NOT NULL,
    metadata text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (org_id, sequence)
  )`,
  `CREATE INDEX events_by_time ON events (org_id, occurred_at)`,
  `CREATE TABLE event_heads (
    org_id text PRIMARY KEY,
    sequence bigint NOT NULL,
    occurred_at bigint NOT NULL,
    seal text NOT NULL
  )`,
];
