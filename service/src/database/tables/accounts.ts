// Organizations, their members, and how they log in.
import type { PlanName } from '../../plans/plans.ts';
import type { ManifestSignatureKind } from './c2pa.ts';
import type { Defaulted, Optional } from './column-types.ts';

export type Role = 'owner' | 'admin' | 'user';
/** Nobody is invited as an owner. A member can become one. */
export type InvitedRole = Exclude<Role, 'owner'>;
export type TwoFactorMethod = 'email' | 'totp';

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
  /** JSON, as are the other lists. Null means no restriction, in each of these settings. */
  scopes: Optional<string>;
  expires_at: Optional<number>;
  generator_ids: Optional<string>;
  /** Addresses and networks in CIDR notation. */
  addresses: Optional<string>;
  limit_per_minute: Optional<number>;
  /** The key that a rotation put in its place. This one works until `expires_at`. */
  replaced_by: Optional<string>;
  /** Days before the expiry of the last warning. */
  warned_days: Optional<number>;
  /** The month of the two counts, `2026-11`. */
  usage_month: Optional<string>;
  requests: Defaulted<number>;
  signatures: Defaulted<number>;
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
