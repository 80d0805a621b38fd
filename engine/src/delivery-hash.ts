// The hash by which the service recognizes a file that it delivered with a manifest: SHA-256 of
// every byte. Many processors have instructions for it, and the manifest needs it anyway. SHA3-256,
// which records use, takes five times as long there.
import { createHash } from 'node:crypto';

export type DeliveryHash = `sha256:${string}`;

export function deliveryHashOf(file: Uint8Array): DeliveryHash {
  return `sha256:${createHash('sha256').update(file).digest('hex')}`;
}
