// The signer as the public sees it next to a record: the name that the organization chose, the
// domain that it has proven, and the proven domain of another organization that the name imitates
// (docs/decisions/0030).
import type { SignerIdentity } from '@content-provenance/engine';

export interface SignerRow {
  readonly org_name: string;
  readonly signer_domain: string | null;
  readonly signer_verified_at: number | null;
  readonly signer_resembles: string | null;
}

/** Columns of `organizations`. */
export const signerColumns = ['signer_domain', 'signer_verified_at', 'signer_resembles'] as const;

export function presentSigner(row: SignerRow): SignerIdentity {
  const { org_name, signer_domain, signer_verified_at, signer_resembles } = row;
  return {
    name: org_name,
    domain: signer_domain,
    domain_verified_at: signer_verified_at === null ? null : new Date(signer_verified_at).toISOString(),
    resembles: signer_resembles,
  };
}
