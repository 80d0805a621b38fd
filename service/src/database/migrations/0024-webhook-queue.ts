// Queued deliveries (docs/decisions/0049): how an endpoint wants its events, since when it fails,
// and one row for each delivery that has not arrived. The queue is a separate table, because it is
// small, and deliveries have months.
export const webhookQueue = [
  `ALTER TABLE webhook_endpoints ADD COLUMN delivery text NOT NULL DEFAULT 'synchronous'`,
  'ALTER TABLE webhook_endpoints ADD COLUMN failing_since bigint',
  'ALTER TABLE webhook_endpoints ADD COLUMN failed_at bigint',
  'ALTER TABLE webhook_endpoints ADD COLUMN warned_at bigint',
  `CREATE TABLE webhook_queue (
    delivery_id text PRIMARY KEY,
    org_id text NOT NULL,
    webhook_id text NOT NULL,
    subject text NOT NULL,
    sequence bigint NOT NULL,
    event text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at bigint,
    lease_until bigint,
    created_at bigint NOT NULL
  )`,
  'CREATE INDEX webhook_queue_by_due_time ON webhook_queue (webhook_id, next_attempt_at)',
  'CREATE INDEX webhook_queue_in_order ON webhook_queue (webhook_id, subject, sequence, event)',
  'CREATE INDEX webhook_queue_by_age ON webhook_queue (created_at)',
];
