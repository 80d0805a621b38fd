// Generated from the OpenAPI document of the service by npm run generate; do not edit.

export interface Analytics {
  /** Days up to today, in UTC */
  window_days: number;
  /** Verifications that found a record of the organization: the sum of tamper_count, authentic_count and not_proven_count */
  total_verifications: number;
  tamper_count: number;
  authentic_count: number;
  /** Neither authentic nor tampered, such as a copy found by likeness */
  not_proven_count: number;
  signature_count: number;
  /** Verifications by the format of the content */
  by_format: {
    image: number;
    audio: number;
    text: number;
    video: number;
    unknown: number;
  };
  /** Verifications by how the record was found */
  by_source: {
    provided: number;
    xmp: number;
    watermark: number;
    phash: number;
    fingerprint: number;
    neural_watermark: number;
    text_fingerprint: number;
  };
  /** Oldest first, without gaps */
  daily_trend: Array<{
    date: string;
    verifications: number;
    authentic: number;
    tampered: number;
    not_proven: number;
    signatures: number;
  }>;
  /** The most verified records, at most 10 */
  top_records: Array<{
    record_id: string;
    verifications: number;
    tampered: number;
  }>;
}

export interface ApiKey {
  key_id: string;
  /** Name of the key */
  name: string | null;
  /** Masked key */
  preview: string;
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  last_used_at: string | null;
  /** What the key can do. null: everything */
  scopes: Array<string> | null;
  /** ISO 8601, UTC */
  expires_at: string | null;
  /** The generators that the key can use. null: all */
  generator_ids: Array<string> | null;
  /** The addresses and networks from which it works. null: all */
  addresses: Array<string> | null;
  /** Its requests per minute. null: the limit of your plan */
  limit_per_minute: number | null;
  /** replaced: it was rotated, and works until `expires_at` */
  status: "active" | "replaced" | "expired";
  /** The key that a rotation put in its place, or null */
  replaced_by: string | null;
  usage: ApiKeyUsage;
}

export interface ApiKeyChange {
  /** Name of the key */
  name?: string | null;
  /** What the key can do. null: everything, also the scopes of later releases. No scope includes another one. `sign`: Sign content, submit records and embed C2PA manifests. `verify`: Verify with the limit of your plan. `jobs`: Send content to jobs for large files, watch and cancel them, and download signed files. `records:read`: List, search and export your records, read their labels and thumbnails, and open your entries in the transparency log. `records:write`: Change the labels of records. `generators:read`: List your generators. `generators:write`: Create and revoke generators, and rotate their keys. `c2pa`: Manage C2PA certificates, and the manifests and bindings that you store. `webhooks`: Manage webhooks and read their deliveries. `reports:read`: Read the audit log, analytics, usage and attestations. `admin`: Read and change account settings: branding, domains, what records keep, connected stores, plan requests, the monitoring key. */
  scopes?: Array<"sign" | "verify" | "jobs" | "records:read" | "records:write" | "generators:read" | "generators:write" | "c2pa" | "webhooks" | "reports:read" | "admin"> | null;
  /** From then on, the key gets 401. null: the key does not expire */
  expires_at?: string | null;
  /** The generators that the key can use, and whose records it can read. null: all. Such a key can have only these scopes, and has them by default: `sign`, `verify`, `jobs`, `records:read`, `records:write`, `generators:read`, `generators:write` */
  generator_ids?: Array<string> | null;
  /** The IPv4 and IPv6 addresses, or networks in CIDR notation, from which the key works. null: all */
  addresses?: Array<string> | null;
  /** Requests per minute with this key. null: only the limit of your plan applies */
  limit_per_minute?: number | null;
}

/** In the current billing period */
export interface ApiKeyUsage {
  /** ISO 8601, UTC */
  period_start: string;
  /** Requests with the key, accurate to the minute */
  requests: number;
  /** Signatures with the key, accurate to the minute */
  signatures: number;
}

export interface Attestation {
  attestation_id: string;
  environment: "live" | "sandbox";
  org: Organization;
  period: {
    /** ISO 8601, UTC */
    from: string;
    /** ISO 8601, UTC */
    to: string;
  };
  /** ISO 8601, UTC */
  generated_at: string;
  summary: {
    records_signed: number;
    content_verified: number;
    tamper_events: number;
    /** At the end of the period */
    generators_active: number;
    formats: Array<MediaFormat>;
  };
  eu_ai_act_article_50: {
    transparency_obligation: string;
    mapping: Array<{
      paragraph: string;
      obligation: string;
      service_mechanism: string;
      records_covered?: number;
      verifications_recorded?: number;
    }>;
    not_covered: Array<{
      paragraph: string;
      obligation: string;
      reason: string;
    }>;
  };
  code_of_practice: {
    title: string;
    measures: Array<{
      measure: string;
      service_mechanism: string;
      facts: Array<{
        fact: string;
        count: number;
      }>;
    }>;
  };
  records_by_format: Array<{
    fact: string;
    count: number;
  }>;
  verifications_by_source: Array<{
    fact: string;
    count: number;
  }>;
  generators: Array<{
    generator_id: string;
    name: string;
    /** Who manages the private keys: the service (server) or you (client) */
    mode: "server" | "client";
    /** At the end of the period */
    status: "active" | "revoked";
    /** ISO 8601, UTC */
    created_at: string;
    /** ISO 8601, UTC */
    revoked_at: string | null;
    keys: Array<{
      kid: string;
      algorithm: "ml-dsa-65";
      status: "active" | "retired";
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      retired_at: string | null;
    }>;
  }>;
  disclaimer: string;
}

export interface AttestationKeys {
  keys: Array<{
    kid: string;
    algorithm: "ml-dsa-65";
    /** Raw public key (1952 bytes) in base64 */
    key: string;
  }>;
}

export interface AttestationSignature {
  attestation_id: string;
  /** SHA3-256 of the exported file */
  content_hash: string;
  algorithm: "ml-dsa-65";
  kid: string;
  /** Over the bytes of the exported file, in base64 */
  signature: string;
  /** ISO 8601, UTC */
  signed_at: string;
}

export interface AuditEvent {
  event_id: string;
  /** New types can be added. Ignore those that you do not know */
  type: "sign" | "verify" | "key_created" | "key_revoked" | "key_rotated" | "quota_warning" | "quota_limit" | "organization_registered" | "organization_abandoned" | "organization_renamed" | "plan_changed" | "plan_requested" | "plan_request_withdrawn" | "plan_request_decided" | "api_key_created" | "api_key_changed" | "api_key_rotated" | "api_key_expiring" | "api_key_revoked" | "invite_created" | "invite_cancelled" | "invite_link_created" | "member_joined" | "member_role_changed" | "member_removed" | "branding_changed" | "record_settings_changed" | "domain_added" | "domain_verified" | "domain_failing" | "domain_expired" | "domain_removed" | "c2pa_embedded" | "c2pa_signature_changed" | "c2pa_manifest_stored" | "c2pa_manifest_deleted" | "c2pa_binding_stored" | "certificate_requested" | "certificate_activated" | "certificate_revoked" | "certificate_expiring" | "attestation_exported" | "login" | "email_verified" | "password_changed" | "two_factor_enabled" | "two_factor_disabled" | "job_created" | "job_finished" | "storage_connected" | "storage_disconnected" | "webhook_created" | "webhook_updated" | "webhook_deleted" | "webhook_failing" | "webhook_disabled" | "webhook_delivery_retried" | "webhook_tested";
  /** ISO 8601, UTC */
  timestamp: string;
  /** Who caused the event. The service looks up names when you read the log */
  actor: {
    kind: "member" | "key" | "service" | "public";
    /** The ID of the member or API key */
    id: string | null;
    /** The email address of the member or the name of the API key. null: it is gone */
    name: string | null;
    /** For a personal API key: the email address of its member */
    member: string | null;
  };
  /** Current names of the members, API keys, generators, invites and webhooks in `metadata`, by ID. What is gone is not in it */
  names: Record<string, string>;
  metadata: Record<string, unknown>;
}

export interface AuditPage {
  events: Array<AuditEvent>;
  total: number;
  page: number;
  limit: number;
  /** With `before`, `type`, `actor` or `from`: the start of the next page */
  next_cursor?: string;
}

export interface Branding {
  /** Display name */
  display_name: string | null;
  /** An https:// URL */
  logo_url: string | null;
  /** #rrggbb */
  primary_color: string | null;
  /** An https:// URL */
  support_url: string | null;
}

export interface C2paExport {
  "@context": Record<string, string>;
  claim_generator: string;
  instance_id: string;
  assertions: Array<{
    label: string;
    data: Record<string, unknown>;
  }>;
}

export interface CreatedApiKey {
  key_id: string;
  /** The complete key. Returned only in this response */
  key: string;
  /** Name of the key */
  name: string | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** What the key can do. null: everything */
  scopes: Array<string> | null;
  /** ISO 8601, UTC */
  expires_at: string | null;
  /** The generators that the key can use. null: all */
  generator_ids: Array<string> | null;
  /** The addresses and networks from which it works. null: all */
  addresses: Array<string> | null;
  /** Its requests per minute. null: the limit of your plan */
  limit_per_minute: number | null;
}

export interface CreatedGenerator {
  generator_id: string;
  name: string;
  supported_formats: Array<MediaFormat>;
  status: GeneratorStatus;
}

export interface CreatedInvite {
  invite_id: string;
  /** admin needs the Growth plan or above */
  role: "user" | "admin";
  /** ISO 8601, UTC */
  expires_at: string;
  /** A link to give to the invited person. It works once. It does not prove the email address, so the service sends an email to verify it */
  invite_url: string;
}

export interface CreatedPersonalKey {
  key_id: string;
  /** The complete key. Returned only in this response */
  key: string;
  /** ISO 8601, UTC */
  created_at: string;
  /** Name of the key */
  name: string | null;
  /** What the key can do. null: everything */
  scopes: Array<string> | null;
  /** ISO 8601, UTC */
  expires_at: string | null;
  /** The generators that the key can use. null: all */
  generator_ids: Array<string> | null;
  /** The addresses and networks from which it works. null: all */
  addresses: Array<string> | null;
  /** Its requests per minute. null: the limit of your plan */
  limit_per_minute: number | null;
}

export interface CreatedWebhook {
  webhook_id: string;
  url: string;
  events: Array<WebhookEvent>;
  status: "active" | "disabled";
  delivery: WebhookDeliveryMode;
  /** Failures in a row. At five, the service disables an endpoint with synchronous delivery */
  failure_count: number;
  /** With queued delivery, the first failure since the last success. After three days, the service disables the endpoint */
  failing_since: string | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** Signs every delivery. Returned only in this response */
  secret: string;
}

export interface CurrentUser {
  user: {
    user_id: string;
    email: string;
    email_verified: boolean;
    org_id: string;
    /** ISO 8601, UTC */
    created_at: string;
    role: Role;
    /** null: turned off */
    two_factor: "email" | "totp" | null;
  };
  org: Organization;
}

export interface Domain {
  domain_id: string;
  /** Lowercase, with internationalized labels in punycode */
  domain: string;
  /** pending: not proven yet. verified: the last check found the proof. failing: the last check did not find the proof, and people see the domain until `expires_at`. expired: people no longer see the domain. A successful check makes it verified again */
  state: "pending" | "verified" | "failing" | "expired";
  /** How the domain was proven: dns or file. null: not proven */
  method: string | null;
  /** ISO 8601, UTC */
  verified_at: string | null;
  /** ISO 8601, UTC */
  checked_at: string | null;
  /** When people stop seeing a failing domain */
  expires_at: string | null;
  /** Why the last check failed */
  problem: string | null;
  /** The TXT record to publish. You can publish the file instead */
  dns: {
    type: "TXT";
    name: string;
    value: string;
  };
  /** The file to publish, with this line in its first 4 KB. You can publish the TXT record instead */
  file: {
    url: string;
    content: string;
  };
  /** ISO 8601, UTC */
  created_at: string;
}

export interface Error {
  error: ErrorCode;
  /** Explanation for people */
  message: string;
  request_id: string;
  /** For validation_error: the path of each problem and what is wrong */
  details?: Array<{
    path: string;
    message: string;
  }>;
}

/** Error code for programs. Later releases can add codes */
export type ErrorCode = "validation_error" | "format_not_supported" | "unsupported_media" | "signature_invalid" | "client_managed_generator" | "invalid_token" | "token_expired_or_used" | "last_owner" | "cannot_remove_self" | "unauthorized" | "invalid_credentials" | "invalid_otp" | "signature_limit_reached" | "plan_required" | "seat_limit_reached" | "forbidden" | "insufficient_scope" | "address_not_allowed" | "generator_not_allowed" | "email_not_verified" | "not_found" | "generator_not_found" | "generator_revoked" | "manifest_not_found" | "binding_not_found" | "record_not_found" | "record_not_logged" | "proof_not_ready" | "invite_not_found" | "method_not_allowed" | "email_taken" | "already_member" | "watermark_id_taken" | "idempotency_conflict" | "two_factor_already_enabled" | "generator_limit_reached" | "api_key_limit_reached" | "api_key_replaced" | "invite_limit_reached" | "webhook_limit_reached" | "plan_request_pending" | "plan_request_closed" | "domain_already_added" | "domain_limit_reached" | "certificate_limit_reached" | "manifest_id_taken" | "manifest_limit_reached" | "certificate_not_requested" | "certificate_expired" | "delivery_already_succeeded" | "delivery_pending" | "endpoint_disabled" | "job_limit_reached" | "job_storage_limit_reached" | "job_not_uploading" | "job_not_cancelable" | "job_parts_missing" | "job_unfinished" | "storage_refused" | "storage_connection_limit_reached" | "range_not_satisfiable" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "too_many_attempts" | "internal_error" | "otp_store_unavailable" | "archive_unavailable" | "archive_damaged" | "service_unavailable";

/** The exact format of the signed bytes. Set it if your files carry the token in their metadata: without it, only a file whose whole bytes have the signed hash is authentic */
export type ExactFormat = "jpeg" | "png" | "webp" | "wav" | "flac" | "mp3" | "mp4" | "mov" | "matroska" | "webm" | "pdf" | "html" | "plain-text";

export interface ExportedAttestation {
  attestation_id: string;
  environment: "live" | "sandbox";
  org: Organization;
  period: {
    /** ISO 8601, UTC */
    from: string;
    /** ISO 8601, UTC */
    to: string;
  };
  /** ISO 8601, UTC */
  generated_at: string;
  summary: {
    records_signed: number;
    content_verified: number;
    tamper_events: number;
    /** At the end of the period */
    generators_active: number;
    formats: Array<MediaFormat>;
  };
  eu_ai_act_article_50: {
    transparency_obligation: string;
    mapping: Array<{
      paragraph: string;
      obligation: string;
      service_mechanism: string;
      records_covered?: number;
      verifications_recorded?: number;
    }>;
    not_covered: Array<{
      paragraph: string;
      obligation: string;
      reason: string;
    }>;
  };
  code_of_practice: {
    title: string;
    measures: Array<{
      measure: string;
      service_mechanism: string;
      facts: Array<{
        fact: string;
        count: number;
      }>;
    }>;
  };
  records_by_format: Array<{
    fact: string;
    count: number;
  }>;
  verifications_by_source: Array<{
    fact: string;
    count: number;
  }>;
  generators: Array<{
    generator_id: string;
    name: string;
    /** Who manages the private keys: the service (server) or you (client) */
    mode: "server" | "client";
    /** At the end of the period */
    status: "active" | "revoked";
    /** ISO 8601, UTC */
    created_at: string;
    /** ISO 8601, UTC */
    revoked_at: string | null;
    keys: Array<{
      kid: string;
      algorithm: "ml-dsa-65";
      status: "active" | "retired";
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      retired_at: string | null;
    }>;
  }>;
  disclaimer: string;
  signature: {
    algorithm: "ml-dsa-65";
    kid: string;
    covers: string;
    signature_url: string;
    public_key_url: string;
  };
}

/** Why an item was not signed */
export interface FailedItem {
  /** The status that POST /v1/sign would return */
  status: number;
  error: ErrorCode;
  /** Explanation for people */
  message: string;
  request_id: string;
  /** For validation_error: the path of each problem and what is wrong */
  details?: Array<{
    path: string;
    message: string;
  }>;
}

export interface Generator {
  generator_id: string;
  org_id: string;
  name: string;
  status: GeneratorStatus;
  supported_formats: Array<MediaFormat>;
  public_keys: Array<{
    kid: string;
    algorithm: "ml-dsa-65";
    key: string;
  }>;
  /** Who manages the private keys: the service (server) or you (client) */
  mode: "server" | "client";
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  revoked_at: string | null;
}

export interface GeneratorKeyRotatedData {
  /** ID of the generator */
  generator_id: string;
  /** ID of the key that signs from now on */
  active_kid: string;
  /** ID of the previous key. It can verify earlier signatures, but it can no longer sign */
  retired_kid: string;
}

/** Someone rotates the key of a generator. */
export interface GeneratorKeyRotatedEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "generator.key_rotated";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: GeneratorKeyRotatedData;
}

export interface GeneratorRevokedData {
  /** ID of the generator */
  generator_id: string;
}

/** Someone revokes a generator. */
export interface GeneratorRevokedEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "generator.revoked";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: GeneratorRevokedData;
}

/** If a generator is revoked, do not trust its records */
export type GeneratorStatus = "active" | "revoked";

export interface Health {
  status: "ok";
  checks: {
    database: "ok" | "failing";
    /** In the order of DATABASE_REPLICA_URL. The primary takes over for replicas that are not ok. foreign: not a replica of this database, or not yet on its timeline. */
    replicas?: Array<"ok" | "behind" | "away" | "foreign">;
    cache: "ok" | "failing";
    workers: "ok" | "failing";
    /** absent: the service signs video with a token only */
    decoder: "ok" | "absent";
    /** Neural watermark for images. absent: its runtime or its networks are not installed. altered: the network files differ from the released ones. off: NEURAL_WATERMARK=false. In these states, images carry only the other watermark. */
    neural: "ok" | "absent" | "altered" | "off";
    /** Neural watermark for audio. Not every release includes its networks. */
    neural_audio: "ok" | "absent" | "altered" | "off";
    /** Private keys outside the database, if there are any. away: the last call failed, so generators and certificates with a key there cannot sign. Everything else works. */
    key_custody?: {
      pkcs11?: "ok" | "away";
      kms?: "ok" | "away";
    };
  };
}

export interface HourlyAnalytics {
  /** Hours up to now, in UTC */
  window_hours: number;
  /** Verifications that found a record of the organization: the sum of tamper_count, authentic_count and not_proven_count */
  total_verifications: number;
  tamper_count: number;
  authentic_count: number;
  /** Neither authentic nor tampered, such as a copy found by likeness */
  not_proven_count: number;
  signature_count: number;
  /** Verifications by the format of the content */
  by_format: {
    image: number;
    audio: number;
    text: number;
    video: number;
    unknown: number;
  };
  /** Verifications by how the record was found */
  by_source: {
    provided: number;
    xmp: number;
    watermark: number;
    phash: number;
    fingerprint: number;
    neural_watermark: number;
    text_fingerprint: number;
  };
  /** Oldest first, without gaps */
  hourly_trend: Array<{
    /** ISO 8601, UTC */
    start: string;
    verifications: number;
    authentic: number;
    tampered: number;
    not_proven: number;
    signatures: number;
  }>;
}

export interface Invite {
  invite_id: string;
  email: string;
  /** admin needs the Growth plan or above */
  role: "user" | "admin";
  inviter_id: string;
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  expires_at: string;
}

export interface Job {
  job_id: string;
  kind: JobKind;
  state: JobState;
  /** From 0 to 1. It never falls while a worker processes the job */
  progress: number;
  /** Size of the source in bytes */
  size: number;
  /** The name that the upload has */
  file_name: string | null;
  source: StoredObject | null;
  result: StoredObject | null;
  error: JobError | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  finished_at: string | null;
  /** When the service deletes the job with its files */
  expires_at: string | null;
  upload: JobUpload | null;
  signed: SignedFile | null;
  verification?: VerificationResult;
}

/** Why the job failed */
export interface JobError {
  /** A code of the error catalog, or job_interrupted */
  code: string;
  message: string;
}

export interface JobFinishedData {
  /** ID of the job */
  job_id: string;
  /** What the job does: sign or verify */
  kind: "sign" | "verify";
  /** How the job ended: succeeded, failed or canceled */
  state: "succeeded" | "failed" | "canceled";
  /** ID of the record that the job stored, or null */
  record_id: string | null;
  /** Code of the error, or null */
  error: string | null;
}

/** A job succeeds, fails or is canceled. */
export interface JobFinishedEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "job.finished";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: JobFinishedData;
}

export type JobKind = "sign" | "verify";

export interface JobList {
  jobs: Array<JobSummary>;
  /** Send it as `cursor` to get the next page. null: the last page */
  next_cursor: string | null;
}

export interface JobPart {
  number: number;
  /** SHA-256 of the part in hex */
  sha256: string;
}

/** An upload, or an object in a connected store */
export type JobSource = NewUpload | StoredObject;

/** uploading: the service waits for parts. waiting: the job waits for a free worker. running: a worker processes it. succeeded, failed and canceled are final */
export type JobState = "uploading" | "waiting" | "running" | "succeeded" | "failed" | "canceled";

export interface JobSummary {
  job_id: string;
  kind: JobKind;
  state: JobState;
  /** From 0 to 1. It never falls while a worker processes the job */
  progress: number;
  /** Size of the source in bytes */
  size: number;
  /** The name that the upload has */
  file_name: string | null;
  source: StoredObject | null;
  result: StoredObject | null;
  error: JobError | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  finished_at: string | null;
  /** When the service deletes the job with its files */
  expires_at: string | null;
}

/** While the state is uploading */
export interface JobUpload {
  /** Size of every part except the last one */
  part_bytes: number;
  part_count: number;
  /** Numbers of the parts that are stored */
  received: Array<number>;
}

export interface ListedDelivery {
  /** The ID of the envelope */
  delivery_id: string;
  webhook_id: string;
  event: string;
  /** pending: in the queue. The service attempts it until it is delivered, for 24 hours */
  status: "delivered" | "failed" | "pending";
  /** null: no response */
  status_code: number | null;
  /** The first 4 KB of the response */
  response_body: string | null;
  /** Why there is no response */
  failure: string | null;
  latency_ms: number | null;
  attempts: number;
  /** When the service attempts a pending delivery. null while pending: after an earlier delivery about the same record */
  next_attempt_at: string | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** Whether it is a test event. Its payload then has `"test": true` */
  test: boolean;
}

export interface ListedRecord {
  record_id: string;
  token: string;
  watermark_id: string;
  generator_id: string;
  model: string;
  format: MediaFormat;
  mode: "server" | "client";
  content_hash: string;
  kid: string;
  phash: string | null;
  /** ISO 8601, UTC */
  signed_at: string;
  /** The private label, or null */
  label: string | null;
  /** Whether GET /v1/records/:record_id/thumbnail returns a picture */
  has_thumbnail: boolean;
  /** All verifications: the sum of the next three counts */
  verification_count: number;
  authentic_count: number;
  tamper_count: number;
  not_proven_count: number;
}

/** Where the content no longer carries the watermark of its record. Only with `localize=true`. It does not show parts that were cut, edits in flat or silent parts where the watermark is too faint, or light edits that keep the watermark. An empty list does not mean that nothing changed: only `authentic` says that */
export type Localization = {
  kind: "image";
  /** Pixels of the displayed image, after Exif orientation */
  width: number;
  height: number;
  /** Rectangles that do not carry the watermark, largest first, at most 64 */
  regions: Array<{
    /** Pixels from the left edge of the displayed image */
    x: number;
    /** Pixels from the top edge */
    y: number;
    width: number;
    height: number;
    /** 0 to 1: confidence that this part does not carry the watermark */
    score: number;
  }>;
  /** The same result as a grid of cells over the image */
  map: {
    /** At most 128 */
    columns: number;
    /** At most 128 */
    rows: number;
    /** Pixels along the side of a cell */
    cell: number;
    /** Base64, one byte for each cell, row by row. 0: unknown, because the watermark is too faint. 1: carries the watermark. 2: does not carry the watermark */
    values: string;
  };
} | {
  kind: "audio";
  /** Duration that was checked, from the start */
  seconds: number;
  ranges: Array<{
    /** Seconds */
    start: number;
    /** Seconds */
    end: number;
    /** 0 to 1: confidence that this part does not carry the watermark */
    score: number;
  }>;
} | {
  kind: "video";
  /** Duration that was checked, from the start */
  seconds: number;
  ranges: Array<{
    /** Seconds */
    start: number;
    /** Seconds */
    end: number;
    /** 0 to 1: confidence that this part does not carry the watermark */
    score: number;
  }>;
} | {
  kind: "text";
  /** Number of paragraphs in the text */
  count: number;
  /** At most 1,000 */
  paragraphs: Array<{
    /** Counted from 1 */
    paragraph: number;
    /** First line of the paragraph, counted from 1 */
    line: number;
    /** missing: the paragraph does not carry the watermark. moved: the watermark is not at the start, or appears twice */
    payload: "missing" | "moved";
  }>;
} | {
  kind: "none";
  /** Why there is no result */
  note: string;
};

/** What the entry commits to: SHA-256 of this object as canonical JSON is the commitment */
export interface LogOpening {
  type: "content-provenance-log-entry/1";
  kind: "record" | "generator_revoked" | "key_retired";
  record_id?: string;
  content_hash?: string;
  generator_id: string;
  kid?: string;
  /** ISO 8601, UTC */
  signed_at?: string;
  /** ISO 8601, UTC */
  time?: string;
  /** 32 bytes in base64 */
  salt: string;
}

/** The first checkpoint with a time stamp that includes the entry */
export interface LogTimestamp {
  /** The same proof for the checkpoint that has the time stamp */
  proof: string;
  /** RFC 3161 time stamp over the text of that checkpoint without its signatures, in base64 */
  token: string;
  /** ISO 8601, UTC */
  stamped_at: string;
}

/** The certificate that signed. Anyone can issue a certificate with any name */
export interface ManifestCertificate {
  /** Organization and name of the signer */
  subject: string;
  /** Organization and name of the authority */
  issuer: string;
  /** ISO 8601, UTC */
  not_before: string;
  /** ISO 8601, UTC */
  not_after: string;
  /** ES256, ML-DSA-65 and others */
  algorithm: string;
}

export interface ManifestMatches {
  /** Empty if nothing was found. All manifests are on this server: GET /manifests/{manifestId} */
  matches: Array<{
    /** Label of the active manifest */
    manifestId: string;
  }>;
}

/** What a C2PA manifest in the upload says, or one that was recovered for it. Left out if there is none */
export interface ManifestReport {
  /** Whether the upload contains the manifest. false: see `remote_url` or `recovered` */
  found: boolean;
  /** true: the upload has no manifest, and this one comes from the repository, because the upload names its record. It says nothing about the bytes of the upload, so validation_status and state are left out */
  recovered?: boolean;
  /** If recovered: get the manifest at /v1/c2pa/manifests/{manifest_id} */
  manifest_id?: string;
  /** Whether the signature, the assertions and the binding to this file are correct; not whether the signer is trusted */
  validation_status?: "valid" | "invalid";
  /** Labels of the active manifest, at most 1,000 */
  assertions: Array<string>;
  manifest_count: number;
  /** As the certificate names it; empty if it could not be read */
  signature_issuer: string;
  /** Whether the active manifest is signed under a certificate of this service */
  is_service: boolean;
  /** C2PA status codes, if invalid */
  validation_errors?: Array<string>;
  /** trusted: valid, and signed under an authority on a trust list of the operator. valid: correct, but anyone can have signed. invalid: something is wrong. unreadable: the service cannot read this manifest */
  state?: "trusted" | "valid" | "invalid" | "unreadable";
  /** The trust list by which the signer is trusted */
  trust?: {
    list: string;
  };
  /** What the service did not check, as codes: `cawg.…` for identities, `signingCredential.ocsp.skipped` for revocation, `manifest.inaccessible` for a manifest elsewhere, `format.unsupported` for fonts and text */
  unchecked?: Array<string>;
  certificate?: ManifestCertificate;
  /** The time stamp (RFC 3161) of the signature */
  timestamp?: {
    /** ISO 8601, UTC */
    time: string;
    /** As its certificate names it */
    authority: string;
    /** Whether the authority is on a trust list of the operator */
    trusted: boolean;
  };
  /** Where the file says that its manifest is. The service does not fetch it */
  remote_url?: string;
  /** How the file was made, from its actions: trainedAlgorithmicMedia and others */
  digital_source_type?: string;
  /** Whether the manifest contains a picture of the file */
  thumbnail?: boolean;
  /** What the manifest permits for AI training, at most 10 entries */
  ai_training?: Array<{
    /** ai_generative_training, ai_training, ai_inference or data_mining */
    use: string;
    permission: "allowed" | "notAllowed" | "constrained";
  }>;
  /** The program that wrote the manifest, as it names itself */
  tool?: string;
  /** ISO 8601, UTC */
  signed_at?: string;
  /** What the manifest says was done, in order, at most 50 actions */
  actions?: Array<{
    /** c2pa.created and others */
    action: string;
    /** Digital source type of IPTC, such as trainedAlgorithmicMedia */
    source_type?: string;
    /** ISO 8601, UTC */
    when?: string;
  }>;
  /** The files it says it was made of: three levels, at most 20 ingredients in a list and 100 in total */
  ingredients?: Array<{
    title: string;
    /** parentOf, componentOf or inputTo */
    relationship: string;
    /** Who signed the manifest of the ingredient */
    issuer?: string;
    /** Whether the manifest of the ingredient is valid. Left out if it has none */
    validation_status?: "valid" | "invalid";
    /** Whether the manifest contains a picture of the ingredient */
    thumbnail: boolean;
    ingredients?: Array<{
      title: string;
      /** parentOf, componentOf or inputTo */
      relationship: string;
      /** Who signed the manifest of the ingredient */
      issuer?: string;
      /** Whether the manifest of the ingredient is valid. Left out if it has none */
      validation_status?: "valid" | "invalid";
      /** Whether the manifest contains a picture of the ingredient */
      thumbnail: boolean;
      ingredients?: Array<{
        title: string;
        /** parentOf, componentOf or inputTo */
        relationship: string;
        /** Who signed the manifest of the ingredient */
        issuer?: string;
        /** Whether the manifest of the ingredient is valid. Left out if it has none */
        validation_status?: "valid" | "invalid";
        /** Whether the manifest contains a picture of the ingredient */
        thumbnail: boolean;
      }>;
    }>;
  }>;
}

/** ml-dsa-65: the key of the generator signs. classical: the certificate of the organization does */
export type ManifestSignature = "ml-dsa-65" | "classical";

export type MediaFormat = "image" | "audio" | "text" | "video";

export interface Member {
  user_id: string;
  email: string;
  role: Role;
  email_verified: boolean;
  /** Number of active personal keys */
  api_key_count: number;
  /** ISO 8601, UTC */
  created_at: string;
  /** The last request with a session, to the minute. null: none yet */
  last_active_at: string | null;
}

export interface MonitoringKey {
  /** 32 bytes in base64url. The tag of your entries is HMAC-SHA-256 of their nonce under this key */
  monitoring_key: string;
  log: TransparencyLog;
}

export interface NewApiKey {
  /** Name of the key */
  name?: string | null;
  /** What the key can do. null: everything, also the scopes of later releases. No scope includes another one. `sign`: Sign content, submit records and embed C2PA manifests. `verify`: Verify with the limit of your plan. `jobs`: Send content to jobs for large files, watch and cancel them, and download signed files. `records:read`: List, search and export your records, read their labels and thumbnails, and open your entries in the transparency log. `records:write`: Change the labels of records. `generators:read`: List your generators. `generators:write`: Create and revoke generators, and rotate their keys. `c2pa`: Manage C2PA certificates, and the manifests and bindings that you store. `webhooks`: Manage webhooks and read their deliveries. `reports:read`: Read the audit log, analytics, usage and attestations. `admin`: Read and change account settings: branding, domains, what records keep, connected stores, plan requests, the monitoring key. */
  scopes?: Array<"sign" | "verify" | "jobs" | "records:read" | "records:write" | "generators:read" | "generators:write" | "c2pa" | "webhooks" | "reports:read" | "admin"> | null;
  /** From then on, the key gets 401. null: the key does not expire */
  expires_at?: string | null;
  /** The generators that the key can use, and whose records it can read. null: all. Such a key can have only these scopes, and has them by default: `sign`, `verify`, `jobs`, `records:read`, `records:write`, `generators:read`, `generators:write` */
  generator_ids?: Array<string> | null;
  /** The IPv4 and IPv6 addresses, or networks in CIDR notation, from which the key works. null: all */
  addresses?: Array<string> | null;
  /** Requests per minute with this key. null: only the limit of your plan applies */
  limit_per_minute?: number | null;
}

/** You send the file in parts */
export interface NewUpload {
  upload: {
    /** Size of the file in bytes */
    size: number;
    file_name?: string;
  };
}

export interface OpenedLogEntry {
  /** The index of the entry in the log */
  index: number;
  /** The entry in base64: 82 bytes */
  entry: string;
  opening: LogOpening;
}

export interface Organization {
  org_id: string;
  name: string;
  plan: PlanName;
}

export interface PersonalKey {
  key_id: string;
  /** Masked key */
  preview: string;
  /** ISO 8601, UTC */
  created_at: string;
  /** Name of the key */
  name: string | null;
  /** ISO 8601, UTC */
  last_used_at: string | null;
  /** What the key can do. null: everything */
  scopes: Array<string> | null;
  /** ISO 8601, UTC */
  expires_at: string | null;
  /** The generators that the key can use. null: all */
  generator_ids: Array<string> | null;
  /** The addresses and networks from which it works. null: all */
  addresses: Array<string> | null;
  /** Its requests per minute. null: the limit of your plan */
  limit_per_minute: number | null;
  /** replaced: it was rotated, and works until `expires_at` */
  status: "active" | "replaced" | "expired";
  /** The key that a rotation put in its place, or null */
  replaced_by: string | null;
  usage: ApiKeyUsage;
}

export interface Plan {
  plan: PlanName;
  label: string;
  /** USD. null: custom price */
  monthly_price: number | null;
  annual_monthly_price: number | null;
  annual_total: number | null;
  included_signatures: number | null;
  overage_rate: number;
  upgrade_url: string;
}

export type PlanName = "free" | "starter" | "growth" | "scale" | "enterprise";

export interface PlanRequest {
  request_id: string;
  plan: PlanName;
  billing_interval: "monthly" | "annual";
  note: string | null;
  state: "pending" | "approved" | "declined" | "withdrawn";
  /** What the operator says about the decision */
  reason: string | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** null: it is pending */
  decided_at: string | null;
}

/** Problem details (RFC 9457) */
export interface Problem {
  /** The address of the documentation of this error */
  type: string;
  /** The kind of error in words */
  title: string;
  status: number;
  /** Explanation for people */
  detail: string;
  /** Identifies the request */
  instance: string;
  error: ErrorCode;
  /** Explanation for people */
  message: string;
  request_id: string;
  /** For validation_error: the path of each problem and what is wrong */
  details?: Array<{
    path: string;
    message: string;
  }>;
}

export interface ProvenanceRecord {
  record_id: string;
  watermark_id: string;
  generator_id: string;
  org_id: string;
  org_name: string;
  signer: Signer;
  model: string;
  format: MediaFormat;
  exact_format?: ExactFormat;
  content_hash: string;
  signature: string;
  signed_payload: {
    content_hash: string;
    generator_id: string;
    model: string;
    watermark_id: string;
  };
  algorithm: "ml-dsa-65";
  /** The key that signed. GET /v1/keys/:generator_id returns it */
  kid: string;
  mode: "server" | "client";
  phash?: string;
  /** ISO 8601, UTC */
  signed_at: string;
  generator_status: GeneratorStatus;
}

export interface PublicKeys {
  generator_id: string;
  status: GeneratorStatus;
  keys: Array<{
    kid: string;
    algorithm: "ml-dsa-65";
    key: string;
    status: "active" | "retired";
    /** ISO 8601, UTC */
    created_at: string;
    /** ISO 8601, UTC */
    retired_at: string | null;
  }>;
}

export interface QuotaLimitData {
  /** Your plan */
  plan: "free" | "starter" | "growth" | "scale" | "enterprise";
  /** Signatures that the plan includes each month */
  limit: number;
  /** Signatures used this month */
  current: number;
  /** When the count restarts */
  period_end: string;
}

/** You have reached the limit of the Free plan, and signing stops. */
export interface QuotaLimitEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "quota.limit";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: QuotaLimitData;
}

export interface QuotaWarningData {
  /** Your plan */
  plan: "free" | "starter" | "growth" | "scale" | "enterprise";
  /** Signatures that the plan includes each month */
  limit: number;
  /** Signatures used this month */
  current: number;
  /** When the count restarts */
  period_end: string;
}

/** You have used 80% of the signatures of this month. */
export interface QuotaWarningEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "quota.warning";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: QuotaWarningData;
}

export interface ReceiptFindings {
  valid: boolean;
  /** Why the receipt is not valid. receipt_malformed: not the text of a receipt. receipt_key_unknown: signed by a key that the service does not have. receipt_signature_invalid: forged or changed. receipt_for_other_content: for another file. receipt_from_other_service: names another service or environment */
  reason?: "receipt_malformed" | "receipt_key_unknown" | "receipt_signature_invalid" | "receipt_for_other_content" | "receipt_from_other_service";
  statement: ReceiptStatement | null;
}

export interface ReceiptKeys {
  /** The key that signs new receipts is first. Earlier keys stay */
  keys: Array<{
    kid: string;
    algorithm: "ml-dsa-65";
    /** Raw public key (1952 bytes) in base64 */
    key: string;
    /** The same key as a JSON Web Key (RFC 9964), for libraries that read JWS */
    jwk: {
      kty: "AKP";
      alg: "ML-DSA-65";
      kid: string;
      /** Raw public key in base64url */
      pub: string;
    };
  }>;
}

/** What the service signed */
export interface ReceiptStatement {
  /** content-provenance-receipt/1 */
  type: string;
  service: {
    url: string;
    /** live, or sandbox. A receipt of the sandbox proves nothing */
    environment: string;
  };
  examined: {
    /** SHA3-256 of all bytes of the upload, as they were sent */
    content_hash: string;
    bytes: number;
    /** image, audio, text or video. null: unknown format */
    format: string | null;
  };
  /** As in VerificationResult, like the next seven fields */
  verdict: string;
  authentic: boolean;
  tampered: boolean;
  confidence: string;
  likeness: string;
  token_source: string | null;
  signals: Record<string, boolean>;
  reason?: string;
  provenance: {
    record_id: string;
    org_id: string;
    /** Name of the organization */
    org: string;
    signer: Signer;
    model: string;
    /** ISO 8601, UTC */
    signed_at: string;
    generator_id: string;
  } | null;
  /** ISO 8601, UTC */
  checked_at: string;
  detector: {
    name: string;
    version: string;
  };
  /** The newest checkpoint of the transparency log at that time, or null */
  log_checkpoint: string | null;
  /** true: for the receipt, the service stored and logged nothing about the upload */
  nothing_retained: boolean;
}

export interface RecordAnalytics {
  record_id: string;
  /** Days up to today, in UTC */
  window_days: number;
  total_verifications: number;
  tamper_count: number;
  confidence_breakdown: {
    high: number;
    medium: number;
    low: number;
    none: number;
  };
  /** Oldest first, without gaps */
  daily_trend: Array<{
    date: string;
    verifications: number;
    tampered: number;
  }>;
  /** The last 20 verifications, newest first */
  recent_events: Array<{
    event_id: string;
    /** ISO 8601, UTC */
    timestamp: string;
    authentic: boolean;
    tampered: boolean;
    confidence: string;
    /** near, far or unknown. Absent from older events */
    likeness?: string;
    token_source: string | null;
    format: string | null;
    reason?: string;
  }>;
}

export interface RecordCreatedData {
  /** ID of the record */
  record_id: string;
  /** ID of the generator that signed */
  generator_id: string;
  /** Name of the model */
  model: string;
  /** Kind of the content: image, audio, text or video */
  format: "image" | "audio" | "text" | "video";
  /** SHA3-256 of the signed content */
  content_hash: string;
  /** When it was signed */
  signed_at: string;
}

/** The service stores a record. */
export interface RecordCreatedEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "record.created";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: RecordCreatedData;
}

export interface RecordList {
  records: Array<ListedRecord>;
  /** Absent on the last page */
  next_cursor?: string;
  /** Records signed before this time are archived. The list does not contain them, but you can still verify them and get each one by its ID or token. Absent if no records are archived */
  archived_before?: string;
}

export interface RecordNotes {
  record_id: string;
  /** The private label, or null */
  label: string | null;
  has_thumbnail: boolean;
}

export interface RecordProof {
  record_id: string;
  /** The index of the entry in the log */
  index: number;
  log: TransparencyLog;
  opening: LogOpening;
  /** The entry in base64: 82 bytes */
  entry: string;
  /** A C2SP tlog-proof: inclusion proof and signed checkpoint */
  proof: string;
  timestamp: LogTimestamp | null;
}

export interface RecordSettings {
  /** Whether signing keeps a private label: the field label, or the name of the uploaded file */
  keeps_labels: boolean;
  /** Whether signing keeps a small picture of each image */
  keeps_thumbnails: boolean;
}

export interface RecordSubmission {
  /** `sha3-256:` and 64 lowercase hex characters */
  content_hash: string;
  generator_id: string;
  /** Name of the AI model */
  model: string;
  /** Must be unique in the service */
  watermark_id: string;
  /** ML-DSA-65 signature over the canonical JSON of signed_payload, in base64 */
  signature: string;
  signed_payload: SignedPayload;
  /** 64-bit perceptual hash. Used for search, never signed */
  phash?: string;
  /** The text fingerprint in base64, only for format text. With it, verification finds the text without its watermark, and parts of it. Used for search, never signed. The SDK and the command line compute it */
  text_fingerprint?: string;
  format?: MediaFormat;
  exact_format?: ExactFormat;
  /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
  label?: string;
}

/** The old key, and when it stops working */
export interface ReplacedApiKey {
  key_id: string;
  /** ISO 8601, UTC */
  expires_at: string;
}

export type Role = "owner" | "admin" | "user";

export interface RotatedApiKey {
  key_id: string;
  /** The complete key. Returned only in this response */
  key: string;
  /** Name of the key */
  name: string | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** What the key can do. null: everything */
  scopes: Array<string> | null;
  /** ISO 8601, UTC */
  expires_at: string | null;
  /** The generators that the key can use. null: all */
  generator_ids: Array<string> | null;
  /** The addresses and networks from which it works. null: all */
  addresses: Array<string> | null;
  /** Its requests per minute. null: the limit of your plan */
  limit_per_minute: number | null;
  replaces: ReplacedApiKey;
}

export interface RotatedPersonalKey {
  key_id: string;
  /** The complete key. Returned only in this response */
  key: string;
  /** ISO 8601, UTC */
  created_at: string;
  /** Name of the key */
  name: string | null;
  /** What the key can do. null: everything */
  scopes: Array<string> | null;
  /** ISO 8601, UTC */
  expires_at: string | null;
  /** The generators that the key can use. null: all */
  generator_ids: Array<string> | null;
  /** The addresses and networks from which it works. null: all */
  addresses: Array<string> | null;
  /** Its requests per minute. null: the limit of your plan */
  limit_per_minute: number | null;
  replaces: ReplacedApiKey;
}

export interface Session {
  /** Session token, valid for 24 hours */
  token: string;
  user: User;
}

export interface SignBatch {
  defaults?: SignDefaults;
  items: Array<SignItem>;
}

/** Fields for every item that does not have them */
export interface SignDefaults {
  /** Name of the AI model */
  model?: string;
  generator_id?: string;
  format?: MediaFormat;
  /** Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token. none is the default for texts that programs read: code, data and settings by their file name, JSON, and scripts that start with #!. With the other values, such a text carries the watermark. */
  watermark?: "balanced" | "strong" | "faint" | "none";
  /** By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark. */
  neural?: boolean;
  /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
  label?: string;
  /** keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so */
  c2pa?: "keep";
}

/** Either `text` or `file`, and `model` and `generator_id` here or in `defaults` */
export interface SignItem {
  /** The content, if it is a text */
  text?: string;
  /** The content, if it is a file: the name of a file in `files`, without a folder */
  file?: string;
  /** Name of the AI model */
  model?: string;
  generator_id?: string;
  format?: MediaFormat;
  /** Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token. none is the default for texts that programs read: code, data and settings by their file name, JSON, and scripts that start with #!. With the other values, such a text carries the watermark. */
  watermark?: "balanced" | "strong" | "faint" | "none";
  /** By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark. */
  neural?: boolean;
  /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
  label?: string;
  /** keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so */
  c2pa?: "keep";
}

export interface SignedFile {
  record_id: string;
  /** The token, which is also embedded in the content */
  token: string;
  /** The index of the record in the transparency log. Absent if the record is older than the log */
  log_index?: number;
  format: MediaFormat;
  /** Such as mp4 */
  exact_format: string;
  mime_type: string;
  /** Bytes */
  size: number;
  /** SHA-256 of the signed file in hex */
  sha256: string;
  /** What is in the file: token, watermark, in_band, neural */
  carries: Array<string>;
  /** What was left out, if anything, in words for people */
  notes: Array<string>;
}

export interface SignedItem {
  /** The token, which is also embedded in the content */
  token: string;
  record_id: string;
  /** The index of the record in the transparency log. Absent if the record is older than the log */
  log_index?: number;
  format: MediaFormat;
  mime_type: string;
  /** What is in the content: token, watermark, neural, manifest */
  carries: Array<string>;
  /** What was left out, if anything, one sentence each */
  notes: Array<string>;
  /** The signed content of an item with `text` */
  text?: string;
  /** The signed content of an item with `file`, in base64 */
  content?: string;
  /** The manifest that `c2pa: keep` added */
  manifest?: {
    manifest_id: string;
    signature: "ml-dsa-65" | "classical";
  };
}

export interface SignedPayload {
  /** `sha3-256:` and 64 lowercase hex characters */
  content_hash: string;
  generator_id: string;
  /** Name of the AI model */
  model: string;
  /** Must be unique in the service */
  watermark_id: string;
}

/** The organization that signed. If there is a domain, trust the domain: anyone can choose any name */
export interface Signer {
  /** Name that the organization chose */
  name: string;
  /** A domain that the organization has proven to control, or null */
  domain: string | null;
  /** ISO 8601, UTC */
  domain_verified_at: string | null;
  /** A domain of another organization that the name looks like, or null */
  resembles: string | null;
}

export interface SigningCertificate {
  certificate_id: string;
  /** service: issued here. request: for a key made here. import: with a key that you brought */
  source: "service" | "request" | "import";
  /** requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more */
  state: "requested" | "active" | "replaced" | "revoked";
  subject: string;
  issuer: string | null;
  /** Hexadecimal */
  serial_number: string | null;
  /** ES256, ES384, PS256 or Ed25519 */
  algorithm: string | null;
  /** ISO 8601, UTC */
  not_before: string | null;
  /** ISO 8601, UTC */
  not_after: string | null;
  /** PEM (PKCS #10), while the chain is missing */
  signing_request: string | null;
  /** PEM, without the root */
  chain: string | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** ISO 8601, UTC */
  revoked_at: string | null;
}

/** A connected store. The secret is never returned */
export interface StorageConnection {
  connection_id: string;
  name: string;
  /** Address of the store. It must be https:// and have a public IP address */
  endpoint: string;
  /** Region, as it appears in signatures. Default: us-east-1 */
  region: string;
  /** Where requests name the bucket. path (default): endpoint/bucket. host: bucket.endpoint */
  addressing: "path" | "host";
  /** Name of the bucket */
  bucket: string;
  /** Jobs use only objects under this prefix. Default: the whole bucket */
  prefix: string;
  /** Access key ID */
  access_key_id: string;
  /** ISO 8601, UTC */
  created_at: string;
}

/** An object in a connected store. As the source of a job: null means an upload. As its result: an object with this key is replaced, and null means only for download */
export interface StoredObject {
  /** ID of a storage connection */
  connection_id: string;
  /** Key of the object, below the prefix */
  object: string;
}

export interface StoredRecord {
  /** svc_… */
  token: string;
  record_id: string;
  /** The index of the record in the transparency log. Absent if the record is older than the log */
  log_index?: number;
}

export interface Success {
  success: true;
}

export interface Team {
  members: Array<Member>;
  plan: PlanName;
  /** Seats of the plan. null: no limit */
  max_members: number | null;
  /** Whether the plan includes the admin role */
  admin_role: boolean;
}

export interface TextMatch {
  record_id: string;
  signer: Signer;
  /** ISO 8601, UTC */
  signed_at: string;
  /** identical: the visible text is the one that the service signed, apart from white space and invisible characters. Always different for a record that was signed with its own key */
  visible_text: "identical" | "different";
  /** How much of the upload is in the record */
  upload_share: number;
  /** How much of the record is in the upload */
  record_share: number;
  /** The words of the upload, in order, at most 2,000 parts. The service does not store the text */
  parts: Array<{
    /** kept: the record has these words too. changed: the record has other words here. added: the record has nothing here */
    state: "kept" | "changed" | "added";
    /** The first UTF-16 code unit in the visible text of the upload */
    start: number;
    /** The one after the last */
    end: number;
  }>;
}

export interface TokenStatus {
  record_id: string;
  generator_status: GeneratorStatus;
  /** ISO 8601, UTC */
  revoked_at: string | null;
  model: string;
  /** ISO 8601, UTC */
  signed_at: string;
  org_id: string;
  org_name: string;
  signer: Signer;
  branding: Branding | null;
}

/** How to find the log, and the keys that sign its checkpoints */
export interface TransparencyLog {
  /** The name of the log */
  origin: string;
  /** Where its checkpoint and tiles are */
  url: string;
  verifier_keys: Array<string>;
}

export interface TwoFactorChallenge {
  requires_2fa: true;
  /** For POST /v1/auth/verify-2fa. Works for one attempt */
  challenge_token: string;
}

export interface Usage {
  plan: PlanName;
  billing_interval: "monthly" | "annual";
  signatures_used: number;
  /** null: no limit */
  signatures_included: number | null;
  /** USD for each extra signature */
  overage_rate: number;
  overage_count: number;
  /** ISO 8601, UTC */
  period_start: string;
  /** ISO 8601, UTC */
  period_end: string;
}

export interface User {
  user_id: string;
  email: string;
  email_verified: boolean;
  org_id: string;
}

export interface VerificationResult {
  /** The result in one word, as on the verify page. copy: found only by a watermark, and similar to the record. With `localize=true`, only if no part lacks the watermark */
  verdict: "authentic" | "changed" | "copy" | "mark_on_other_content" | "resembles" | "same_text" | "shares_text" | "original" | "revoked" | "invalid_record" | "other_credentials_intact" | "other_credentials_broken" | "other_credentials_unchecked" | "token_without_record" | "nothing_found" | "empty_file" | "unknown_type" | "unreadable_file";
  /** The checks that ran */
  checks: Array<{
    name: "token" | "watermark" | "neural_watermark" | "looks" | "sound" | "words" | "signature" | "content" | "credentials";
    /** Whether the check found what it looked for */
    passed: boolean;
  }>;
  authentic: boolean;
  tampered: boolean;
  /** Confidence in the identification, not in the integrity */
  confidence: "high" | "medium" | "low" | "none";
  /** Whether the content looks or sounds like the content of the record. near: their fingerprints match, which proves nothing. far: their fingerprints differ, because other content carries the watermark or the token, or because the content was strongly cropped or edited. unknown: no record, or nothing to compare */
  likeness: "near" | "far" | "unknown";
  /** provided, xmp, watermark, neural_watermark, text_fingerprint, phash or fingerprint */
  token_source: string | null;
  /** image, audio, text or video. null: unknown format */
  format: string | null;
  signals: {
    watermark_found: boolean;
    record_found: boolean;
    signature_valid: boolean;
    phash_match: boolean;
    fingerprint_match: boolean;
    neural_watermark_found: boolean;
    text_match: boolean;
  };
  provenance: {
    /** Name of the organization */
    org: string;
    signer: Signer;
    org_id: string;
    record_id: string;
    generator_id: string;
    model: string;
    /** ISO 8601, UTC */
    signed_at: string;
    /** The key that signed */
    kid: string;
    /** ISO 8601, UTC */
    revoked_at: string | null;
  } | null;
  c2pa?: ManifestReport;
  localization?: Localization;
  /** Records whose text the upload contains, completely or in part, at most 16: the record of the result first, then the best match. Absent if there are none, or if the upload is exactly what was signed. A match proves nothing about who wrote the upload */
  text_matches?: Array<TextMatch>;
  /** With `show_text=true`: the visible text of the upload. It can end after the last word that was compared */
  visible_text?: string;
  /** Why the content is not authentic */
  reason?: string;
  /** What the service could not check, one sentence each */
  notes?: Array<string>;
  /** With `receipt=true`: the result and the hash of the upload, signed by the service (a compact JWS). See docs/use/receipts.md */
  receipt?: string;
  /** In a batch: why the service could not check this item */
  error?: string;
}

export interface VerifyAttemptedData {
  /** ID of the record */
  record_id: string;
  /** Whether the content is exactly as signed */
  authentic: boolean;
  /** Whether the content was changed after signing */
  tampered: boolean;
  /** How surely the record was found: high, medium, low or none */
  confidence: "high" | "medium" | "low" | "none";
  /** Whether the content resembles what you signed: near, far or unknown */
  likeness: "near" | "far" | "unknown";
  /** How the record was found, or null */
  token_source: string | null;
}

/** A verification finds one of your records. */
export interface VerifyAttemptedEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "verify.attempted";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: VerifyAttemptedData;
}

export interface VerifyTamperDetectedData {
  /** ID of the record */
  record_id: string;
  /** Whether the content is exactly as signed */
  authentic: boolean;
  /** Whether the content was changed after signing */
  tampered: boolean;
  /** How surely the record was found: high, medium, low or none */
  confidence: "high" | "medium" | "low" | "none";
  /** Whether the content resembles what you signed: near, far or unknown */
  likeness: "near" | "far" | "unknown";
  /** How the record was found, or null */
  token_source: string | null;
  /** Why the content is not authentic */
  reason: string;
}

/** A verification finds one of your records, but the content is not as signed. If `likeness` is `far`, the content does not resemble it either. */
export interface VerifyTamperDetectedEvent {
  /** ID of the delivery. Ignore an ID that you have seen before */
  id: string;
  event: "verify.tamper_detected";
  /** ISO 8601, UTC */
  timestamp: string;
  /** ID of your organization */
  org_id: string;
  /** A test event: nothing happened */
  test?: true;
  data: VerifyTamperDetectedData;
}

export interface Version {
  version: string;
  environment: "live" | "sandbox";
  api: "v1";
}

export interface Webhook {
  webhook_id: string;
  url: string;
  events: Array<WebhookEvent>;
  status: "active" | "disabled";
  delivery: WebhookDeliveryMode;
  /** Failures in a row. At five, the service disables an endpoint with synchronous delivery */
  failure_count: number;
  /** With queued delivery, the first failure since the last success. After three days, the service disables the endpoint */
  failing_since: string | null;
  /** ISO 8601, UTC */
  created_at: string;
}

export interface WebhookDelivery {
  /** The ID of the envelope */
  delivery_id: string;
  webhook_id: string;
  event: string;
  /** pending: in the queue. The service attempts it until it is delivered, for 24 hours */
  status: "delivered" | "failed" | "pending";
  /** null: no response */
  status_code: number | null;
  /** The first 4 KB of the response */
  response_body: string | null;
  /** Why there is no response */
  failure: string | null;
  latency_ms: number | null;
  attempts: number;
  /** When the service attempts a pending delivery. null while pending: after an earlier delivery about the same record */
  next_attempt_at: string | null;
  /** ISO 8601, UTC */
  created_at: string;
  /** Whether it is a test event. Its payload then has `"test": true` */
  test: boolean;
  /** The request body. The signature covers it */
  payload: string;
  /** The headers of the last attempt. null: it was not sent, or by a release that did not keep them */
  request_headers: Record<string, string> | null;
}

/** synchronous: one attempt during the request that causes the event. queued: soon after the request, with retries for 24 hours, in order for each record. Default: synchronous */
export type WebhookDeliveryMode = "synchronous" | "queued";

export type WebhookEvent = "record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated" | "job.finished";

/** The body of a webhook delivery. */
export type WebhookPayload = RecordCreatedEvent | VerifyAttemptedEvent | VerifyTamperDetectedEvent | QuotaWarningEvent | QuotaLimitEvent | GeneratorRevokedEvent | GeneratorKeyRotatedEvent | JobFinishedEvent;

export interface Operations {
  /** Register an organization and its owner */
  'POST /v1/auth/register': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the new organization */
      org_name: string;
      /** Email address */
      email: string;
      /** At least 8 characters */
      password: string;
    };
    answer: {
      user: User;
    };
  };
  /** Log in */
  'POST /v1/auth/login': {
    path: undefined;
    query: undefined;
    body: {
      email: string;
      password: string;
    };
    answer: Session | TwoFactorChallenge;
  };
  /** Complete a two-factor challenge */
  'POST /v1/auth/verify-2fa': {
    path: undefined;
    query: undefined;
    body: {
      challenge_token: string;
      /** A code from the email or the authenticator app, or a recovery code */
      otp: string;
    };
    answer: Session;
  };
  /** Verify an email address */
  'POST /v1/auth/verify-email': {
    path: undefined;
    query: undefined;
    body: {
      /** The token from the link in the email */
      token: string;
    };
    answer: Success;
  };
  /** Resend the verification email */
  'POST /v1/auth/resend-verification': {
    path: undefined;
    query: undefined;
    body: {
      /** Email address */
      email: string;
    };
    answer: Success;
  };
  /** Request a link to set a new password */
  'POST /v1/auth/forgot-password': {
    path: undefined;
    query: undefined;
    body: {
      /** Email address */
      email: string;
    };
    answer: Success;
  };
  /** Set a new password */
  'POST /v1/auth/reset-password': {
    path: undefined;
    query: undefined;
    body: {
      /** The token from the link in the email */
      token: string;
      /** At least 8 characters */
      password: string;
    };
    answer: Success;
  };
  /** Get the user and the organization of the session */
  'GET /v1/auth/me': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: CurrentUser;
  };
  /** End the session */
  'POST /v1/auth/logout': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Success;
  };
  /** Get a ticket for the other environment */
  'POST /v1/auth/switch-ticket': {
    path: undefined;
    query: undefined;
    body: {
      /** SHA-256 of a secret that your program makes, in base64url */
      challenge: string;
    };
    answer: {
      /** Works once, for one minute, in the other environment */
      ticket: string;
    };
  };
  /** Log in with a ticket from the other environment */
  'POST /v1/auth/switch': {
    path: undefined;
    query: undefined;
    body: {
      /** From POST /v1/auth/switch-ticket */
      ticket: string;
      /** The secret behind the challenge */
      verifier: string;
    };
    answer: Session | TwoFactorChallenge;
  };
  /** Start to set up two-factor authentication */
  'POST /v1/auth/2fa/setup': {
    path: undefined;
    query: undefined;
    body: {
      method: "email" | "totp";
    };
    answer: {
      /** Base32 secret, to type into an app */
      secret: string;
      /** Content of the QR code for an app */
      otpauth_url: string;
    } | {
      sent: true;
    };
  };
  /** Turn on two-factor authentication */
  'POST /v1/auth/2fa/enable': {
    path: undefined;
    query: undefined;
    body: {
      /** A code from the email or the authenticator app, or a recovery code */
      otp: string;
    };
    answer: {
      enabled: true;
      /** Ten codes. Each works once. Returned only in this response */
      recovery_codes: Array<string>;
    };
  };
  /** Turn off two-factor authentication */
  'POST /v1/auth/2fa/disable': {
    path: undefined;
    query: undefined;
    body: {
      password: string;
    };
    answer: {
      enabled: false;
    };
  };
  /** Rename the organization */
  'PATCH /v1/account/organization': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the organization */
      name: string;
    };
    answer: Organization;
  };
  /** Get the branding */
  'GET /v1/account/branding': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      branding: Branding | null;
    };
  };
  /** Change the branding */
  'PATCH /v1/account/branding': {
    path: undefined;
    query: undefined;
    body: {
      /** Display name */
      display_name?: string | null;
      /** An https:// URL */
      logo_url?: string | null;
      /** #rrggbb */
      primary_color?: string | null;
      /** An https:// URL */
      support_url?: string | null;
    };
    answer: {
      branding: Branding | null;
    };
  };
  /** List API keys of the organization */
  'GET /v1/account/api-keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      keys: Array<ApiKey>;
    };
  };
  /** Create an API key for the organization */
  'POST /v1/account/api-keys': {
    path: undefined;
    query: undefined;
    body: NewApiKey;
    answer: CreatedApiKey;
  };
  /** Change an API key */
  'PATCH /v1/account/api-keys/{key_id}': {
    path: {
      key_id: string;
    };
    query: undefined;
    body: ApiKeyChange;
    answer: ApiKey;
  };
  /** Revoke an API key */
  'DELETE /v1/account/api-keys/{key_id}': {
    path: {
      key_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      revoked: true;
    };
  };
  /** Rotate an API key */
  'POST /v1/account/api-keys/{key_id}/rotate': {
    path: {
      key_id: string;
    };
    query: undefined;
    body: {
      /** How long the old key continues to work. Default: 24. 0: it stops at once */
      overlap_hours?: number;
    };
    answer: RotatedApiKey;
  };
  /** List domains, and show how people see the organization */
  'GET /v1/account/domains': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      domains: Array<Domain>;
      signer: Signer;
    };
  };
  /** Add a domain to prove */
  'POST /v1/account/domains': {
    path: undefined;
    query: undefined;
    body: {
      /** A domain name */
      domain: string;
    };
    answer: Domain;
  };
  /** Check a domain now */
  'POST /v1/account/domains/{domain_id}/check': {
    path: {
      domain_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Domain;
  };
  /** Remove a domain */
  'DELETE /v1/account/domains/{domain_id}': {
    path: {
      domain_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deleted: true;
    };
  };
  /** List connected stores */
  'GET /v1/account/storage-connections': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      connections: Array<StorageConnection>;
    };
  };
  /** Connect an S3-compatible store */
  'POST /v1/account/storage-connections': {
    path: undefined;
    query: undefined;
    body: {
      /** A name for people */
      name: string;
      /** Address of the store. It must be https:// and have a public IP address */
      endpoint: string;
      /** Region, as it appears in signatures. Default: us-east-1 */
      region?: string;
      /** Where requests name the bucket. path (default): endpoint/bucket. host: bucket.endpoint */
      addressing?: "path" | "host";
      /** Name of the bucket */
      bucket: string;
      /** Jobs use only objects under this prefix. Default: the whole bucket */
      prefix?: string;
      /** Access key ID */
      access_key_id: string;
      /** Secret of the access key */
      secret_access_key: string;
    };
    answer: StorageConnection;
  };
  /** Disconnect a store */
  'DELETE /v1/account/storage-connections/{connection_id}': {
    path: {
      connection_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deleted: true;
    };
  };
  /** List members and seats */
  'GET /v1/team/members': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Team;
  };
  /** Change the role of a member */
  'PATCH /v1/team/members/{user_id}/role': {
    path: {
      user_id: string;
    };
    query: undefined;
    body: {
      role: Role;
    };
    answer: {
      user_id: string;
      role: Role;
    };
  };
  /** Remove a member */
  'DELETE /v1/team/members/{user_id}': {
    path: {
      user_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      removed: true;
    };
  };
  /** List open invites */
  'GET /v1/team/invites': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      invites: Array<Invite>;
    };
  };
  /** Invite a member by email */
  'POST /v1/team/invites': {
    path: undefined;
    query: undefined;
    body: {
      /** Email address */
      email: string;
      /** admin needs the Growth plan or above */
      role: "user" | "admin";
    };
    answer: CreatedInvite;
  };
  /** Make a new link of an invite to copy */
  'POST /v1/team/invites/{invite_id}/link': {
    path: {
      invite_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      /** A link to give to the invited person. It works once. It does not prove the email address, so the service sends an email to verify it */
      invite_url: string;
      /** ISO 8601, UTC */
      expires_at: string;
    };
  };
  /** Cancel an open invite */
  'DELETE /v1/team/invites/{invite_id}': {
    path: {
      invite_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      cancelled: true;
    };
  };
  /** Preview an invite */
  'GET /v1/team/invites/{token}/preview': {
    path: {
      /** The token from the link in the email, or from the copied link */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      invite_id: string;
      /** admin needs the Growth plan or above */
      role: "user" | "admin";
      org_name: string;
      /** ISO 8601, UTC */
      expires_at: string;
    };
  };
  /** Accept an invite and join the team */
  'POST /v1/team/invites/{token}/accept': {
    path: {
      /** The token from the link in the email, or from the copied link */
      token: string;
    };
    query: undefined;
    body: {
      password: string;
    };
    answer: {
      /** Session token, valid for 24 hours */
      token: string;
      user: {
        user_id: string;
        org_id: string;
        /** admin needs the Growth plan or above */
        role: "user" | "admin";
        email_verified: boolean;
      };
    };
  };
  /** List your personal API keys */
  'GET /v1/team/members/me/api-keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      keys: Array<PersonalKey>;
    };
  };
  /** Create a personal API key */
  'POST /v1/team/members/{user_id}/api-keys': {
    path: {
      user_id: string;
    };
    query: undefined;
    body: NewApiKey;
    answer: CreatedPersonalKey;
  };
  /** Change a personal API key */
  'PATCH /v1/team/members/{user_id}/api-keys/{key_id}': {
    path: {
      user_id: string;
      key_id: string;
    };
    query: undefined;
    body: ApiKeyChange;
    answer: PersonalKey;
  };
  /** Revoke a personal API key */
  'DELETE /v1/team/members/{user_id}/api-keys/{key_id}': {
    path: {
      user_id: string;
      key_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      revoked: true;
    };
  };
  /** Rotate a personal API key */
  'POST /v1/team/members/{user_id}/api-keys/{key_id}/rotate': {
    path: {
      user_id: string;
      key_id: string;
    };
    query: undefined;
    body: {
      /** How long the old key continues to work. Default: 24. 0: it stops at once */
      overlap_hours?: number;
    };
    answer: RotatedPersonalKey;
  };
  /** List generators */
  'GET /v1/generators': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      generators: Array<Generator>;
    };
  };
  /** Register a generator */
  'POST /v1/generators': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the generator */
      name: string;
      supported_formats: Array<MediaFormat>;
      public_keys?: Array<{
        /** Your name for the key */
        kid: string;
        algorithm: "ml-dsa-65";
        /** Raw public key (1952 bytes) in base64 */
        key: string;
      }>;
    };
    answer: CreatedGenerator;
  };
  /** Get a generator */
  'GET /v1/generators/{generator_id}': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Generator;
  };
  /** Revoke a generator */
  'PUT /v1/generators/{generator_id}/revoke': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      generator_id: string;
      status: "revoked";
    };
  };
  /** Rotate the signing key of a service-managed generator */
  'POST /v1/generators/{generator_id}/rotate-key': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      generator_id: string;
      active_kid: string;
      retired_kid: string;
    };
  };
  /** Get the public keys of a generator */
  'GET /v1/keys/{generator_id}': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: PublicKeys;
  };
  /** List records, newest first */
  'GET /v1/records': {
    path: undefined;
    query: {
      limit?: number;
      /** next_cursor of the previous page */
      before?: string;
      generator_id?: string;
      format?: MediaFormat;
      /** Name of the AI model */
      model?: string;
      /** ISO 8601 date or timestamp, inclusive */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive */
      to?: string;
      /** Only records that were verified at least once, never, or at least once with this verdict. tampered: the content is not as signed. not_proven: neither authentic nor tampered */
      verdict?: "verified" | "never_verified" | "authentic" | "tampered" | "not_proven";
      /** A token, a record ID, a content hash (`sha3-256:…`), or a part of a label in any case */
      search?: string;
    };
    body: undefined;
    answer: RecordList;
  };
  /** Store a record that you signed yourself */
  'POST /v1/records': {
    path: undefined;
    query: undefined;
    body: RecordSubmission;
    answer: StoredRecord;
  };
  /** List the names of models in your records */
  'GET /v1/records/models': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      models: Array<string>;
    };
  };
  /** Export records, newest first */
  'GET /v1/records/export': {
    path: undefined;
    query: {
      file_type?: "csv" | "json";
      generator_id?: string;
      format?: MediaFormat;
      /** Name of the AI model */
      model?: string;
      /** ISO 8601 date or timestamp, inclusive */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive */
      to?: string;
      /** Only records that were verified at least once, never, or at least once with this verdict. tampered: the content is not as signed. not_proven: neither authentic nor tampered */
      verdict?: "verified" | "never_verified" | "authentic" | "tampered" | "not_proven";
      /** A token, a record ID, a content hash (`sha3-256:…`), or a part of a label in any case */
      search?: string;
    };
    body: undefined;
    answer: {
      records: Array<ListedRecord>;
    } | string;
  };
  /** Store up to 50 records, all or none */
  'POST /v1/records/batch': {
    path: undefined;
    query: undefined;
    body: {
      records: Array<RecordSubmission>;
    };
    answer: {
      results: Array<StoredRecord>;
    };
  };
  /** Get a record */
  'GET /v1/records/{record_id}': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: ProvenanceRecord;
  };
  /** Get a record as C2PA-compatible JSON */
  'GET /v1/records/{record_id}/c2pa': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: C2paExport;
  };
  /** Get the proof bundle of a record, for offline verification */
  'GET /v1/records/{record_id}/bundle': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: unknown;
  };
  /** Get what the service keeps about your records */
  'GET /v1/account/record-settings': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: RecordSettings;
  };
  /** Change what the service keeps about your records */
  'PATCH /v1/account/record-settings': {
    path: undefined;
    query: undefined;
    body: {
      /** Whether signing keeps a private label: the field label, or the name of the uploaded file */
      keeps_labels?: boolean;
      /** Whether signing keeps a small picture of each image */
      keeps_thumbnails?: boolean;
    };
    answer: RecordSettings;
  };
  /** Get the private notes of a record */
  'GET /v1/records/{record_id}/notes': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: RecordNotes;
  };
  /** Change or remove the label of a record */
  'PATCH /v1/records/{record_id}/notes': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: {
      /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
      label: string | null;
    };
    answer: RecordNotes;
  };
  /** Get the thumbnail of a record */
  'GET /v1/records/{record_id}/thumbnail': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Blob;
  };
  /** Get the proof that the transparency log includes a record */
  'GET /v1/records/{record_id}/proof': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: RecordProof;
  };
  /** Get the key that recognizes your entries in the transparency log */
  'GET /v1/account/monitoring-key': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: MonitoringKey;
  };
  /** Get what an entry of your organization in the transparency log commits to */
  'GET /v1/log/entries/{index}': {
    path: {
      index: number;
    };
    query: undefined;
    body: undefined;
    answer: OpenedLogEntry;
  };
  /** Embed a signed C2PA manifest into the file of a record */
  'POST /v1/records/{record_id}/c2pa/embed': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: {
      /** The file, up to 51 MB */
      content: Blob;
      signature?: ManifestSignature;
      /** embedded: the file with its manifest. sidecar: the manifest alone (.c2pa), for a file that stays as it is */
      output?: "embedded" | "sidecar";
    };
    answer: Blob;
  };
  /** The root certificates of C2PA manifests signed here */
  'GET /.well-known/c2pa-roots.pem': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** The root of classical certificates issued here */
  'GET /.well-known/c2pa-classical-roots.pem': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** The certificates of the organization, newest first */
  'GET /v1/c2pa/certificates': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      certificates: Array<SigningCertificate>;
      default_signature: ManifestSignature;
    };
  };
  /** Request a certificate */
  'POST /v1/c2pa/certificates': {
    path: undefined;
    query: undefined;
    body: {
      /** Two capital letters */
      country: string;
      /** As the authority knows it */
      organization: string;
      /** The name that viewers show */
      common_name: string;
    };
    answer: SigningCertificate;
  };
  /** Bring back the chain of a requested certificate */
  'PUT /v1/c2pa/certificates/{certificate_id}/chain': {
    path: {
      certificate_id: string;
    };
    query: undefined;
    body: {
      /** PEM: the certificate of the key first, then the one that issued it, and so on; a root is checked and left out */
      chain: string;
    };
    answer: SigningCertificate;
  };
  /** Import a key and its chain */
  'POST /v1/c2pa/certificates/import': {
    path: undefined;
    query: undefined;
    body: {
      /** PEM, without a passphrase */
      private_key: string;
      /** PEM: the certificate of the key first, then the one that issued it, and so on; a root is checked and left out */
      chain: string;
    };
    answer: SigningCertificate;
  };
  /** Renew a certificate */
  'POST /v1/c2pa/certificates/{certificate_id}/renew': {
    path: {
      certificate_id: string;
    };
    query: undefined;
    body: undefined;
    answer: SigningCertificate;
  };
  /** Revoke a certificate */
  'POST /v1/c2pa/certificates/{certificate_id}/revoke': {
    path: {
      certificate_id: string;
    };
    query: undefined;
    body: undefined;
    answer: SigningCertificate;
  };
  /** Set how manifests are signed unless a request says otherwise */
  'PUT /v1/c2pa/default-signature': {
    path: undefined;
    query: undefined;
    body: {
      default_signature: ManifestSignature;
    };
    answer: {
      default_signature: ManifestSignature;
    };
  };
  /** Find manifests by the value of a soft binding */
  'GET /v1/c2pa/matches/byBinding': {
    path: undefined;
    query: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg: string;
      /** Base64 */
      value: string;
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
    };
    body: undefined;
    answer: ManifestMatches;
  };
  /** Find manifests by the value of a soft binding, sent in the body */
  'POST /v1/c2pa/matches/byBinding': {
    path: undefined;
    query: {
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
    };
    body: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg: string;
      /** Base64 */
      value: string;
    };
    answer: ManifestMatches;
  };
  /** Find the manifests of a file */
  'POST /v1/c2pa/matches/byContent': {
    path: undefined;
    query: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      hintAlg?: string;
      /** Base64 */
      hintValue?: string;
    };
    body: Blob;
    answer: ManifestMatches;
  };
  /** Find the manifests of a file that the service fetches */
  'POST /v1/c2pa/matches/byReference': {
    path: undefined;
    query: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      hintAlg?: string;
      /** Base64 */
      hintValue?: string;
    };
    body: {
      /** https:// URL of the asset */
      referenceUrl: string;
      /** Bytes; the asset must have exactly this length */
      assetLength: number;
      /** Content type; the asset must have this type */
      assetType?: string;
      /** Leave it out: the service searches the whole asset */
      region?: Array<unknown>;
    };
    answer: ManifestMatches;
  };
  /** Get a manifest store */
  'GET /v1/c2pa/manifests/{manifest_id}': {
    path: {
      /** Label of the active manifest */
      manifest_id: string;
    };
    query: {
      returnActiveManifest?: boolean;
    };
    body: undefined;
    answer: Blob;
  };
  /** Delete a stored manifest and its bindings */
  'DELETE /v1/c2pa/manifests/{manifest_id}': {
    path: {
      /** Label of the active manifest */
      manifest_id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Store a manifest */
  'POST /v1/c2pa/manifests': {
    path: undefined;
    query: {
      returnReceipt?: boolean;
    };
    body: Blob;
    answer: {
      /** Label of the active manifest */
      manifestId: string;
    };
  };
  /** Bind a value to a stored manifest */
  'POST /v1/c2pa/bindings': {
    path: undefined;
    query: undefined;
    body: {
      /** Base64 */
      bindingValue: string;
      /** Label of the active manifest */
      manifestId: string;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
    };
    answer: undefined;
  };
  /** Bind a value to another stored manifest */
  'PUT /v1/c2pa/bindings': {
    path: undefined;
    query: undefined;
    body: {
      /** Base64 */
      bindingValue: string;
      /** Label of the active manifest */
      manifestId: string;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
    };
    answer: undefined;
  };
  /** The soft binding algorithms that the service detects */
  'GET /v1/c2pa/services/supportedAlgorithms': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      watermarks: Array<{
        /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
        alg: string;
      }>;
      fingerprints: Array<{
        /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
        alg: string;
      }>;
    };
  };
  /** What the resolution API can do */
  'GET /v1/c2pa/services/capabilities': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      /** Release of the C2PA specification that describes this API */
      c2paSpecificationVersion: string;
      supportedCapabilities: Array<"queryByContent" | "queryByReference" | "storeManifests" | "storeBindings">;
      /** Whether the repository issues receipts */
      receipts: boolean;
    };
  };
  /** Whether the resolution API works */
  'GET /v1/c2pa/services/status': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      status: "ok" | "degraded" | "down";
      timestamp: string;
    };
  };
  /** Where the resolution API is */
  'GET /.well-known/c2pa-soft-binding-resolution': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      apiEndpoint: string;
      /** Release of the C2PA specification that describes this API */
      c2paSpecificationVersion: string;
      capabilitiesEndpoint: string;
      statusEndpoint: string;
    };
  };
  /** Sign content with a key that the service manages */
  'POST /v1/sign': {
    path: undefined;
    query: undefined;
    body: {
      /** The file, up to 50 MB */
      content: Blob;
      /** Name of the AI model */
      model: string;
      generator_id: string;
      format?: MediaFormat;
      /** By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark. */
      neural?: "true" | "false";
      /** Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token. none is the default for texts that programs read: code, data and settings by their file name, JSON, and scripts that start with #!. With the other values, such a text carries the watermark. */
      watermark?: "balanced" | "strong" | "faint" | "none";
      /** true: a video carries the watermark in every frame and in its audio. The service encodes it again at visually lossless quality, within limits for duration and pixels */
      in_band?: "true" | "false";
      /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
      label?: string;
      /** keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so */
      c2pa?: "keep";
    };
    answer: Blob;
  };
  /** Sign up to 100 texts and files */
  'POST /v1/sign/batch': {
    path: undefined;
    query: undefined;
    body: SignBatch;
    answer: {
      /** In the order of the items. A failed item has `error` */
      results: Array<SignedItem | FailedItem>;
    };
  };
  /** Verify content */
  'POST /v1/verify': {
    path: undefined;
    query: {
      /** true: each result has a `receipt`, which the service signs. The service stores nothing about the upload for it */
      receipt?: boolean;
    };
    body: {
      /** The file, up to 51 MB */
      content: Blob;
      /** A token. If you send it, the service looks for nothing else */
      token?: string;
      format?: MediaFormat;
      /** true: the response also says where the content no longer carries the watermark of its record (see `localization`). This takes longer. */
      localize?: "true" | "false";
      /** true: if the result has `text_matches`, it also has `visible_text`, the text to which their parts refer. For files such as PDF, whose text you cannot read easily */
      show_text?: "true" | "false";
    };
    answer: VerificationResult;
  };
  /** Verify up to 50 items */
  'POST /v1/verify/batch': {
    path: undefined;
    query: {
      /** true: each result has a `receipt`, which the service signs. The service stores nothing about the upload for it */
      receipt?: boolean;
    };
    body: {
      items: Array<{
        /** The content in base64 */
        content: string;
        /** A token. If you send it, the service looks for nothing else */
        token?: string;
      }>;
    };
    answer: Array<VerificationResult>;
  };
  /** Look up a token */
  'GET /v1/verify/status/{token}': {
    path: {
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: TokenStatus;
  };
  /** Find your record of a file */
  'POST /v1/records/find': {
    path: undefined;
    query: undefined;
    body: {
      /** The file, up to 51 MB */
      content: Blob;
    };
    answer: {
      /** The record of the file, or nothing */
      records: Array<ListedRecord>;
      /** provided, xmp, watermark, neural_watermark, text_fingerprint, phash or fingerprint */
      token_source: string | null;
    };
  };
  /** Get the public keys that sign detection receipts */
  'GET /v1/receipts/keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: ReceiptKeys;
  };
  /** Check a detection receipt */
  'POST /v1/receipts/check': {
    path: undefined;
    query: undefined;
    body: {
      /** The receipt, unchanged */
      receipt: string;
      /** `sha3-256:` and the SHA3-256 of the complete file in hex. If you send it, the receipt must be for this file */
      content_hash?: string;
    };
    answer: ReceiptFindings;
  };
  /** Create a job that signs a large file */
  'POST /v1/jobs/sign': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the AI model */
      model: string;
      generator_id: string;
      format?: MediaFormat;
      /** As in POST /v1/sign */
      neural?: boolean;
      /** As in POST /v1/sign */
      watermark?: "balanced" | "strong" | "faint" | "none";
      /** true: a video carries the watermark in every frame and in its audio. The service encodes it again. Up to two hours */
      in_band?: boolean;
      /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
      label?: string;
      source: JobSource;
      result?: StoredObject;
    };
    answer: Job;
  };
  /** Create a job that verifies a large file */
  'POST /v1/jobs/verify': {
    path: undefined;
    query: undefined;
    body: {
      /** As in POST /v1/verify */
      token?: string;
      format?: MediaFormat;
      /** As in POST /v1/verify */
      localize?: boolean;
      source: JobSource;
    };
    answer: Job;
  };
  /** List jobs, newest first */
  'GET /v1/jobs': {
    path: undefined;
    query: {
      limit?: number;
      /** next_cursor of the previous page */
      cursor?: string;
    };
    body: undefined;
    answer: JobList;
  };
  /** Get a job with its progress and its result */
  'GET /v1/jobs/{job_id}': {
    path: {
      job_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Job;
  };
  /** Delete a finished job with its file */
  'DELETE /v1/jobs/{job_id}': {
    path: {
      job_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deleted: true;
    };
  };
  /** Send a part of the upload */
  'PUT /v1/jobs/{job_id}/parts/{number}': {
    path: {
      job_id: string;
      number: number;
    };
    query: undefined;
    body: Blob;
    answer: JobPart;
  };
  /** Start a job when all parts are stored */
  'POST /v1/jobs/{job_id}/start': {
    path: {
      job_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Job;
  };
  /** Cancel a job */
  'POST /v1/jobs/{job_id}/cancel': {
    path: {
      job_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Job;
  };
  /** Download the signed file */
  'GET /v1/jobs/{job_id}/content': {
    path: {
      job_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Blob;
  };
  /** Get the usage of the current month */
  'GET /v1/billing/usage': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Usage;
  };
  /** List plans and prices */
  'GET /v1/billing/plans': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      plans: Array<Plan>;
    };
  };
  /** Request another plan */
  'POST /v1/billing/plan-requests': {
    path: undefined;
    query: undefined;
    body: {
      plan: PlanName;
      interval?: "monthly" | "annual";
      /** A message for the operator */
      note?: string;
    };
    answer: PlanRequest;
  };
  /** List the last 50 requests for a plan, newest first */
  'GET /v1/billing/plan-requests': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      requests: Array<PlanRequest>;
    };
  };
  /** Withdraw a pending request */
  'POST /v1/billing/plan-requests/{request_id}/withdraw': {
    path: {
      request_id: string;
    };
    query: undefined;
    body: undefined;
    answer: PlanRequest;
  };
  /** List events, newest first */
  'GET /v1/audit': {
    path: undefined;
    query: {
      page?: number;
      limit?: number;
      /** A timestamp, or next_cursor of the previous page */
      before?: string;
      /** Only events of this type, or of several types separated by commas */
      type?: string;
      /** Only events that this member or API key caused (its ID), anyone without an account (`public`), or the service and its operator (`service`) */
      actor?: string;
      /** ISO 8601 date or timestamp, inclusive. Uses the cursor */
      from?: string;
    };
    body: undefined;
    answer: AuditPage;
  };
  /** Export the audit log, oldest first */
  'GET /v1/audit/export': {
    path: undefined;
    query: {
      format?: "csv" | "json";
      /** ISO 8601 date or timestamp, inclusive */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive */
      to?: string;
      /** Only events of this type, or of several types separated by commas */
      type?: string;
      /** Only events that this member or API key caused (its ID), anyone without an account (`public`), or the service and its operator (`service`) */
      actor?: string;
    };
    body: undefined;
    answer: {
      events: Array<AuditEvent>;
    } | string;
  };
  /** Get an attestation: activity in a period, next to Article 50 of the EU AI Act */
  'GET /v1/attestation': {
    path: undefined;
    query: {
      /** ISO 8601 date or timestamp, inclusive. Default: the start of the current month in UTC */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive. Default: now */
      to?: string;
    };
    body: undefined;
    answer: Attestation;
  };
  /** Export an attestation as a signed file */
  'GET /v1/attestation/export': {
    path: undefined;
    query: {
      /** ISO 8601 date or timestamp, inclusive. Default: the start of the current month in UTC */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive. Default: now */
      to?: string;
      format?: "json" | "html";
    };
    body: undefined;
    answer: ExportedAttestation | string;
  };
  /** Get the public keys that sign exported attestations */
  'GET /v1/attestation/keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: AttestationKeys;
  };
  /** Get the signature of an exported attestation */
  'GET /v1/attestation/{attestation_id}/signature': {
    path: {
      attestation_id: string;
    };
    query: undefined;
    body: undefined;
    answer: AttestationSignature;
  };
  /** List webhook endpoints */
  'GET /v1/webhooks': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      endpoints: Array<Webhook>;
      plan: PlanName;
      /** Whether the plan includes webhooks */
      webhooks_enabled: boolean;
    };
  };
  /** Add an endpoint */
  'POST /v1/webhooks': {
    path: undefined;
    query: undefined;
    body: {
      /** An https:// URL at a public address */
      url: string;
      events: Array<WebhookEvent>;
      delivery?: WebhookDeliveryMode;
    };
    answer: CreatedWebhook;
  };
  /** List the events, with the fields of each and an example */
  'GET /v1/webhooks/events': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      events: Array<{
        event: WebhookEvent;
        /** When the service sends it */
        when: string;
        /** The fields of `data` */
        fields: Array<{
          name: string;
          description: string;
        }>;
        /** An example of `data` */
        example: Record<string, unknown>;
      }>;
    };
  };
  /** Send a test event */
  'POST /v1/webhooks/{id}/test': {
    path: {
      id: string;
    };
    query: undefined;
    body: {
      event: WebhookEvent;
    };
    answer: {
      /** Whether the endpoint returned a 2xx status */
      success: boolean;
      delivery_id: string;
    };
  };
  /** Change an endpoint */
  'PATCH /v1/webhooks/{id}': {
    path: {
      id: string;
    };
    query: undefined;
    body: {
      /** An https:// URL at a public address */
      url?: string;
      events?: Array<WebhookEvent>;
      status?: "active" | "disabled";
      delivery?: WebhookDeliveryMode;
    };
    answer: Webhook;
  };
  /** Remove an endpoint and its deliveries */
  'DELETE /v1/webhooks/{id}': {
    path: {
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deleted: true;
    };
  };
  /** List the last 50 deliveries to an endpoint, newest first */
  'GET /v1/webhooks/{id}/deliveries': {
    path: {
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deliveries: Array<ListedDelivery>;
    };
  };
  /** Get a delivery with its payload and headers */
  'GET /v1/webhooks/{id}/deliveries/{deliveryId}': {
    path: {
      id: string;
      deliveryId: string;
    };
    query: undefined;
    body: undefined;
    answer: WebhookDelivery;
  };
  /** Retry a failed delivery */
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry': {
    path: {
      id: string;
      deliveryId: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      /** Whether the attempt succeeded */
      success: boolean;
    };
  };
  /** Get verifications and signatures by day */
  'GET /v1/analytics/overview': {
    path: undefined;
    query: {
      days?: number;
    };
    body: undefined;
    answer: Analytics;
  };
  /** Get verifications and signatures by hour */
  'GET /v1/analytics/hours': {
    path: undefined;
    query: {
      hours?: number;
    };
    body: undefined;
    answer: HourlyAnalytics;
  };
  /** Get the verifications of a record */
  'GET /v1/analytics/records/{id}': {
    path: {
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: RecordAnalytics;
  };
  /** Check whether the service is ready */
  'GET /health': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Health;
  };
  /** Get the release and the environment */
  'GET /version': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Version;
  };
  /** Metrics for Prometheus */
  'GET /metrics': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** This API as OpenAPI 3.1 */
  'GET /openapi.json': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** This API as a page to read and try */
  'GET /docs': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
}
