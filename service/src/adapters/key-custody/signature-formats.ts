// How node:crypto signs and verifies in the formats of COSE. RFC 9053 §2.1: both numbers of ECDSA
// in full length. RFC 8230 §2: PSS with a salt as long as the hash.
import { constants, type KeyObject, sign, type VerifyKeyObjectInput, verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningAlgorithm } from './custodian.ts';

const onThreadPool = { sign: promisify(sign), verify: promisify(verify) };

/** Null: the algorithm hashes the message itself. */
export const hashes = { ES256: 'sha256', ES384: 'sha384', PS256: 'sha256', Ed25519: null, 'ML-DSA-65': null } as const;

export async function signWith(key: KeyObject, algorithm: SigningAlgorithm, message: Uint8Array): Promise<Uint8Array> {
  return onThreadPool.sign(hashes[algorithm], message, { key, ...formatOf(algorithm) });
}

/** false also for a key of another kind. */
export async function isSignatureOf(
  key: KeyObject,
  algorithm: SigningAlgorithm,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  try {
    return await onThreadPool.verify(hashes[algorithm], message, { key, ...formatOf(algorithm) }, signature);
  } catch {
    return false;
  }
}

function formatOf(algorithm: SigningAlgorithm): Omit<VerifyKeyObjectInput, 'key'> {
  if (algorithm === 'PS256') return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  return algorithm === 'ES256' || algorithm === 'ES384' ? { dsaEncoding: 'ieee-p1363' } : {};
}
