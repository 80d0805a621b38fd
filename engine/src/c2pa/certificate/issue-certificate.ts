// Writes the X.509 certificates (RFC 5280) that the service issues under its own roots, by the
// profile of C2PA 2.2 §14.5.1: with ML-DSA-65 (RFC 9881) for the key of each generator, with P-256
// (RFC 5480) for classical manifests. Names are identifiers that the service assigned, because it
// cannot check what an organization calls itself.
import { createHash, randomBytes } from 'node:crypto';
import {
  bitString,
  boolean,
  contextTag,
  integer,
  objectIdentifier,
  octetString,
  printableString,
  sequence,
  set,
  time,
  utf8String,
} from './der.ts';

export interface CertificateName {
  /** Two letters (ISO 3166-1). */
  readonly country?: string;
  readonly organization: string;
  readonly organizationalUnit?: string;
  readonly commonName: string;
}

export interface CertificateRequest {
  readonly subject: CertificateName;
  /** The type of both keys, subject and issuer. Left out: ml-dsa-65. */
  readonly keys?: CertificateKeys;
  /** Raw. For P-256, the uncompressed point. */
  readonly publicKey: Uint8Array;
  readonly issuer: CertificateName;
  readonly issuerPublicKey: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /**
   * 'authority': signs certificates and revocation lists only. 'claims': signs claims.
   * 'statements': signs documents, never claims.
   */
  readonly use: 'authority' | 'claims' | 'statements';
}

export const claimSigning = '1.3.6.1.4.1.62558.2.1';
const documentSigning = '1.3.6.1.5.5.7.3.36';
/** RFC 9881 §2: the parameters are absent. */
const mlDsa65 = sequence(objectIdentifier('2.16.840.1.101.3.4.3.18'));
export type CertificateKeys = 'ml-dsa-65' | 'p-256';
/** Identifiers of the signature and of the key (RFC 5758 §3.2, RFC 5480 §2.1.1). */
const identifiers = {
  'ml-dsa-65': { signature: mlDsa65, key: mlDsa65 },
  'p-256': {
    signature: sequence(objectIdentifier('1.2.840.10045.4.3.2')),
    key: sequence(objectIdentifier('1.2.840.10045.2.1'), objectIdentifier('1.2.840.10045.3.1.7')),
  },
} as const;
// Bits of keyUsage (RFC 5280 §4.2.1.3): digitalSignature; digitalSignature and nonRepudiation;
// keyCertSign and cRLSign.
const signing = bitString(Buffer.from([0x80]), 7);
const claimUsage = bitString(Buffer.from([0xc0]), 6);
const usages = { claims: claimUsage, statements: signing, authority: bitString(Buffer.from([0x06]), 1) };
const purposes = { claims: [claimSigning, documentSigning], statements: [documentSigning], authority: [] };
/** Without its own configuration, c2pa-rs accepts only one purpose: email protection. */
const classicalClaims = [claimSigning, '1.3.6.1.5.5.7.3.4'];

/** Returns DER. sign: signs with the key of the issuer. */
export async function issueCertificate(
  request: CertificateRequest,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { subject, publicKey, issuer, notBefore, notAfter, keys = 'ml-dsa-65' } = request;
  const { signature } = identifiers[keys];
  const toBeSigned = sequence(
    contextTag(0, true, integer(Buffer.from([2]))),
    integer(serialNumber()),
    signature,
    writeName(issuer),
    sequence(time(notBefore), time(notAfter)),
    writeName(subject),
    writePublicKey(keys, publicKey),
    contextTag(3, true, sequence(...extensionsOf(request))),
  );
  return sequence(toBeSigned, signature, bitString(await sign(toBeSigned)));
}

/** SubjectPublicKeyInfo. */
function writePublicKey(keys: CertificateKeys, publicKey: Uint8Array): Buffer {
  return sequence(identifiers[keys].key, bitString(publicKey));
}

/**
 * A certificate request for a P-256 key (PKCS #10, RFC 2986), with the key usage and the purposes
 * that claims need. sign: returns both numbers of the signature in full length, as COSE has them.
 */
export async function writeCertificateRequest(
  subject: CertificateName,
  publicKey: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const wanted = sequence(
    extension('2.5.29.15', true, claimUsage),
    extension('2.5.29.37', false, sequence(...classicalClaims.map(objectIdentifier))),
  );
  const toBeSigned = sequence(
    integer(Buffer.from([0])),
    writeName(subject),
    writePublicKey('p-256', publicKey),
    contextTag(0, true, sequence(objectIdentifier('1.2.840.113549.1.9.14'), set(wanted))),
  );
  return sequence(toBeSigned, identifiers['p-256'].signature, bitString(writeEcdsa(await sign(toBeSigned))));
}

/** ECDSA-Sig-Value (RFC 3279 §2.2.3). */
function writeEcdsa(signature: Uint8Array): Buffer {
  const half = signature.length / 2;
  return sequence(integer(signature.subarray(0, half)), integer(signature.subarray(half)));
}

/** 126 random bits, positive and never zero (RFC 5280 §4.1.2.2). */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes;
}

function extensionsOf({ publicKey, issuerPublicKey, use, keys }: CertificateRequest): Buffer[] {
  const authority = use === 'authority';
  const uses = use === 'claims' && keys === 'p-256' ? classicalClaims : purposes[use];
  return [
    extension('2.5.29.19', true, authority ? sequence(boolean(true)) : sequence()),
    extension('2.5.29.15', true, usages[use]),
    ...(authority ? [] : [extension('2.5.29.37', false, sequence(...uses.map(objectIdentifier)))]),
    extension('2.5.29.14', false, octetString(keyIdentifier(publicKey))),
    extension('2.5.29.35', false, sequence(contextTag(0, false, keyIdentifier(issuerPublicKey)))),
  ];
}

function extension(identifier: string, critical: boolean, value: Uint8Array): Buffer {
  return sequence(objectIdentifier(identifier), ...(critical ? [boolean(true)] : []), octetString(value));
}

/** RFC 7093 §2, method 1: the leftmost 160 bits of SHA-256. */
function keyIdentifier(publicKey: Uint8Array): Buffer {
  return createHash('sha256').update(publicKey).digest().subarray(0, 20);
}

const countryType = '2.5.4.6';

function writeName({ country, organization, organizationalUnit, commonName }: CertificateName): Buffer {
  const attributes: [string, string][] = [
    ...(country === undefined ? [] : [[countryType, country] as [string, string]]),
    ['2.5.4.10', organization],
    ...(organizationalUnit === undefined ? [] : [['2.5.4.11', organizationalUnit] as [string, string]]),
    ['2.5.4.3', commonName],
  ];
  return sequence(
    ...attributes.map(([type, text]) =>
      set(sequence(objectIdentifier(type), type === countryType ? printableString(text) : utf8String(text))),
    ),
  );
}
