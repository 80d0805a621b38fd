// Every kind of event and its content. The specification names the first five types (Audit events),
// and the others are ours (settled point 10). The organization can read the metadata, so it must
// not contain secrets.
import type { MediaKind } from '@content-provenance/engine';
import type {
  CertificateSource,
  DeliveryMode,
  DomainState,
  InvitedRole,
  JobKind,
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

/** Null means no restriction. */
interface KeySettings {
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
  readonly generator_ids: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly limit_per_minute: number | null;
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
  plan_requested: {
    readonly request_id: string;
    readonly plan: PlanName;
    readonly billing_interval: 'monthly' | 'annual';
  };
  plan_request_withdrawn: { readonly request_id: string; readonly plan: PlanName };
  /** By the operator. An approval is followed by plan_changed. */
  plan_request_decided: {
    readonly request_id: string;
    readonly plan: PlanName;
    readonly state: 'approved' | 'declined';
  };
  /** With a user_id: a personal key of that member. */
  api_key_created: {
    readonly key_id: string;
    readonly name: string | null;
    readonly user_id?: string;
  } & Partial<KeySettings>;
  /** All settings as they are after the change. */
  api_key_changed: { readonly key_id: string; readonly name: string | null; readonly user_id?: string } & KeySettings;
  /** `replaces` works until `old_expires_at`. */
  api_key_rotated: {
    readonly key_id: string;
    readonly replaces: string;
    readonly old_expires_at: string;
    readonly user_id?: string;
  };
  api_key_expiring: {
    readonly key_id: string;
    readonly name: string | null;
    readonly expires_at: string;
    readonly user_id?: string;
  };
  api_key_revoked: { readonly key_id: string; readonly user_id?: string };
  /** No addresses, because chained data cannot be erased. */
  invite_created: { readonly invite_id: string; readonly role: InvitedRole; readonly replaces?: string };
  invite_cancelled: { readonly invite_id: string };
  /** Someone copied a new link, and the copied one before it stopped working. */
  invite_link_created: { readonly invite_id: string };
  /** Without an invite_id: a member of the live organization who opened the sandbox. */
  member_joined: { readonly user_id: string; readonly role: Role; readonly invite_id?: string };
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
  job_created: { readonly job_id: string; readonly kind: JobKind; readonly source_size: number };
  /** By the service itself, or by the caller who canceled it. */
  job_finished: {
    readonly job_id: string;
    readonly kind: JobKind;
    readonly state: 'succeeded' | 'failed' | 'canceled';
    /** Only if a signing job stored a record. */
    readonly record_id?: string;
    /** The code of the error of a job that failed. */
    readonly error?: string;
  };
  storage_connected: {
    readonly connection_id: string;
    readonly endpoint: string;
    readonly bucket: string;
    readonly prefix: string;
  };
  storage_disconnected: { readonly connection_id: string };
  webhook_created: {
    readonly webhook_id: string;
    readonly url: string;
    readonly events: readonly string[];
    /** Absent from events older than the field. */
    readonly delivery?: DeliveryMode;
  };
  webhook_updated: {
    readonly webhook_id: string;
    readonly url?: string;
    readonly events?: readonly string[];
    readonly status?: 'active' | 'disabled';
    readonly delivery?: DeliveryMode;
  };
  webhook_deleted: { readonly webhook_id: string };
  /** By the service itself: queued deliveries have failed since this time. */
  webhook_failing: { readonly webhook_id: string; readonly failing_since: string };
  /** By the service itself, after consecutive failures. */
  webhook_disabled: { readonly webhook_id: string; readonly failure_count: number };
  webhook_delivery_retried: { readonly webhook_id: string; readonly delivery_id: string };
  /** The event is an example. It did not happen. */
  webhook_tested: { readonly webhook_id: string; readonly delivery_id: string; readonly event: string };
}

export type EventType = keyof EventMetadata;

/** The same list for programs that run. A type that is missing here does not compile. */
const typeNames: Readonly<Record<EventType, true>> = {
  sign: true,
  verify: true,
  key_created: true,
  key_revoked: true,
  key_rotated: true,
  quota_warning: true,
  quota_limit: true,
  organization_registered: true,
  organization_abandoned: true,
  organization_renamed: true,
  plan_changed: true,
  plan_requested: true,
  plan_request_withdrawn: true,
  plan_request_decided: true,
  api_key_created: true,
  api_key_changed: true,
  api_key_rotated: true,
  api_key_expiring: true,
  api_key_revoked: true,
  invite_created: true,
  invite_cancelled: true,
  invite_link_created: true,
  member_joined: true,
  member_role_changed: true,
  member_removed: true,
  branding_changed: true,
  record_settings_changed: true,
  domain_added: true,
  domain_verified: true,
  domain_failing: true,
  domain_expired: true,
  domain_removed: true,
  c2pa_embedded: true,
  c2pa_signature_changed: true,
  c2pa_manifest_stored: true,
  c2pa_manifest_deleted: true,
  c2pa_binding_stored: true,
  certificate_requested: true,
  certificate_activated: true,
  certificate_revoked: true,
  certificate_expiring: true,
  attestation_exported: true,
  login: true,
  email_verified: true,
  password_changed: true,
  two_factor_enabled: true,
  two_factor_disabled: true,
  job_created: true,
  job_finished: true,
  storage_connected: true,
  storage_disconnected: true,
  webhook_created: true,
  webhook_updated: true,
  webhook_deleted: true,
  webhook_failing: true,
  webhook_disabled: true,
  webhook_delivery_retried: true,
  webhook_tested: true,
};
export const eventTypes = Object.keys(typeNames) as EventType[];

/** Caused by the member that `user_id` names. Such events have no `actor`. */
export const ownEventTypes: readonly EventType[] = [
  'organization_registered',
  'login',
  'email_verified',
  'password_changed',
  'two_factor_enabled',
  'two_factor_disabled',
];
/** Caused by anyone: verification is public. */
export const publicEventTypes: readonly EventType[] = ['verify'];

/**
 * The user or key that caused it. Absent if nobody of the organization did, as with a public
 * verification.
 */
interface Actor {
  readonly actor?: string;
}

/** What followers need to know of an event beyond what is stored. */
interface Extras {
  /** When the verified record was signed. */
  readonly verify: { readonly signedAt: number };
}

export type NewEvent = {
  [Type in EventType]: {
    readonly type: Type;
    readonly metadata: EventMetadata[Type] & Actor;
  } & (Type extends keyof Extras ? Extras[Type] : unknown);
}[EventType];
