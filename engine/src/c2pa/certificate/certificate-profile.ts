// Checks whether a certificate can sign claims, by the profile of C2PA 2.2 §14.5.1. Each fault is a
// sentence for the person who sent the certificate. Readers such as c2pa-rs refuse manifests for
// the same reasons.
import type { X509Certificate } from 'node:crypto';
import type { ClaimAlgorithm } from '../manifest/cose-sign1.ts';
import { type DerValue, derTag, readDerValues, readIdentifier, readInside } from './read-der.ts';
import { isValidAt } from './validity.ts';

const extensionIdentifier = {
  authorityKeyIdentifier: '2.5.29.35',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
} as const;
/** Critical extensions that C2PA readers support (RFC 5280 §4.2.1). */
const knownExtensions = ['14', '15', '17', '18', '19', '30', '31', '32', '33', '35', '36', '37', '54'].map(
  (number) => `2.5.29.${number}`,
);
/** Claim signing, email protection, document signing (RFC 9336), and Microsoft's claim signing. */
const signingPurposes = [
  '1.3.6.1.4.1.62558.2.1',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.311.76.59.1.9',
];
const anyPurpose = '2.5.29.37.0';
const foreignPurposes: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.8': 'time stamps',
  '1.3.6.1.5.5.7.3.9': 'OCSP responses',
};
/** ECDSA and RSA with SHA-2, RSASSA-PSS, Ed25519. */
const signatureAlgorithms = [
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.113549.1.1.10',
  '1.3.101.112',
];
const smallestModulus = 2048;
const largestModulus = 8192;

interface Fields {
  readonly isVersion3: boolean;
  readonly signatureAlgorithm: string;
  readonly hasUniqueIdentifiers: boolean;
  readonly extensions: ReadonlyMap<string, { readonly critical: boolean; readonly value: Uint8Array }>;
}

/** null: the certificate has no fault. */
export function findProfileFault(certificate: X509Certificate, time: Date): string | null {
  const fields = readFields(certificate.raw);
  if (!fields.isVersion3) return 'The certificate is not of X.509 version 3.';
  if (certificate.ca) return 'The certificate is one of an authority. Put the certificate of your key first.';
  if (certificate.checkIssued(certificate)) return 'The certificate is self-signed. An authority has to issue it.';
  if (fields.hasUniqueIdentifiers) return 'The certificate has unique identifiers, which C2PA does not allow.';
  if (!signatureAlgorithms.includes(fields.signatureAlgorithm))
    return 'The certificate is signed with an algorithm that C2PA does not allow. Use ECDSA, RSA with SHA-2, or Ed25519.';
  if (time > certificate.validToDate) return `The certificate expired on ${certificate.validTo}.`;
  if (!isValidAt(certificate, time)) return `The certificate is not valid before ${certificate.validFrom}.`;
  return findKeyFault(certificate) ?? findExtensionFault(fields);
}

/** null: this kind of key cannot sign claims. */
export function algorithmOf({ publicKey }: X509Certificate): Exclude<ClaimAlgorithm, 'ML-DSA-65'> | null {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = publicKey;
  if (type === 'ed25519') return 'Ed25519';
  if (type === 'rsa' || type === 'rsa-pss') return 'PS256';
  if (type !== 'ec') return null;
  return details?.namedCurve === 'prime256v1' ? 'ES256' : details?.namedCurve === 'secp384r1' ? 'ES384' : null;
}

function findKeyFault(certificate: X509Certificate): string | null {
  const algorithm = algorithmOf(certificate);
  if (!algorithm) return 'The key of the certificate is of another kind than P-256, P-384, RSA or Ed25519.';
  const { modulusLength = smallestModulus } = certificate.publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength >= smallestModulus && modulusLength <= largestModulus) return null;
  return `The RSA key has ${modulusLength} bits. Use one of ${smallestModulus} to ${largestModulus} bits.`;
}

function findExtensionFault({ extensions }: Fields): string | null {
  const unknown = [...extensions].find(([name, { critical }]) => critical && !knownExtensions.includes(name));
  if (unknown) return `The certificate has the critical extension ${unknown[0]}, which readers of C2PA do not know.`;
  if (!extensions.has(extensionIdentifier.authorityKeyIdentifier))
    return 'The certificate has no authority key identifier, which C2PA requires.';
  const usage = extensions.get(extensionIdentifier.keyUsage);
  if (!usage || (firstBits(usage.value) & 0x80) === 0)
    return 'The key usage of the certificate does not include digitalSignature, which C2PA requires.';
  if ((firstBits(usage.value) & 0x04) !== 0)
    return 'The key usage of the certificate includes keyCertSign, which only authorities may have.';
  const purposes = extensions.get(extensionIdentifier.extendedKeyUsage);
  return findPurposeFault(purposes ? readInside(readDerValues(purposes.value)[0]).map(readIdentifier) : []);
}

function findPurposeFault(purposes: readonly string[]): string | null {
  if (purposes.includes(anyPurpose)) return 'The extended key usage of the certificate allows any purpose.';
  const foreign = purposes.find((each) => each in foreignPurposes);
  if (foreign) return `The certificate is meant for ${foreignPurposes[foreign]}, not for claims.`;
  if (purposes.some((each) => signingPurposes.includes(each))) return null;
  return 'The extended key usage of the certificate has none of: C2PA claim signing, email protection, document signing.';
}

function readFields(der: Uint8Array): Fields {
  const [toBeSigned, algorithm] = readInside(readDerValues(der)[0]);
  const parts = readInside(toBeSigned);
  const version = parts.find(({ tag }) => tag === 0xa0)?.content.at(-1) ?? 0;
  const list = parts.find(({ tag }) => tag === 0xa3);
  return {
    isVersion3: version === 2,
    signatureAlgorithm: readIdentifier(readInside(algorithm)[0]!),
    hasUniqueIdentifiers: parts.some(({ tag }) => [0x81, 0x82, 0xa1, 0xa2].includes(tag)),
    extensions: new Map(list ? readInside(readDerValues(list.content)[0]).map(readExtension) : []),
  };
}

function readExtension(value: DerValue): [string, { critical: boolean; value: Uint8Array }] {
  const parts = readInside(value);
  const critical = parts[1]?.tag === derTag.boolean && parts[1].content[0] !== 0;
  return [readIdentifier(parts[0]!), { critical, value: parts.at(-1)!.content }];
}

/** The first eight bits of a bit string. */
function firstBits(value: Uint8Array): number {
  return readDerValues(value)[0]?.content[1] ?? 0;
}
