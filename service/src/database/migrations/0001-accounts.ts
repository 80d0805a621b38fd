// Organizations, users and what proves who they are; queued mail; idempotency; the service's own
// sealed secrets.
export const accounts = [
  `CREATE TABLE organizations (
    org_id text PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL,
    billing_interval text NOT NULL DEFAULT 'monthly',
    created_at bigint NOT NULL
  )`,
  `CREATE TABLE users (
    user_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    email text NOT NULL UNIQUE,
    role text NOT NULL,
    email_verified_at bigint,
    password_hash text NOT NULL,
    session_generation integer NOT NULL DEFAULT 0,
    two_factor_method text,
    two_factor_secret text,
    two_factor_last_step bigint,
    created_at bigint NOT NULL
  )`,
  `CREATE INDEX users_of_organization ON users (org_id, created_at)`,
  `CREATE TABLE recovery_codes (
    user_id text NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    code_hash text NOT NULL,
    PRIMARY KEY (user_id, code_hash)
  )`,
  `CREATE TABLE mailed_tokens (
    token_hash text PRIMARY KEY,
    purpose text NOT NULL,
    user_id text NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    expires_at bigint NOT NULL,
    used_at bigint
  )`,
  `CREATE INDEX mailed_tokens_of_user ON mailed_tokens (user_id, purpose)`,
  `CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens (expires_at)`,
  `CREATE TABLE revoked_sessions (
    session_id text PRIMARY KEY,
    expires_at bigint NOT NULL
  )`,
  `CREATE INDEX revoked_sessions_by_expiry ON revoked_sessions (expires_at)`,
  `CREATE TABLE api_keys (
    key_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    user_id text REFERENCES users (user_id) ON DELETE CASCADE,
    name text,
    preview text NOT NULL,
    key_hash text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    last_used_at bigint,
    revoked_at bigint
  )`,
  `CREATE INDEX api_keys_of_organization ON api_keys (org_id, created_at)`,
  `CREATE TABLE mail_queue (
    mail_id text PRIMARY KEY,
    sealed_request text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at bigint NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE INDEX mail_queue_by_time ON mail_queue (next_attempt_at)`,
  `CREATE TABLE idempotency_keys (
    org_id text NOT NULL,
    route text NOT NULL,
    idempotency_key text NOT NULL,
    fingerprint text NOT NULL,
    lease_until bigint,
    status integer,
    body text,
    expires_at bigint NOT NULL,
    PRIMARY KEY (org_id, route, idempotency_key)
  )`,
  `CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at)`,
  `CREATE TABLE service_secrets (
    name text PRIMARY KEY,
    sealed text NOT NULL,
    created_at bigint NOT NULL
  )`,
];
