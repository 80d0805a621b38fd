// The lists of authorities that the operator trusts. c2pa-rs decides for the algorithms that it
// supports, our own code for ML-DSA. Without a list, no manifest is trusted.
import { X509Certificate } from 'node:crypto';
import { leadsToRoot, type SigningCertificate } from '../certificate/certificate-chain.ts';

export interface TrustList {
  readonly name: string;
  /** Certificates of authorities. */
  readonly pem: string;
}

export interface Fault {
  readonly fault: string;
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;
const mostAnchors = 500;

/** Text between the certificates is ignored. */
export function readTrustList(name: string, bundle: string): TrustList | Fault {
  const blocks = bundle.match(certificateBlock) ?? [];
  if (blocks.length === 0) return { fault: 'has no certificate in PEM' };
  if (blocks.length > mostAnchors) return { fault: `has more than ${mostAnchors} certificates` };
  for (const [place, block] of blocks.entries()) {
    if (!isAuthority(block)) return { fault: `certificate ${place + 1} is not the certificate of an authority` };
  }
  return { name, pem: blocks.join('\n') };
}

/** For c2pa-rs: the authorities of all lists. */
export function joinAnchors(lists: readonly TrustList[]): string | null {
  return lists.length === 0 ? null : lists.map(({ pem }) => pem).join('\n');
}

/** The first list with a root that issued the certificate. null: none. */
export function findListOfRoot(
  certificate: SigningCertificate,
  lists: readonly TrustList[],
  time: Date,
): TrustList | null {
  return lists.find(({ pem }) => leadsToRoot(certificate, anchorsOf(pem), time)) ?? null;
}

function anchorsOf(pem: string): Uint8Array[] {
  return (pem.match(certificateBlock) ?? []).map((block) => new X509Certificate(block).raw);
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}
