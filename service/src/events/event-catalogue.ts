// Every kind of event and its content. The specification names the first five types (Audit events),
// and the others are ours (settled point 10). The organization can read the metadata, so it must
// not contain secrets.
import type { MediaKind } from '@content-provenance/engine';
import type {
  CertificateSource,
  DomainState,
  InvitedRole,
  KeypairMode,
  ManifestSignatureKind,
  ProofMethod,
  Role,
  TwoFactorMethod,
} from '../database/schema.ts';
import type { PlanName } from '../plans/plans.ts';

interface QuotaState {
  readonly plan: PlanName;
  readonly limit: number;
  readonly current: number;
  readonly period_end: string;
}

export interface EventMetadata {
  sign: {
    readonly record_id: string;
    readonly generator_id: string;
    readonly model: string;
    readonly format: MediaKind;
    readonly content_hash: string;
    readonly signed_at: string;
  };
  verify: {
    readonly record_id: string;
    readonly authentic: boolean;
    readonly tampered: boolean;
    readonly confidence: string;
    /** Absent from events older than the field. */
    readonly likeness?: string;
    readonly token_source: string | null;
    /** The kind of the verified content. Null: unknown format. */
    readonly format: MediaKind | null;
    readonly reason?: string;
  };
  key_created: {
    readonly generator_id: string;
    readonly name: string;
    readonly mode: KeypairMode;
    readonly kids: readonly string[];
  };
  key_revoked: { readonly generator_id: string };
  key_rotated: { readonly generator_id: string; readonly active_kid: string; readonly retired_kid: string };
  quota_warning: QuotaState;
  quota_limit: QuotaState;
  organization_registered: { readonly user_id: string; readonly role: Role };
  /** Its only member had an unverified address, whose owner has got a new organization. */
  organization_abandoned: { readonly user_id: string };
  organization_renamed: { readonly from: string; readonly to: string };
  plan_changed: { readonly from: PlanName; readonly to: PlanName };
  /** With a user_id: a personal key of that member. */
  api_key_created: { readonly key_id: string; readonly name: string | null; readonly user_id?: string };
  api_key_revoked: { readonly key_id: string; readonly user_id?: string };
  /** No addresses, because chained data cannot be erased. */
  invite_created: { readonly invite_id: string; readonly role: InvitedRole; readonly replaces?: string };
  invite_cancelled: { readonly invite_id: string };
  member_joined: { readonly user_id: string; readonly role: InvitedRole; readonly invite_id: string };
  member_role_changed: { readonly user_id: string; readonly from: Role; readonly to: Role };
  member_removed: { readonly user_id: string; readonly role: Role };
  branding_changed: { readonly changed: Readonly<Record<string, string | null>> };
  /** What the organization keeps about its records. Only the settings that changed. */
  record_settings_changed: { readonly keeps_labels?: boolean; readonly keeps_thumbnails?: boolean };
  domain_added: { readonly domain_id: string; readonly domain: string };
  domain_verified: { readonly domain_id: string; readonly domain: string; readonly method: ProofMethod };
  domain_failing: { readonly domain_id: string; readonly domain: string; readonly problem: string };
  domain_expired: { readonly domain_id: string; readonly domain: string; readonly problem: string };
  domain_removed: { readonly domain_id: string; readonly domain: string; readonly state: DomainState };
  c2pa_embedded: {
    readonly record_id: string;
    readonly generator_id: string;
    readonly kid: string;
    /** These three are absent from events older than the fields. */
    readonly manifest_id?: string;
    readonly signature?: ManifestSignatureKind;
    /** The certificate that signed it. Only for classical signatures. */
    readonly certificate_id?: string;
  };
  c2pa_signature_changed: { readonly from: ManifestSignatureKind; readonly to: ManifestSignatureKind };
  c2pa_manifest_stored: { readonly manifest_id: string; readonly store_hash: string };
  c2pa_manifest_deleted: { readonly manifest_id: string };
  c2pa_binding_stored: { readonly manifest_id: string; readonly alg: string; readonly value: string };
  certificate_requested: { readonly certificate_id: string; readonly subject: string; readonly renews?: string };
  certificate_activated: {
    readonly certificate_id: string;
    readonly source: CertificateSource;
    readonly subject: string;
    readonly issuer: string;
    readonly not_after: string;
  };
  certificate_revoked: { readonly certificate_id: string; readonly subject: string };
  /** By the service itself, 30 and 7 days ahead. */
  certificate_expiring: { readonly certificate_id: string; readonly subject: string; readonly not_after: string };
  attestation_exported: {
    readonly attestation_id: string;
    readonly format: 'json' | 'html';
    readonly from: string;
    readonly to: string;
  };
  login: { readonly user_id: string };
  email_verified: { readonly user_id: string };
  password_changed: { readonly user_id: string };
  two_factor_enabled: { readonly user_id: string; readonly method: TwoFactorMethod };
  two_factor_disabled: { readonly user_id: string };
  webhook_created: { readonly webhook_id: string; readonly url: string; readonly events: readonly string[] };
  webhook_updated: {
    readonly webhook_id: string;
    readonly url?: string;
    readonly events?: readonly string[];
    readonly status?: 'active' | 'disabled';
  };
  webhook_deleted: { readonly webhook_id: string };
  /** By the service itself, after consecutive failures. */
  webhook_disabled: { readonly webhook_id: string; readonly failure_count: number };
  webhook_delivery_retried: { readonly webhook_id: string; readonly delivery_id: string };
}

export type EventType = keyof EventMetadata;

/**
 * The user or key that caused it. Absent if nobody of the organization did, as with a public
 * verification.
 */
interface Actor {
  readonly actor?: string;
}

export type NewEvent = {
  [Type in EventType]: { readonly type: Type; readonly metadata: EventMetadata[Type] & Actor };
}[EventType];
