// Certificates with which organizations sign manifests in a way that other programs can check, and
// how each one signs unless a request says otherwise.
export const signingCertificates = [
  `CREATE TABLE c2pa_signing_certificates (
    certificate_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    source text NOT NULL,
    state text NOT NULL,
    sealed_key text NOT NULL,
    request text,
    algorithm text,
    chain text,
    subject text NOT NULL,
    issuer text,
    serial_number text,
    not_before bigint,
    not_after bigint,
    warned_days bigint,
    created_at bigint NOT NULL,
    revoked_at bigint
  )`,
  `CREATE INDEX c2pa_signing_certificates_of_org ON c2pa_signing_certificates (org_id, created_at)`,
  `CREATE INDEX c2pa_signing_certificates_by_end ON c2pa_signing_certificates (state, not_after)`,
  `ALTER TABLE organizations ADD COLUMN c2pa_signature text`,
];
