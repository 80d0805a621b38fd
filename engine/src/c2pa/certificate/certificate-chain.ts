// Whose certificate signed, and whether it leads to a root that is given. OpenSSL reads and
// verifies; the rules are those of RFC 5280 §6 for a chain of two, and of C2PA 2.2 §14.5.1 for the
// one that signs claims.
import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { claimSigning } from './issue-certificate.ts';
import { isValidAt } from './validity.ts';

export interface SigningCertificate {
  readonly publicKey: KeyObject;
  /** As the subject names them; empty where it does not. */
  readonly organization: string;
  readonly commonName: string;
  /** Whether it may sign claims: no authority, meant for it. */
  readonly fit: boolean;
  readonly certificate: X509Certificate;
}

/** null for bytes that are no certificate. */
export function readSigningCertificate(der: Uint8Array): SigningCertificate | null {
  try {
    const certificate = new X509Certificate(der);
    const { publicKey, subject, ca } = certificate;
    const uses: readonly string[] = certificate.keyUsage ?? [];
    return {
      publicKey,
      organization: attribute(subject, 'O'),
      commonName: attribute(subject, 'CN'),
      fit: !ca && uses.includes(claimSigning),
      certificate,
    };
  } catch {
    return null;
  }
}

/** roots: DER. */
export function leadsToRoot({ certificate }: SigningCertificate, roots: readonly Uint8Array[], time: Date): boolean {
  return roots.some((der) => {
    const root = new X509Certificate(der);
    return root.ca && isValidAt(root, time) && certificate.checkIssued(root) && certificate.verify(root.publicKey);
  });
}

/**
 * Whether a certificate under one of the roots, made for claims of this generator, signed the
 * message with ML-DSA-65.
 */
export function isSignedUnder(
  roots: readonly Uint8Array[],
  signed: { generatorId: string; certificates: readonly Uint8Array[]; message: Uint8Array; signature: Uint8Array },
): boolean {
  const signer = readSigningCertificate(signed.certificates[0] ?? new Uint8Array());
  if (!signer?.fit || signer.commonName !== signed.generatorId || !leadsToRoot(signer, roots, new Date())) return false;
  const { publicKey } = signer;
  return publicKey.asymmetricKeyType === 'ml-dsa-65' && verify(null, signed.message, publicKey, signed.signature);
}

function attribute(name: string, type: string): string {
  const line = name.split('\n').find((each) => each.startsWith(`${type}=`));
  return line?.slice(type.length + 1) ?? '';
}
