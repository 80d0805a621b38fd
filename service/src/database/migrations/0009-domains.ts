// Domains that organizations prove, the names that follow from them, and the names that
// organizations show to the public.
export const domains = [
  `CREATE TABLE organization_domains (
    domain_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    domain text NOT NULL,
    challenge text NOT NULL,
    state text NOT NULL,
    method text,
    verified_at bigint,
    confirmed_at bigint,
    failing_since bigint,
    checked_at bigint,
    next_check_at bigint,
    problem text,
    created_at bigint NOT NULL,
    UNIQUE (org_id, domain)
  )`,
  `CREATE INDEX organization_domains_by_check ON organization_domains (next_check_at)`,
  // Only of domains that are verified or failing.
  `CREATE TABLE verified_names (
    skeleton text NOT NULL,
    org_id text NOT NULL,
    spelling text NOT NULL,
    domain_id text NOT NULL REFERENCES organization_domains (domain_id) ON DELETE CASCADE,
    PRIMARY KEY (skeleton, org_id, spelling, domain_id)
  )`,
  `CREATE INDEX verified_names_of_domain ON verified_names (domain_id)`,
  // Of organizations that exist already, the service fills it in after it starts.
  `CREATE TABLE public_names (
    org_id text NOT NULL REFERENCES organizations (org_id),
    field text NOT NULL,
    name text NOT NULL,
    skeleton text NOT NULL,
    spelling text NOT NULL,
    PRIMARY KEY (org_id, field)
  )`,
  `CREATE INDEX public_names_by_skeleton ON public_names (skeleton)`,
  // Worked out of the tables above whenever they change: records are looked up far more often.
  `ALTER TABLE organizations ADD COLUMN signer_domain text`,
  `ALTER TABLE organizations ADD COLUMN signer_verified_at bigint`,
  `ALTER TABLE organizations ADD COLUMN signer_resembles text`,
];
