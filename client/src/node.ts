// `@content-provenance/client/node`: what takes a file system, or the format code of the engine.
import { openAsBlob } from 'node:fs';

export { type ContentFindings, inspectContent } from './media/inspect-content.ts';
export {
  findOwnMark,
  hashCanonical,
  type PreparedContent,
  prepareContent,
  UnsupportedContent,
} from './media/prepare-content.ts';

/** A file as a Blob that is read as it is sent, never whole. */
export function openFile(path: string): Promise<Blob> {
  return openAsBlob(path);
}
