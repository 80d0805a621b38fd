// The tables as the queries see them. Portable on purpose: text, whole numbers and JSON as text, so
// that SQLite, PostgreSQL and compatible databases all work. Times are milliseconds since 1970, in
// UTC.
import type { FormatName, MediaKind } from '@content-provenance/engine';
import type { ColumnType } from 'kysely';
import type { PlanName } from '../plans/plans.ts';

export type Role = 'owner' | 'admin' | 'user';
/** Nobody is invited as an owner. A member can become one. */
export type InvitedRole = Exclude<Role, 'owner'>;
export type TwoFactorMethod = 'email' | 'totp';

/** Present at insert, or null if left out. */
type Optional<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;
/** Has a default in the database. */
type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;

export interface OrganizationsTable {
  org_id: string;
  name: string;
  plan: PlanName;
  billing_interval: Defaulted<'monthly' | 'annual'>;
  created_at: number;
  /** Branding, these four: each is null until it is set. */
  display_name: Optional<string>;
  logo_url: Optional<string>;
  primary_color: Optional<string>;
  support_url: Optional<string>;
  /**
   * What people see next to the name, these three. They follow from the tables of domains and names
   * (identity/signers.store.ts).
   */
  signer_domain: Optional<string>;
  signer_verified_at: Optional<number>;
  signer_resembles: Optional<string>;
  /** How manifests are signed by default. Null: with ML-DSA-65. */
  c2pa_signature: Optional<ManifestSignatureKind>;
  /** In the sandbox: the live organization that it belongs to. */
  live_org_id: Optional<string>;
  /** Whether signing keeps a label, and a thumbnail. 1 or 0, and both are off by default. */
  keeps_labels: Defaulted<number>;
  keeps_thumbnails: Defaulted<number>;
}

export interface UsersTable {
  user_id: string;
  org_id: string;
  /** Lowercase, unique in the environment. */
  email: string;
  role: Role;
  email_verified_at: Optional<number>;
  /** argon2id, in the PHC string format. */
  password_hash: string;
  /** Session tokens contain it. Raising it ends every session of the user. */
  session_generation: Defaulted<number>;
  two_factor_method: Optional<TwoFactorMethod>;
  /** The TOTP secret, sealed. */
  two_factor_secret: Optional<string>;
  /** The last TOTP time step that was accepted. A code is valid once. */
  two_factor_last_step: Optional<number>;
  two_factor_enabled_at: Optional<number>;
  created_at: number;
  /** In the sandbox: the live user whose login opens this account. */
  live_user_id: Optional<string>;
  /** The last request with a session, to the minute. Null: none since the column exists. */
  last_active_at: Optional<number>;
}

/**
 * Networks from which a user has logged in. There, guesses of strangers do not lock the user out.
 */
export interface KnownNetworksTable {
  user_id: string;
  /** Keyed hash. The network itself is not stored. */
  network_hash: string;
  last_login_at: number;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
}

export type MailedTokenPurpose = 'verify_email' | 'reset_password';

export interface MailedTokensTable {
  token_hash: string;
  purpose: MailedTokenPurpose;
  user_id: string;
  expires_at: number;
  used_at: Optional<number>;
}

export interface RevokedSessionsTable {
  session_id: string;
  expires_at: number;
}

export interface ApiKeysTable {
  key_id: string;
  org_id: string;
  /** The member who owns a personal key. Null for a key of the organization. */
  user_id: Optional<string>;
  /** The member who created a personal key. Null if they are gone. */
  created_by: Optional<string>;
  name: Optional<string>;
  /** What lists show in place of the key. */
  preview: string;
  /** Keyed hash of the key. The key itself is not stored. */
  key_hash: string;
  created_at: number;
  last_used_at: Optional<number>;
  revoked_at: Optional<number>;
}

/**
 * Pending until accepted, canceled (then the row is gone), replaced (then it expires at once) or
 * expired.
 */
export interface InvitesTable {
  invite_id: string;
  org_id: string;
  /** Lowercase. */
  email: string;
  role: InvitedRole;
  inviter_id: string;
  /** For the emailed link, which proves the address. */
  token_hash: string;
  /** For the link that the inviter can copy, which proves nothing about the address. */
  link_hash: Optional<string>;
  created_at: number;
  expires_at: number;
  accepted_at: Optional<number>;
}

/** Withdrawn by the organization. The operator decides all others. */
export type PlanRequestState = 'pending' | 'approved' | 'declined' | 'withdrawn';

export interface PlanRequestsTable {
  request_id: string;
  org_id: string;
  plan: PlanName;
  billing_interval: 'monthly' | 'annual';
  /** For the operator, from the organization. */
  note: Optional<string>;
  state: PlanRequestState;
  /** For the organization, from the operator. */
  reason: Optional<string>;
  /** A user or a key. The decision goes to the user, or to the owners. */
  requested_by: string;
  created_at: number;
  decided_at: Optional<number>;
}

/** The signature of an exported attestation. The document itself is not stored. */
export interface AttestationsTable {
  attestation_id: string;
  org_id: string;
  /** The hash of the exported file, byte for byte. */
  content_hash: string;
  kid: string;
  signature: Uint8Array;
  signed_at: number;
}

export interface MailQueueTable {
  mail_id: string;
  /** The request for an email as JSON, sealed, because it can contain a code. */
  sealed_request: string;
  attempts: Defaulted<number>;
  next_attempt_at: number;
  created_at: number;
}

export interface IdempotencyKeysTable {
  org_id: string;
  route: string;
  idempotency_key: string;
  /** Hash of the request: the same key with another request is a conflict. */
  fingerprint: string;
  /** Until when the first request can still be in progress. Null once it has a response. */
  lease_until: Optional<number>;
  status: Optional<number>;
  /** The response as JSON. */
  body: Optional<string>;
  expires_at: number;
}

export interface ServiceSecretsTable {
  name: string;
  sealed: string;
  created_at: number;
}

/** Who has the private keys of a generator: the service, or the customer. */
export type KeypairMode = 'server' | 'client';

export interface GeneratorsTable {
  generator_id: string;
  org_id: string;
  name: string;
  mode: KeypairMode;
  status: 'active' | 'revoked';
  /** JSON array of MediaKind. */
  supported_formats: string;
  created_at: number;
  revoked_at: Optional<number>;
}

export interface GeneratorKeysTable {
  generator_id: string;
  kid: string;
  /** Raw ML-DSA-65 public key in base64. */
  public_key: string;
  /** The seed of a service-managed key, sealed. */
  sealed_seed: Optional<string>;
  status: 'active' | 'retired';
  created_at: number;
  retired_at: Optional<number>;
}

/** Never changes. The signed payload is not stored, because its four fields are columns. */
export interface RecordsTable {
  record_id: string;
  org_id: string;
  generator_id: string;
  kid: string;
  watermark_id: string;
  model: string;
  format: MediaKind;
  /** Null if a submission does not state it, and for records that are older than the column. */
  exact_format: Optional<FormatName>;
  mode: KeypairMode;
  content_hash: string;
  /**
   * Hash of the upload before it was marked (settled point 28). Null if only the caller saw the
   * content.
   */
  original_hash: Optional<string>;
  signature: Uint8Array;
  phash: Optional<string>;
  signed_at: number;
}

/** A private name of a record. Only its organization sees it. */
export interface RecordLabelsTable {
  record_id: string;
  org_id: string;
  /** That of the record. */
  signed_at: number;
  label: string;
  /** What a search compares: the label without differences of case and width. */
  folded: string;
}

/** A small picture of a signed image, in WebP. Only its organization sees it. */
export interface RecordThumbnailsTable {
  record_id: string;
  org_id: string;
  picture: Uint8Array;
}

/** Counts of all verifications of a record. A record that was never verified has no row. */
export interface RecordCountsTable {
  org_id: string;
  /** That of the record. */
  signed_at: number;
  record_id: string;
  verifications: number;
  authentic: number;
  tampered: number;
}

/** A record with an acoustic fingerprint, under a number of 52 random bits of its id. */
export interface TracksTable {
  track: number;
  record_id: string;
}

/** The inverted index of acoustic fingerprints. */
export interface LandmarksTable {
  hash: number;
  track: number;
  /** Place in the sound, in windows of 32 ms. */
  time: number;
}

export interface UsageTable {
  org_id: string;
  /** Calendar month in UTC, `2026-11`. */
  period: string;
  signatures_used: number;
  warned_at: Optional<number>;
  limited_at: Optional<number>;
}

/**
 * The event stream: append only, numbered without gaps in each organization, each row chained to
 * the one before.
 */
export interface EventsTable {
  org_id: string;
  sequence: number;
  event_id: string;
  type: string;
  occurred_at: number;
  /** JSON. */
  metadata: string;
  hash: string;
}

/** The newest event of each organization. Locked while another is appended. */
export interface EventHeadsTable {
  org_id: string;
  sequence: number;
  occurred_at: number;
  /** Seal of the newest event's hash. The next event is chained to it. */
  seal: string;
}

export interface WebhookEndpointsTable {
  webhook_id: string;
  org_id: string;
  url: string;
  /** JSON array of the names of events. */
  events: string;
  status: 'active' | 'disabled';
  /** Consecutive failures. */
  failure_count: Defaulted<number>;
  sealed_secret: string;
  created_at: number;
}

/** Written in the transaction of the event, as failed. An interrupted delivery stays that way. */
export interface WebhookDeliveriesTable {
  delivery_id: string;
  org_id: string;
  webhook_id: string;
  /** The sequence of its event, which is the order of deliveries. */
  sequence: number;
  event: string;
  /** The body as sent. */
  payload: string;
  status: 'delivered' | 'failed';
  status_code: Optional<number>;
  response_body: Optional<string>;
  /** Why there was no response. */
  failure: Optional<string>;
  latency_ms: Optional<number>;
  /** Attempts started. */
  attempts: number;
  /** Headers of the last attempt as JSON. Null: not sent, or older than the column. */
  request_headers: Optional<string>;
  /** 1: a test event. It does not count as a failure of the endpoint. */
  is_test: Defaulted<number>;
  created_at: number;
}

/**
 * Counts of a day (UTC, `2026-11-30`). Verifications are also counted by the content's format and
 * by what led to the record.
 */
export interface DailyActivityTable {
  org_id: string;
  day: string;
  signatures: Defaulted<number>;
  verifications: Defaulted<number>;
  authentic: Defaulted<number>;
  tampered: Defaulted<number>;
  format_image: Defaulted<number>;
  format_audio: Defaulted<number>;
  format_text: Defaulted<number>;
  format_video: Defaulted<number>;
  format_unknown: Defaulted<number>;
  source_provided: Defaulted<number>;
  source_xmp: Defaulted<number>;
  source_watermark: Defaulted<number>;
  source_phash: Defaulted<number>;
  source_fingerprint: Defaulted<number>;
  source_neural_watermark: Defaulted<number>;
}

/** The same counts of an hour (UTC, `2026-11-30T14`). Removed after some days. */
export interface HourlyActivityTable extends Omit<DailyActivityTable, 'day'> {
  hour: string;
}

/** Counts of the verifications of one record on a day, by confidence in the last four. */
export interface RecordActivityTable {
  org_id: string;
  record_id: string;
  day: string;
  verifications: number;
  tampered: number;
  high: number;
  medium: number;
  low: number;
  none: number;
}

/** Counts of the verifications of one record in a span: a day, or ten days. */
export interface RecordRankingTable {
  org_id: string;
  span: string;
  record_id: string;
  verifications: number;
}

/** Which events are verifications of a record. */
export interface RecordVerificationsTable {
  org_id: string;
  record_id: string;
  sequence: number;
}

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
  /** The private key in PKCS #8. */
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

/** Verified: the last check found the proof. Failing: it did not, and a grace period runs. */
export type DomainState = 'pending' | 'verified' | 'failing' | 'expired';
export type ProofMethod = 'dns' | 'file';

export interface OrganizationDomainsTable {
  domain_id: string;
  org_id: string;
  /** Lowercase, internationalized labels in punycode. */
  domain: string;
  /** What the organization publishes. It is not a secret. */
  challenge: string;
  state: DomainState;
  /** The method of the last proof. */
  method: Optional<ProofMethod>;
  /** When it was proven after it had been pending or expired. */
  verified_at: Optional<number>;
  /** When a check last found the proof. */
  confirmed_at: Optional<number>;
  failing_since: Optional<number>;
  checked_at: Optional<number>;
  /** Null: it is checked only on request. */
  next_check_at: Optional<number>;
  /** What the last check found wrong, in a sentence. */
  problem: Optional<string>;
  created_at: number;
}

/**
 * Names that a proven domain gives to its organization: the domain itself, and the registered
 * label.
 */
export interface VerifiedNamesTable {
  /** What the name looks like (see identity/skeleton.ts). */
  skeleton: string;
  org_id: string;
  /** The spelling of the name, apart from case, spaces and punctuation. */
  spelling: string;
  domain_id: string;
}

/** Fields of an organization that the public sees. */
export type PublicNameField = 'name' | 'display_name';

export interface PublicNamesTable {
  org_id: string;
  field: PublicNameField;
  /** The source of skeleton and spelling. */
  name: string;
  skeleton: string;
  spelling: string;
}

export interface Tables {
  organizations: OrganizationsTable;
  users: UsersTable;
  known_networks: KnownNetworksTable;
  recovery_codes: RecoveryCodesTable;
  mailed_tokens: MailedTokensTable;
  revoked_sessions: RevokedSessionsTable;
  api_keys: ApiKeysTable;
  invites: InvitesTable;
  plan_requests: PlanRequestsTable;
  attestations: AttestationsTable;
  mail_queue: MailQueueTable;
  idempotency_keys: IdempotencyKeysTable;
  service_secrets: ServiceSecretsTable;
  generators: GeneratorsTable;
  generator_keys: GeneratorKeysTable;
  records: RecordsTable;
  record_labels: RecordLabelsTable;
  record_thumbnails: RecordThumbnailsTable;
  record_counts: RecordCountsTable;
  tracks: TracksTable;
  landmarks: LandmarksTable;
  usage: UsageTable;
  events: EventsTable;
  event_heads: EventHeadsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  daily_activity: DailyActivityTable;
  hourly_activity: HourlyActivityTable;
  record_activity: RecordActivityTable;
  record_ranking: RecordRankingTable;
  record_verifications: RecordVerificationsTable;
  c2pa_certificates: C2paCertificatesTable;
  c2pa_bindings: C2paBindingsTable;
  c2pa_manifests: C2paManifestsTable;
  c2pa_signing_certificates: C2paSigningCertificatesTable;
  c2pa_stored_manifests: C2paStoredManifestsTable;
  organization_domains: OrganizationDomainsTable;
  verified_names: VerifiedNamesTable;
  public_names: PublicNamesTable;
}
