// A label is a private name of a record: one printable line. Signing takes it from the request, or
// from the name of the uploaded file.
import { asPrintable } from '../../http/names.ts';

export const LONGEST_LABEL = 200;

/** What the SDK and browsers send for content without a name, with its place in a batch. */
const placeholder = /^(?:content|blob)(?:-\d+)?$/;

/** The label for a file name. Null if there is none, or nothing printable is left. */
export function labelOfFile(fileName: string | undefined): string | null {
  const baseName = fileName?.split(/[\\/]/).at(-1) ?? '';
  const line = [...asPrintable(baseName).replaceAll(/\s+/g, ' ')].slice(0, LONGEST_LABEL).join('').trim();
  return line === '' || placeholder.test(line) ? null : line;
}
