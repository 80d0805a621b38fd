// The service's certificates: X.509 (RFC 5280) with ML-DSA-65 (RFC 9881), read here because only
// the newest Node supports them. Only a chain of two is accepted: a signer of the service under the
// service's own root.
import { equalBytes } from './bytes.ts';
import { childrenOf, type DerValue, readDer } from './der.ts';
import { verifySignature } from './ml-dsa.ts';

export interface Certificate {
  readonly der: Uint8Array;
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly isAuthority: boolean;
  readonly signsDocuments: boolean;
  readonly signsClaims: boolean;
  /** The name of the subject. Empty if it has none. */
  readonly commonName: string;
}

// OBJECT IDENTIFIERs in DER: basicConstraints, extKeyUsage, id-kp-documentSigning (RFC 9336), C2PA
// claim signing, commonName.
const basicConstraints = [0x55, 0x1d, 0x13];
const extendedKeyUsage = [0x55, 0x1d, 0x25];
const documentSigning = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x24];
const claimSigning = [0x2b, 0x06, 0x01, 0x04, 0x01, 0x83, 0xe8, 0x5e, 0x02, 0x01];
const commonName = [0x55, 0x04, 0x03];

/** Throws for bytes that are not a certificate of this form. */
export function readCertificate(der: Uint8Array): Certificate {
  const whole = readDer(der, 0);
  if (whole.end !== der.length) throw new RangeError('Bytes follow the certificate.');
  const [signed, , signature] = childrenOf(whole) as [DerValue, DerValue, DerValue];
  const [, , , issuer, validity, subject, keyInfo, extensionList] = childrenOf(signed) as DerValue[];
  const [notBefore, notAfter] = childrenOf(validity!).map(readTime) as [Date, Date];
  const extensions = childrenOf(childrenOf(extensionList!)[0]!).map((each) => childrenOf(each));
  const extensionOf = (identifier: readonly number[]) => {
    const found = extensions.find(([name]) => isIdentifier(name!, identifier))?.at(-1);
    return found ? childrenOf(readDer(found.content, 0)) : [];
  };
  return {
    der,
    signed: signed.whole,
    signature: signature.content.subarray(1),
    issuer: issuer!.whole,
    subject: subject!.whole,
    publicKey: childrenOf(keyInfo!)[1]!.content.subarray(1),
    notBefore,
    notAfter,
    isAuthority: extensionOf(basicConstraints)[0]?.content[0] === 0xff,
    signsDocuments: extensionOf(extendedKeyUsage).some((each) => isIdentifier(each, documentSigning)),
    signsClaims: extensionOf(extendedKeyUsage).some((each) => isIdentifier(each, claimSigning)),
    commonName: readName(subject!, commonName),
  };
}

/**
 * Whether the leaf can sign documents and is issued by the root, which is issued by itself, and
 * both are valid at that time.
 */
export async function chainHolds(leaf: Certificate, root: Certificate, time: Date): Promise<boolean> {
  const inForce = [leaf, root].every(({ notBefore, notAfter }) => notBefore <= time && time <= notAfter);
  return inForce && leaf.signsDocuments && isIssuedBy(leaf, root);
}

/** Whether the root, which is issued by itself, issued the leaf. */
export async function isIssuedBy(leaf: Certificate, root: Certificate): Promise<boolean> {
  if (leaf.isAuthority || !root.isAuthority) return false;
  if (!equalBytes(leaf.issuer, root.subject) || !equalBytes(root.issuer, root.subject)) return false;
  return (
    (await verifySignature(root.publicKey, leaf.signed, leaf.signature)) &&
    verifySignature(root.publicKey, root.signed, root.signature)
  );
}

/** The certificates in a PEM file. */
export function readPemCertificates(pem: string): Uint8Array[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g);
  return Array.from(blocks, ([, text]) =>
    Uint8Array.from(atob(text!.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0)),
  );
}

function readName(name: DerValue, attribute: readonly number[]): string {
  const attributes = childrenOf(name).flatMap((set) => childrenOf(set).map((each) => childrenOf(each)));
  const value = attributes.find(([type]) => isIdentifier(type!, attribute))?.[1];
  return value ? new TextDecoder().decode(value.content) : '';
}

function isIdentifier({ content }: DerValue, identifier: readonly number[]): boolean {
  return content.length === identifier.length && identifier.every((byte, place) => content[place] === byte);
}

/** UTCTime, or GeneralizedTime from 2050 on. */
function readTime({ tag, content }: DerValue): Date {
  const digits = String.fromCharCode(...content);
  const text = tag === 0x17 ? `20${digits}` : digits;
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
