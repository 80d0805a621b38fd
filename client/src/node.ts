// `@content-provenance/client/node`: functions that need a file system or the format code.
import { openAsBlob } from 'node:fs';

export { findToken } from './media/find-token.ts';
export { type ContentFindings, inspectContent } from './media/inspect-content.ts';
export {
  findOwnMark,
  isProgramName,
  type PreparationOptions,
  type PreparedContent,
  prepareContent,
  UnsupportedContent,
} from './media/prepare-content.ts';
export { type CanonicalContent, readCanonical } from './media/read-canonical.ts';

/** Opens a file as a Blob. The client reads it in pieces while it sends it. */
export function openFile(path: string): Promise<Blob> {
  return openAsBlob(path);
}
