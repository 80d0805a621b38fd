// What an API key can do, from where and until when. Without a value there is no restriction, so
// keys from before keep working unchanged.
export const apiKeySettings = [
  'ALTER TABLE api_keys ADD COLUMN scopes text',
  'ALTER TABLE api_keys ADD COLUMN expires_at bigint',
  'ALTER TABLE api_keys ADD COLUMN generator_ids text',
  'ALTER TABLE api_keys ADD COLUMN addresses text',
  'ALTER TABLE api_keys ADD COLUMN limit_per_minute integer',
  'ALTER TABLE api_keys ADD COLUMN replaced_by text',
  'ALTER TABLE api_keys ADD COLUMN warned_days integer',
  'ALTER TABLE api_keys ADD COLUMN usage_month text',
  'ALTER TABLE api_keys ADD COLUMN requests bigint NOT NULL DEFAULT 0',
  'ALTER TABLE api_keys ADD COLUMN signatures bigint NOT NULL DEFAULT 0',
  'CREATE INDEX api_keys_by_expiry ON api_keys (expires_at)',
];
