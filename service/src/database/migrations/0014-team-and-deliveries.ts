// What the team page and the delivery log show: when members were last active, links of invites to
// copy, the headers of deliveries, and which deliveries are tests.
export const teamAndDeliveries = [
  'ALTER TABLE users ADD COLUMN last_active_at bigint',
  'ALTER TABLE invites ADD COLUMN link_hash text',
  'CREATE UNIQUE INDEX invites_by_link ON invites (link_hash)',
  'ALTER TABLE webhook_deliveries ADD COLUMN request_headers text',
  'ALTER TABLE webhook_deliveries ADD COLUMN is_test integer NOT NULL DEFAULT 0',
];
