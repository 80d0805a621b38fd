// Jobs for content that does not fit in a request, the parts of their uploads, and the
// S3-compatible stores that organizations connected.
export const jobs = [
  `CREATE TABLE storage_connections (
    connection_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    name text NOT NULL,
    endpoint text NOT NULL,
    region text NOT NULL,
    addressing text NOT NULL,
    bucket text NOT NULL,
    prefix text NOT NULL,
    access_key_id text NOT NULL,
    sealed_secret text NOT NULL,
    created_at bigint NOT NULL
  )`,
  'CREATE INDEX storage_connections_of_organization ON storage_connections (org_id, created_at)',
  `CREATE TABLE jobs (
    job_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    kind text NOT NULL,
    state text NOT NULL,
    actor text NOT NULL,
    options text NOT NULL,
    record_id text,
    watermark_id text,
    source text NOT NULL,
    source_size bigint NOT NULL,
    target text,
    stored_bytes bigint NOT NULL,
    progress integer NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    waiting_since bigint,
    due_at bigint,
    claimed_by text,
    outcome_attempt integer,
    content text,
    result text,
    error text,
    is_cleaned integer NOT NULL DEFAULT 0,
    created_at bigint NOT NULL,
    finished_at bigint,
    expires_at bigint
  )`,
  'CREATE INDEX jobs_of_organization ON jobs (org_id, created_at)',
  `CREATE INDEX jobs_in_queue ON jobs (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX jobs_by_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL`,
  `CREATE TABLE job_parts (
    job_id text NOT NULL REFERENCES jobs (job_id),
    number integer NOT NULL,
    sha256 text NOT NULL,
    PRIMARY KEY (job_id, number)
  )`,
];
