// Manifests, and the certificates that sign them.
import type { Optional } from './column-types.ts';

export interface C2paCertificatesTable {
  /** `root:1`, or the kid of a generator's key. */
  name: string;
  /** DER. */
  certificate: Uint8Array;
  not_after: number;
}

/**
 * How a claim is signed: with the generator's key, or with a certificate that other programs can
 * check.
 */
export type ManifestSignatureKind = 'ml-dsa-65' | 'classical';

export interface C2paManifestsTable {
  /** The label of the manifest: `urn:c2pa:…` */
  manifest_id: string;
  org_id: string;
  record_id: string;
  signature: ManifestSignatureKind;
  output: 'embedded' | 'sidecar';
  /** SHA-256 of the store, in hex. */
  store_hash: string;
  /**
   * `sha256:` of the file that the manifest belongs to, including the manifest if it is embedded.
   */
  file_hash: string;
  store: Uint8Array;
  created_at: number;
}

/** A manifest that an organization brought. */
export interface C2paStoredManifestsTable {
  /** The label of its active manifest. */
  manifest_id: string;
  org_id: string;
  /** SHA-256 of the store, in hex. */
  store_hash: string;
  store: Uint8Array;
  /** Bytes of the store. */
  size: number;
  /** What its soft binding assertions say, as JSON: `[{alg, value}]`. */
  soft_bindings: string;
  created_at: number;
}

export interface C2paBindingsTable {
  manifest_id: string;
  /** Empty: any algorithm that is not one of ours. */
  alg: string;
  /** Base64. */
  value: string;
  org_id: string;
  created_at: number;
}

/**
 * service: issued under the root of this environment. request: for a key made here. import: the
 * organization brought its key.
 */
export type CertificateSource = 'service' | 'request' | 'import';
/**
 * requested: waits for its chain. active: signs. replaced: another one signs now. revoked: by a
 * member of the organization.
 */
export type CertificateState = 'requested' | 'active' | 'replaced' | 'revoked';

export interface C2paSigningCertificatesTable {
  certificate_id: string;
  org_id: string;
  source: CertificateSource;
  state: CertificateState;
  /** The private key in PKCS #8, or a reference to the key in custody. */
  sealed_key: string;
  /** The certificate signing request, in PEM. */
  request: Optional<string>;
  /** ES256, ES384, PS256 or Ed25519. */
  algorithm: Optional<string>;
  /** PEM, leaf first, without the root. Without a chain, these six are null, except the subject. */
  chain: Optional<string>;
  subject: string;
  issuer: Optional<string>;
  serial_number: Optional<string>;
  not_before: Optional<number>;
  not_after: Optional<number>;
  /** The last warning before it expires, in days ahead. Null: none was sent. */
  warned_days: Optional<number>;
  created_at: number;
  revoked_at: Optional<number>;
}
