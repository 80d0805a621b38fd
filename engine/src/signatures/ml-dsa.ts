// ML-DSA-65 (FIPS 204), pure and with an empty context (settled point 2), from raw seeds and raw
// public keys. Signing and verifying run on libuv's thread pool: the event loop stays free and
// every core helps, up to UV_THREADPOOL_SIZE. Signatures are hedged (FIPS 204 §3.4): two signatures
// of the same message differ and both are valid.
import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { KeyCache } from './key-cache.ts';

// Sizes in bytes: FIPS 204 table 2; the seed is ξ of algorithm 1.
export const mlDsa65 = { algorithm: 'ml-dsa-65', seedSize: 32, publicKeySize: 1952, signatureSize: 3309 } as const;

// The public key starts with ρ, the seed of the matrix. The rest is t1 (FIPS 204 algorithm 22).
const matrixSeedSize = 32;

const signOnThreadPool = promisify(sign);
const verifyOnThreadPool = promisify(verify);
const privateKeys = new KeyCache(1000);
const publicKeys = new KeyCache(1000);

export function generateSigningSeed(): Uint8Array {
  return randomBytes(mlDsa65.seedSize);
}

export function publicKeyFromSeed(seed: Uint8Array): Uint8Array {
  return createPublicKey(privateKeyFrom(seed)).export({ format: 'raw-public' });
}

export async function signMessage(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  return signOnThreadPool(null, message, privateKeyFrom(seed));
}

/**
 * A signature of a wrong shape is a verdict: false. A public key of the wrong size is a mistake and
 * throws.
 */
export async function verifySignature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const key = publicKeyFrom(publicKey);
  // OpenSSL would refuse it too. The check here avoids copying an oversized one to the pool.
  if (signature.length !== mlDsa65.signatureSize) return false;
  return verifyOnThreadPool(null, message, key, signature);
}

/**
 * Any bytes of the right size decode to a key, but anyone can sign under a key whose t1 is zero. It
 * is refused.
 */
export function isMlDsaPublicKey(bytes: Uint8Array): boolean {
  return bytes.length === mlDsa65.publicKeySize && bytes.subarray(matrixSeedSize).some((byte) => byte !== 0);
}

// The cache finds a seed by its hash, so that the secret never becomes a JavaScript string that
// stays in memory.
function privateKeyFrom(seed: Uint8Array): KeyObject {
  expectSize('seed', seed, mlDsa65.seedSize);
  return privateKeys.get(hash('sha3-256', seed, 'base64'), () =>
    createPrivateKey({ key: seed, format: 'raw-seed', asymmetricKeyType: mlDsa65.algorithm }),
  );
}

function publicKeyFrom(publicKey: Uint8Array): KeyObject {
  expectSize('public key', publicKey, mlDsa65.publicKeySize);
  const bytes = Buffer.from(publicKey);
  return publicKeys.get(bytes.toString('latin1'), () =>
    createPublicKey({ key: bytes, format: 'raw-public', asymmetricKeyType: mlDsa65.algorithm }),
  );
}

function expectSize(what: string, bytes: Uint8Array, size: number): void {
  if (bytes.length !== size) throw new RangeError(`An ML-DSA-65 ${what} has ${size} bytes, not ${bytes.length}.`);
}
