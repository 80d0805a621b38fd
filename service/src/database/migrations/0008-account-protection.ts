// Networks that a user has logged in from, who made a personal API key, and since when a second
// factor is on.
export const accountProtection = [
  `CREATE TABLE known_networks (
    user_id text NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    network_hash text NOT NULL,
    last_login_at bigint NOT NULL,
    PRIMARY KEY (user_id, network_hash)
  )`,
  `CREATE INDEX known_networks_by_time ON known_networks (last_login_at)`,
  `ALTER TABLE api_keys ADD COLUMN created_by text REFERENCES users (user_id) ON DELETE SET NULL`,
  `CREATE INDEX api_keys_by_creator ON api_keys (created_by)`,
  // Not recorded until now: personal keys count as made by their member.
  `UPDATE api_keys SET created_by = user_id`,
  `ALTER TABLE users ADD COLUMN two_factor_enabled_at bigint`,
  // Not recorded until now: counts as after the verification, so that no second factor is lost
  // without need.
  `UPDATE users SET two_factor_enabled_at = coalesce(email_verified_at, created_at) WHERE two_factor_method IS NOT NULL`,
];
