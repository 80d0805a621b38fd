// Who speaks, as the public sees it next to a record: the name that the organization gave itself, and the domain that it
// has proven to control (docs/decisions/0030).
import type { SignerIdentity } from '@content-provenance/engine';

export interface SignerRow {
  readonly org_name: string;
}

export function presentSigner({ org_name }: SignerRow): SignerIdentity {
  return { name: org_name, domain: null, domain_verified_at: null, resembles: null };
}
