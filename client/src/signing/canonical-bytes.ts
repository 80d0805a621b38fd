// Canonical JSON (RFC 8785) as UTF-8: what is signed and verified.
import { canonicalJson as writeCanonicalJson } from '@content-provenance/engine';
import { encodeText } from './bytes.ts';

export const canonicalJson: (value: unknown) => string = writeCanonicalJson;

export function canonicalBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return encodeText(canonicalJson(value));
}
