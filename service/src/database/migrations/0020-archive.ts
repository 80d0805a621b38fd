// Archive files of old records (docs/run/archive.md), the counts that attestations need of them,
// and leases for work that one node does at a time.
export const archive = [
  `CREATE TABLE archives (
    archive_id text PRIMARY KEY,
    first_key text NOT NULL,
    last_key text NOT NULL,
    entries integer NOT NULL,
    bytes bigint NOT NULL,
    index_offset bigint NOT NULL,
    state text NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE INDEX archives_by_key ON archives (first_key)`,
  `CREATE INDEX archives_by_state ON archives (state, first_key)`,
  `CREATE TABLE archived_counts (
    org_id text NOT NULL,
    day text NOT NULL,
    format text NOT NULL,
    mode text NOT NULL,
    records bigint NOT NULL,
    marked bigint NOT NULL,
    PRIMARY KEY (org_id, day, format, mode)
  )`,
  `CREATE TABLE leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    lease_until bigint NOT NULL
  )`,
];
