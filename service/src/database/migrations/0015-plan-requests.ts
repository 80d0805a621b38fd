// Requests for another plan, which the operator decides. An organization has one open request at
// most.
export const planRequests = [
  `CREATE TABLE plan_requests (
    request_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    plan text NOT NULL,
    billing_interval text NOT NULL,
    note text,
    state text NOT NULL,
    reason text,
    requested_by text NOT NULL,
    created_at bigint NOT NULL,
    decided_at bigint
  )`,
  'CREATE INDEX plan_requests_of_organization ON plan_requests (org_id, created_at)',
  `CREATE UNIQUE INDEX plan_requests_pending ON plan_requests (org_id) WHERE state = 'pending'`,
];
