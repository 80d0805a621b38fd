// Domains that organizations have proven, and names that people see.
import type { Optional } from './column-types.ts';

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
