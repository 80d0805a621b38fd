// Who speaks, as the public sees it next to a record: the name that the organization gave itself, the domain that it has
// proven, and the proven domain of another organization that the name imitates (docs/decisions/0030).
import type { SignerIdentity } from '@content-provenance/engine';
import { sql } from 'kysely';

export interface SignerRow {
  readonly org_name: string;
  readonly signer_domain: string | null;
  readonly signer_verified_at: number | null;
  readonly signer_resembles: string | null;
}

/** Of the proven domains, the one proven first. */
const shownDomain = sql`FROM organization_domains AS shown
  WHERE shown.org_id = organizations.org_id AND shown.state IN ('verified', 'failing')
  ORDER BY shown.verified_at, shown.domain_id LIMIT 1`;

/** For queries that read `organizations` as well. */
export const signerColumns = [
  sql<string | null>`(SELECT shown.domain ${shownDomain})`.as('signer_domain'),
  sql<number | null>`(SELECT shown.verified_at ${shownDomain})`.as('signer_verified_at'),
  sql<string | null>`(SELECT imitated.domain FROM public_names AS own
    JOIN verified_names AS other ON other.skeleton = own.skeleton AND other.org_id <> own.org_id
    JOIN organization_domains AS imitated ON imitated.domain_id = other.domain_id
    WHERE own.org_id = organizations.org_id AND NOT EXISTS (
      SELECT 1 FROM verified_names AS proven
      WHERE proven.skeleton = own.skeleton AND proven.org_id = own.org_id AND proven.spelling = own.spelling)
    ORDER BY imitated.verified_at, imitated.domain_id LIMIT 1)`.as('signer_resembles'),
];

export function presentSigner(row: SignerRow): SignerIdentity {
  const { org_name, signer_domain, signer_verified_at, signer_resembles } = row;
  return {
    name: org_name,
    domain: signer_domain,
    domain_verified_at: signer_verified_at === null ? null : new Date(signer_verified_at).toISOString(),
    resembles: signer_resembles,
  };
}
