// Every manifest that the embed route made, with the hash of the file that was delivered with it.
export const c2paManifests = [
  `CREATE TABLE c2pa_manifests (
    manifest_id text PRIMARY KEY,
    org_id text NOT NULL REFERENCES organizations (org_id),
    record_id text NOT NULL REFERENCES records (record_id),
    signature text NOT NULL,
    output text NOT NULL,
    store_hash text NOT NULL,
    file_hash text NOT NULL,
    store bytea NOT NULL,
    created_at bigint NOT NULL
  )`,
  `CREATE INDEX c2pa_manifests_of_record ON c2pa_manifests (record_id, file_hash)`,
  `CREATE INDEX c2pa_manifests_by_store ON c2pa_manifests (store_hash)`,
];
