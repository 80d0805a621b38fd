// Manifests that organizations bring, and the soft bindings by which they are found. They are apart
// from c2pa_manifests: what is stored here never makes a file authentic.
export const manifestRepository = [
  `CREATE TABLE c2pa_stored_manifests (
    manifest_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    store_hash text NOT NULL,
    store bytea NOT NULL,
    size bigint NOT NULL,
    soft_bindings text NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE INDEX c2pa_stored_manifests_of_organization ON c2pa_stored_manifests (org_id)`,
  `CREATE TABLE c2pa_bindings (
    manifest_id text NOT NULL REFERENCES c2pa_stored_manifests (manifest_id) ON DELETE CASCADE,
    alg text NOT NULL,
    value text NOT NULL,
    org_id text NOT NULL REFERENCES organizations (org_id),
    created_at bigint NOT NULL,
    PRIMARY KEY (manifest_id, alg, value)
  )`,
  `CREATE INDEX c2pa_bindings_by_value ON c2pa_bindings (value, alg, created_at)`,
];
