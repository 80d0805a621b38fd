// The transparency log (docs/decisions/0050). Records that are older than these tables have no
// entry.
export const transparencyLog = [
  'CREATE TABLE log_head (head_id integer PRIMARY KEY, size bigint NOT NULL)',
  'INSERT INTO log_head (head_id, size) VALUES (1, 0)',
  `CREATE TABLE log_entries (
    log_index bigint PRIMARY KEY,
    subject text NOT NULL UNIQUE,
    entry bytea NOT NULL
  )`,
  `CREATE TABLE log_tiles (
    level integer NOT NULL,
    tile_index bigint NOT NULL,
    hashes bytea NOT NULL,
    PRIMARY KEY (level, tile_index)
  )`,
  `CREATE TABLE log_checkpoint (
    checkpoint_id integer PRIMARY KEY,
    origin text NOT NULL,
    size bigint NOT NULL,
    checkpoint text NOT NULL,
    integrator text,
    integrator_until bigint,
    witnessed_size bigint NOT NULL DEFAULT 0,
    witnessed_checkpoint text,
    lost_size bigint,
    lost_checkpoint text
  )`,
  `CREATE TABLE log_timestamps (
    size bigint PRIMARY KEY,
    checkpoint text NOT NULL,
    token bytea NOT NULL,
    stamped_at bigint NOT NULL
  )`,
];
