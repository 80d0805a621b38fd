// The certificates under which C2PA manifests are signed: the root of the service, and one for each
// key of a generator that has signed a manifest. Public by nature.
export const c2paCertificates = [
  `CREATE TABLE c2pa_certificates (
    name text PRIMARY KEY,
    certificate bytea NOT NULL,
    not_after bigint NOT NULL
  )`,
];
