// What the service keeps for itself: attestations, queued emails, keys of retries, secrets.
import type { Defaulted, Optional } from './column-types.ts';

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
  /** The response as JSON, from releases before 2.7. */
  body: Optional<string>;
  /** The response as JSON, sealed, because it can contain a secret. */
  sealed_body: Optional<string>;
  expires_at: number;
}

export interface ServiceSecretsTable {
  name: string;
  sealed: string;
  created_at: number;
}
