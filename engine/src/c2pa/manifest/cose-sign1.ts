// COSE_Sign1 (RFC 9052 §4.2) around a claim that stands elsewhere, signed with ML-DSA (RFC 9964), the certificates in the
// protected header (RFC 9360; C2PA 2.2 §13.2 and §14.6).
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
const mlDsa65 = -49;

export interface CoseSignature {
  readonly protectedHeader: Uint8Array;
  readonly algorithm: number;
  /** DER, the one that signed first. */
  readonly certificates: readonly Uint8Array[];
  readonly signature: Uint8Array;
}

export function writeProtectedHeader(certificates: readonly Uint8Array[]): Uint8Array {
  // One certificate stands alone, several in an array (RFC 9360 §2).
  const chain: CborValue = certificates.length === 1 ? certificates[0]! : certificates;
  return encodeCbor(
    new Map<number, CborValue>([
      [header.algorithm, mlDsa65],
      [header.certificates, chain],
    ]),
  );
}

/** What is signed (RFC 9052 §4.4). */
export function bytesToSign(protectedHeader: Uint8Array, claim: Uint8Array): Uint8Array {
  return encodeCbor(['Signature1', protectedHeader, new Uint8Array(), claim]);
}

export function writeCoseSign1(protectedHeader: Uint8Array, signature: Uint8Array): Uint8Array {
  return encodeCbor(new CborTag(coseSign1Tag, [protectedHeader, new Map(), null, signature]));
}

/** null for what is no signature of this form; the algorithm may be any. */
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
