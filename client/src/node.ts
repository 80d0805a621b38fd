// `@content-provenance/client/node`: what takes a file system, or the format code of the engine.
import { openAsBlob } from 'node:fs';

export { type ContentFindings, inspectContent } from './media/inspect-content.ts';
export { findOwnMark, type PreparedContent, prepareContent, UnsupportedContent } from './media/prepare-content.ts';
export { type CanonicalContent, readCanonical } from './media/read-canonical.ts';

/** A file as a Blob that is read as it is sent, never whole. */
export function openFile(path: string): Promise<Blob> {
  return openAsBlob(path);
}
