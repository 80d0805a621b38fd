// SHA3-256 (FIPS 202 §6.1) of bytes and of streams, and its text form `sha3-256:` + 64 lowercase
// hex characters, which is the content_hash of the specification.
import { createHash } from 'node:crypto';

export type ContentHash = `sha3-256:${string}`;

const digestSize = 32;
const textForm = /^sha3-256:[0-9a-f]{64}$/;

/** The digest of the parts in order, without joining them. */
export function sha3Digest(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha3-256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function formatContentHash(digest: Uint8Array): ContentHash {
  if (digest.length !== digestSize) throw new RangeError(`A SHA3-256 digest has 32 bytes, not ${digest.length}.`);
  return `sha3-256:${Buffer.from(digest).toString('hex')}`;
}

export function isContentHash(value: unknown): value is ContentHash {
  return typeof value === 'string' && textForm.test(value);
}
