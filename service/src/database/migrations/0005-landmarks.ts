// Acoustic fingerprints: the inverted index of landmarks. A track is a number for a record, since
// millions of rows name it.

export const landmarks = [
  `CREATE TABLE tracks (
    track bigint PRIMARY KEY,
    record_id text NOT NULL REFERENCES records (record_id)
  )`,
  // The key holds all that a search reads; on SQLite it is the table itself.
  {
    sqlite: `CREATE TABLE landmarks (
      hash integer NOT NULL,
      track bigint NOT NULL,
      time integer NOT NULL,
      PRIMARY KEY (hash, track, time)
    ) WITHOUT ROWID`,
    postgres: `CREATE TABLE landmarks (
      hash integer NOT NULL,
      track bigint NOT NULL,
      time integer NOT NULL,
      PRIMARY KEY (hash, track, time)
    )`,
  },
];
