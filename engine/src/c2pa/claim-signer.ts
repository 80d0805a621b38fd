// Signs a claim. The size of the result is known before signing, because the manifest states its
// own length. With a time stamp (C2PA 2.2 §10.3.2.5, `sigTst2`) the size includes room for it, and
// padding fills the rest of that room.
import { X509Certificate } from 'node:crypto';
import type { Signer, Timestamps } from '../ports.ts';
import { mlDsa65 } from '../signatures/ml-dsa.ts';
import { type CborValue, cborMap } from './cbor/cbor-value.ts';
import {
  bytesToSign,
  bytesToStamp,
  type ClaimAlgorithm,
  writeCoseSign1,
  writeProtectedHeader,
} from './manifest/cose-sign1.ts';

export interface ClaimSigning {
  readonly algorithm: ClaimAlgorithm;
  /** DER. The certificate of the signing key comes first; the root is left out. */
  readonly certificates: readonly Uint8Array[];
  /** Whether to ask for a time stamp. */
  readonly timestamp: boolean;
}

export interface ClaimSigner {
  /** Size of the result of `sign`, in bytes. */
  readonly size: number;
  sign(claim: Uint8Array): Promise<Uint8Array>;
  /** Whether the last signature has a time stamp. */
  readonly isTimestamped: boolean;
}

/** The largest accepted time stamp, in bytes. Those of public authorities have 2 to 7 kB. */
export const MOST_TIMESTAMP_BYTES = 12 * 1024;
/** In bytes. Large enough that the CBOR head of the padding always has the same size. */
const timestampRoom = MOST_TIMESTAMP_BYTES + 2 * 1024;

export function openClaimSigner(signing: ClaimSigning, ports: Signer & Timestamps): ClaimSigner {
  const { algorithm, certificates, timestamp } = signing;
  const header = writeProtectedHeader(certificates, algorithm);
  const exact = writeCoseSign1(header, new Uint8Array(signatureSize(signing))).length;
  const size = timestamp ? exact + timestampRoom : exact;
  let isTimestamped = false;
  return {
    size,
    get isTimestamped() {
      return isTimestamped;
    },
    async sign(claim) {
      const signature = await ports.sign(bytesToSign(header, claim));
      if (!timestamp) return writeCoseSign1(header, signature);
      const token = await ports.stampTime(bytesToStamp(header, signature));
      isTimestamped = token !== null;
      return pad(size, (padding) =>
        writeCoseSign1(header, signature, cborMap({ ...(token && stampHeader(token)), pad: padding }) as never),
      );
    },
  };
}

function stampHeader(token: Uint8Array): Record<string, CborValue> {
  return { sigTst2: cborMap({ tstTokens: [cborMap({ val: token })] }) };
}

function pad(size: number, write: (padding: Uint8Array) => Uint8Array): Uint8Array {
  const probe = 1024;
  const padding = probe + size - write(new Uint8Array(probe)).length;
  const written = write(new Uint8Array(padding));
  if (written.length !== size) throw new Error('A signature does not fit into the room that was reserved for it.');
  return written;
}

function signatureSize({ algorithm, certificates }: ClaimSigning): number {
  switch (algorithm) {
    case 'ML-DSA-65':
      return mlDsa65.signatureSize;
    case 'ES384':
      return 96;
    case 'PS256':
      return Math.ceil(new X509Certificate(certificates[0]!).publicKey.asymmetricKeyDetails!.modulusLength! / 8);
    default:
      return 64;
  }
}
