// ML-DSA-65 (FIPS 204), pure and with an empty context. Uses node:crypto if it has the algorithm
// (Node 24.6 or newer), and otherwise @noble/post-quantum, which is plain JavaScript and ten times
// slower.
import type { KeyObject } from 'node:crypto';
import { concatenate } from './bytes.ts';
import { nodeCrypto } from './node-crypto.ts';
import { seedToDer } from './private-key-file.ts';

export const publicKeySize = 1952;
export const signatureSize = 3309;

// RFC 9881: SubjectPublicKeyInfo up to the raw key.
const publicKeyHead = Uint8Array.from([
  0x30, 0x82, 0x07, 0xb2, 0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 0x12, 0x03, 0x82,
  0x07, 0xa1, 0x00,
]);

export interface OpenedKey {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

export async function openSeed(seed: Uint8Array): Promise<OpenedKey> {
  const native = openNatively(() =>
    nodeCrypto!.createPrivateKey({ key: seedToDer(seed) as Buffer, format: 'der', type: 'pkcs8' }),
  );
  if (native) {
    const { createPublicKey, sign } = nodeCrypto!;
    const der = createPublicKey(native).export({ format: 'der', type: 'spki' });
    return {
      publicKey: new Uint8Array(der.subarray(publicKeyHead.length)),
      sign: async (message) => sign(null, message, native),
    };
  }
  const noble = await loadNoble();
  const { publicKey, secretKey } = noble.keygen(seed);
  return { publicKey, sign: async (message) => noble.sign(message, secretKey) };
}

/** Returns false for a malformed signature or key. */
export async function verifySignature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== publicKeySize || signature.length !== signatureSize) return false;
  const der = concatenate(publicKeyHead, publicKey) as Buffer<ArrayBuffer>;
  const native = openNatively(() => nodeCrypto!.createPublicKey({ key: der, format: 'der', type: 'spki' }));
  if (native) return nodeCrypto!.verify(null, message, native, signature);
  return (await loadNoble()).verify(signature, message, publicKey);
}

function openNatively(open: () => KeyObject): KeyObject | null {
  try {
    return nodeCrypto ? open() : null;
  } catch {
    return null;
  }
}

async function loadNoble() {
  return (await import('@noble/post-quantum/ml-dsa.js')).ml_dsa65;
}
