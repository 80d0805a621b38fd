// Invites to a team, an organization's branding, and the signatures of exported attestations.
export const team = [
  `CREATE TABLE invites (
    invite_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    email text NOT NULL,
    role text NOT NULL,
    inviter_id text NOT NULL,
    token_hash text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    accepted_at bigint
  )`,
  `CREATE INDEX invites_of_organization ON invites (org_id, created_at)`,
  `CREATE INDEX invites_by_expiry ON invites (expires_at)`,
  // Members' keys are counted in lists, and removed with the member.
  `CREATE INDEX api_keys_of_user ON api_keys (user_id)`,
  `ALTER TABLE organizations ADD COLUMN display_name text`,
  `ALTER TABLE organizations ADD COLUMN logo_url text`,
  `ALTER TABLE organizations ADD COLUMN primary_color text`,
  `ALTER TABLE organizations ADD COLUMN support_url text`,
  `CREATE TABLE attestations (
    attestation_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    content_hash text NOT NULL,
    kid text NOT NULL,
    signature bytea NOT NULL,
    signed_at bigint NOT NULL
  )`,
];
