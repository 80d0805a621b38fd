// Webhook endpoints with their deliveries, and the roll-ups behind analytics.

export const webhooksAndAnalytics = [
  `CREATE TABLE webhook_endpoints (
    webhook_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    url text NOT NULL,
    events text NOT NULL,
    status text NOT NULL,
    failure_count integer NOT NULL DEFAULT 0,
    sealed_secret text NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE INDEX webhook_endpoints_of_organization ON webhook_endpoints (org_id, created_at)`,
  // Without a reference to its endpoint: an endpoint may be removed while deliveries to it are
  // being written.
  `CREATE TABLE webhook_deliveries (
    delivery_id text PRIMARY KEY,
    org_id text NOT NULL,
    webhook_id text NOT NULL,
    sequence bigint NOT NULL,
    event text NOT NULL,
    payload text NOT NULL,
    status text NOT NULL,
    status_code integer,
    response_body text,
    failure text,
    latency_ms integer,
    attempts integer NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (webhook_id, sequence)`,
  `CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (created_at)`,
  `CREATE TABLE daily_activity (
    org_id text NOT NULL,
    day text NOT NULL,
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
    PRIMARY KEY (org_id, day)
  )`,
  `CREATE TABLE record_activity (
    org_id text NOT NULL,
    record_id text NOT NULL,
    day text NOT NULL,
    verifications bigint NOT NULL,
    tampered bigint NOT NULL,
    high bigint NOT NULL,
    medium bigint NOT NULL,
    low bigint NOT NULL,
    none bigint NOT NULL,
    PRIMARY KEY (org_id, record_id, day)
  )`,
  `CREATE TABLE record_ranking (
    org_id text NOT NULL,
    span text NOT NULL,
    record_id text NOT NULL,
    verifications bigint NOT NULL,
    PRIMARY KEY (org_id, span, record_id)
  )`,
  // The most verified records of a span stand at one end of it.
  `CREATE INDEX record_ranking_by_count ON record_ranking (org_id, span, verifications, record_id)`,
  `CREATE TABLE record_verifications (
    org_id text NOT NULL,
    record_id text NOT NULL,
    sequence bigint NOT NULL,
    PRIMARY KEY (org_id, record_id, sequence)
  )`,
];
