// COSE_Sign1 (RFC 9052 §4.2) with a detached claim, and with the certificates in the protected
// header (RFC 9360; C2PA 2.2 §13.2 and §14.6).
import { CborTag, type CborValue } from '../cbor/cbor-value.ts';
import { decodeCbor } from '../cbor/decode-cbor.ts';
import { encodeCbor } from '../cbor/encode-cbor.ts';

const coseSign1Tag = 18;
const header = { algorithm: 1, certificates: 33 } as const;

/** RFC 9964 §3: identifiers of algorithms, and the types of keys as OpenSSL names them. */
export const mlDsaKeys: Readonly<Record<number, string>> = {
  [-48]: 'ml-dsa-44',
  [-49]: 'ml-dsa-65',
  [-50]: 'ml-dsa-87',
};

/**
 * The algorithms with which this service signs claims, and their COSE numbers (RFC 9053 §2, RFC
 * 8230 §2, RFC 9964 §3).
 */
export const claimAlgorithms = { 'ML-DSA-65': -49, ES256: -7, ES384: -35, PS256: -37, Ed25519: -8 } as const;
export type ClaimAlgorithm = keyof typeof claimAlgorithms;

export interface CoseSignature {
  readonly protectedHeader: Uint8Array;
  readonly algorithm: number;
  /** DER. The certificate that signed comes first. */
  readonly certificates: readonly Uint8Array[];
  readonly signature: Uint8Array;
}

export function writeProtectedHeader(
  certificates: readonly Uint8Array[],
  algorithm: ClaimAlgorithm = 'ML-DSA-65',
): Uint8Array {
  // A single certificate is written without an array (RFC 9360 §2).
  const chain: CborValue = certificates.length === 1 ? certificates[0]! : certificates;
  return encodeCbor(
    new Map<number, CborValue>([
      [header.algorithm, claimAlgorithms[algorithm]],
      [header.certificates, chain],
    ]),
  );
}

/** The bytes that the signature covers (RFC 9052 §4.4). */
export function bytesToSign(protectedHeader: Uint8Array, claim: Uint8Array): Uint8Array {
  return encodeCbor(['Signature1', protectedHeader, new Uint8Array(), claim]);
}

/**
 * The bytes that a time stamp covers: a countersignature over the signature, which is encoded as a
 * CBOR byte string (RFC 8152 §4.5).
 */
export function bytesToStamp(protectedHeader: Uint8Array, signature: Uint8Array): Uint8Array {
  return encodeCbor(['CounterSignature', protectedHeader, new Uint8Array(), encodeCbor(signature)]);
}

export function writeCoseSign1(
  protectedHeader: Uint8Array,
  signature: Uint8Array,
  unprotected: ReadonlyMap<string, CborValue> = new Map(),
): Uint8Array {
  return encodeCbor(new CborTag(coseSign1Tag, [protectedHeader, unprotected, null, signature]));
}

/** null if the value is not a signature of this form. Any algorithm is accepted. */
export function readCoseSign1(bytes: Uint8Array): CoseSignature | null {
  const outer = decodeCbor(bytes);
  const parts = outer instanceof CborTag && outer.tag === coseSign1Tag ? outer.value : outer;
  if (!Array.isArray(parts) || parts.length !== 4) return null;
  const [protectedHeader, unprotected, , signature] = parts as CborValue[];
  if (!(protectedHeader instanceof Uint8Array) || !(signature instanceof Uint8Array)) return null;
  const fields = decodeCbor(protectedHeader);
  if (!(fields instanceof Map) || !(unprotected instanceof Map)) return null;
  const algorithm = fields.get(header.algorithm);
  const chain = fields.get(header.certificates) ?? unprotected.get(header.certificates) ?? [];
  const certificates = (Array.isArray(chain) ? chain : [chain]).filter((each) => each instanceof Uint8Array);
  return typeof algorithm === 'number' ? { protectedHeader, algorithm, certificates, signature } : null;
}
