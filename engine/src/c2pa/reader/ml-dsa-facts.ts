// State, trust and certificate of a manifest that our own code checked, because it is signed with
// ML-DSA. It is trusted if the operator's lists contain the root that issued its certificate.
import type { SigningCertificate } from '../certificate/certificate-chain.ts';
import type { ManifestFindings } from './manifest-findings.ts';
import { plainText } from './plain-text.ts';
import { findListOfRoot, type TrustList } from './trust-lists.ts';

export function judgeMlDsa(
  signer: SigningCertificate | null,
  isValid: boolean,
  lists: readonly TrustList[] = [],
): Pick<ManifestFindings, 'state' | 'trust' | 'certificate'> {
  const list = signer && isValid ? findListOfRoot(signer, lists, new Date()) : null;
  return {
    state: list ? 'trusted' : isValid ? 'valid' : 'invalid',
    ...(list && { trust: { list: list.name } }),
    // An altered certificate can have dates that are not dates.
    ...(signer && hasDates(signer) && { certificate: describe(signer) }),
  };
}

function describe({ certificate, publicKey, organization, commonName }: SigningCertificate) {
  return {
    subject: joined(organization, commonName),
    issuer: joined(...['O', 'CN'].map((type) => attribute(certificate.issuer, type))),
    not_before: certificate.validFromDate.toISOString(),
    not_after: certificate.validToDate.toISOString(),
    algorithm: (publicKey.asymmetricKeyType ?? '').toUpperCase(),
  };
}

function hasDates({ certificate }: SigningCertificate): boolean {
  return [certificate.validFromDate, certificate.validToDate].every((date) => !Number.isNaN(date.getTime()));
}

function attribute(name: string, type: string): string {
  return new RegExp(`^${type}=(.*)$`, 'm').exec(name)?.[1] ?? '';
}

function joined(...parts: string[]): string {
  return parts
    .map((part) => plainText(part))
    .filter((part) => part !== '')
    .join(', ');
}
