// The token in the metadata of a file, read on this machine.
import { detectFormat } from '@content-provenance/engine';
import { isUnreadable } from './unreadable.ts';

/** null: no token, or a file that cannot be read. A text has no metadata. */
export function findToken(content: Uint8Array): string | null {
  try {
    return detectFormat(content)?.readToken(content) ?? null;
  } catch (problem) {
    if (isUnreadable(problem)) return null;
    throw problem;
  }
}
