// Content as it is compared with a record: the hash of what is signed, which leaves out token and manifest store, and the token. Strict:
// a token's container that is not byte for byte as it is written is content like any other, and so is what is broken.
import { detectFormat, hashContent, type MediaFormat } from '@content-provenance/engine';
import { hashContent as hashBytes } from '../signing/content-hash.ts';
import { findManifests } from './find-manifests.ts';
import { isUnreadable } from './unreadable.ts';

export interface CanonicalContent {
  readonly contentHash: string;
  /** null: it carries none. */
  readonly token: string | null;
}

export async function readCanonical(content: Uint8Array): Promise<CanonicalContent> {
  const format = detectFormat(content);
  try {
    const token = format?.readToken(content) ?? null;
    if (format && (token === null || isAsWritten(format, content, token))) {
      return { contentHash: hashContent(format, content), token };
    }
  } catch (problem) {
    if (!isUnreadable(problem)) throw problem;
  }
  return { contentHash: await hashBytes(content), token: null };
}

// Beside a manifest the token may stand in another place than it would be given now; the manifest has a seal of its own.
function isAsWritten(format: MediaFormat, content: Uint8Array, token: string): boolean {
  return findManifests(content).found || Buffer.compare(format.writeToken(content, token), content) === 0;
}
