// X.509 certificates (RFC 5280) with ML-DSA-65 keys and signatures (RFC 9881): the root of the service, and under it one for
// each generator's key, after the profile of C2PA 2.2 §14.5.1. Names are identifiers that the service itself gave out: what
// an organization calls itself is nothing that the service could vouch for.
import { createHash, randomBytes } from 'node:crypto';
import {
  bitString,
  boolean,
  contextTag,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  time,
  utf8String,
} from './der.ts';

export interface CertificateName {
  readonly organization: string;
  readonly organizationalUnit?: string;
  readonly commonName: string;
}

export interface CertificateRequest {
  readonly subject: CertificateName;
  /** Raw, of ML-DSA-65. */
  readonly publicKey: Uint8Array;
  readonly issuer: CertificateName;
  readonly issuerPublicKey: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** 'authority': may sign certificates and nothing else. 'claims': claims alone. 'statements': documents, never claims. */
  readonly use: 'authority' | 'claims' | 'statements';
}

export const claimSigning = '1.3.6.1.4.1.62558.2.1';
const documentSigning = '1.3.6.1.5.5.7.3.36';
/** RFC 9881 §2: the parameters are absent. */
const mlDsa65 = sequence(objectIdentifier('2.16.840.1.101.3.4.3.18'));
// Of keyUsage (RFC 5280 §4.2.1.3) the bits digitalSignature; keyCertSign and cRLSign.
const signing = bitString(Buffer.from([0x80]), 7);
const usages = { claims: signing, statements: signing, authority: bitString(Buffer.from([0x06]), 1) };
const purposes = { claims: [claimSigning, documentSigning], statements: [documentSigning], authority: [] };

/** DER. sign: with the issuer's key. */
export async function issueCertificate(
  request: CertificateRequest,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { subject, publicKey, issuer, notBefore, notAfter } = request;
  const toBeSigned = sequence(
    contextTag(0, true, integer(Buffer.from([2]))),
    integer(serialNumber()),
    mlDsa65,
    writeName(issuer),
    sequence(time(notBefore), time(notAfter)),
    writeName(subject),
    sequence(mlDsa65, bitString(publicKey)),
    contextTag(3, true, sequence(...extensionsOf(request))),
  );
  return sequence(toBeSigned, mlDsa65, bitString(await sign(toBeSigned)));
}

/** 127 random bits, never zero (RFC 5280 §4.1.2.2). */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes;
}

function extensionsOf({ publicKey, issuerPublicKey, use }: CertificateRequest): Buffer[] {
  const authority = use === 'authority';
  return [
    extension('2.5.29.19', true, authority ? sequence(boolean(true)) : sequence()),
    extension('2.5.29.15', true, usages[use]),
    ...(authority ? [] : [extension('2.5.29.37', false, sequence(...purposes[use].map(objectIdentifier)))]),
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

function writeName({ organization, organizationalUnit, commonName }: CertificateName): Buffer {
  const attributes: [string, string][] = [
    ['2.5.4.10', organization],
    ...(organizationalUnit === undefined ? [] : [['2.5.4.11', organizationalUnit] as [string, string]]),
    ['2.5.4.3', commonName],
  ];
  return sequence(...attributes.map(([type, text]) => set(sequence(objectIdentifier(type), utf8String(text)))));
}
