// Test support: reaches the parts of node:crypto's ML-DSA-65 that our own functions leave out on
// purpose (contexts, expanded private keys), so that official vectors about them still run against
// the implementation that we use.
import { createPrivateKey, createPublicKey, verify } from 'node:crypto';

/** Throws if the expanded key has another size or is inconsistent. */
export function publicKeyFromExpanded(expanded: Buffer): Buffer {
  // PKCS#8 with the expandedKey choice (RFC 9881 §6), written for a key of any size so that wrong
  // sizes reach the reader.
  const size = (added: number) => (expanded.length + added).toString(16).padStart(4, '0');
  const header = `3082${size(24)}020100300b06096086480165030403120482${size(4)}0482${size(0)}`;
  const key = Buffer.concat([Buffer.from(header, 'hex'), expanded]);
  return createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export({ format: 'raw-public' });
}

export function verifyUnderContext(publicKey: Buffer, message: Buffer, signature: Buffer, context: Buffer): boolean {
  const key = createPublicKey({ key: publicKey, format: 'raw-public', asymmetricKeyType: 'ml-dsa-65' });
  return verify(null, message, { key, context }, signature);
}
