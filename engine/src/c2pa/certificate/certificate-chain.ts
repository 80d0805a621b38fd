// Reads the certificate that signed, and checks whether it leads to a given root. OpenSSL parses
// and verifies. The rules are those of RFC 5280 §6 for a chain of two, and of C2PA 2.2 §14.5.1 for
// a certificate that signs claims.
import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { claimSigning } from './issue-certificate.ts';
import { isValidAt } from './validity.ts';

export interface SigningCertificate {
  readonly publicKey: KeyObject;
  /** From the subject; empty if the subject does not have it. */
  readonly organization: string;
  readonly commonName: string;
  /** Whether it can sign claims: it is not an authority, and its purposes include claim signing. */
  readonly fit: boolean;
  readonly certificate: X509Certificate;
}

/** null if the bytes are not a certificate. */
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
 * Whether the message is signed with ML-DSA-65 by a certificate that one of the roots issued for
 * claims of this generator.
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
