// Reads a form with several files and one part in JSON that describes them. All of it together has
// one limit. The files are kept in memory during the request, by their names.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { ServiceError } from '../error-catalogue.ts';
import { invalidForm, readForm, tooLargeDetails } from './read-form.ts';
import type { DescribedUpload } from './upload-declaration.ts';

/** In characters, as file systems allow. */
const longestName = 255;

export interface DescribedFiles {
  /** The part in JSON. */
  readonly description: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export async function readDescribedFiles(
  stream: Readable,
  headers: IncomingHttpHeaders,
  { field, largest, describedBy: { part, largest: largestPart, most } }: DescribedUpload,
): Promise<DescribedFiles> {
  const megabytes = Math.round(largest / 1024 / 1024);
  const limits = {
    largest,
    tooLarge: `The files and texts together are larger than ${megabytes} MB. Send them in several requests.`,
    // Some clients send JSON as a file, others as a field.
    parser: { isPartAFile: () => true, limits: { files: most + 1, parts: most + 2, headerPairs: 50 } },
  };
  const files = new Map<string, Uint8Array>();
  let description: string | undefined;
  let length = 0;
  await readForm(stream, headers, limits, (form, refuse) => {
    form.on('file', (name, file, fileName) => {
      const problem = findProblem(name, fileName);
      if (problem) {
        refuse(invalidForm(problem, name === part ? part : field));
        file.resume();
        return;
      }
      // Seen before its bytes are complete, so that a second one is refused.
      if (name === field) files.set(fileName!, new Uint8Array(0));
      else description = '';
      const pieces: Buffer[] = [];
      let size = 0;
      file.on('data', (piece: Buffer) => {
        size += piece.length;
        length += piece.length;
        if (length > largest) refuse(new ServiceError('payload_too_large', tooLargeDetails(limits)));
        else if (name === part && size > largestPart) refuse(tooLong(part, largestPart));
        else pieces.push(piece);
      });
      file.on('end', () => {
        const bytes = Buffer.concat(pieces);
        if (name === field) files.set(fileName!, bytes);
        else description = bytes.toString();
      });
    });
    form.on('filesLimit', () => refuse(invalidForm(`The form has more than ${most} files. Send fewer files.`, field)));
  });
  if (description === undefined) throw invalidForm(`The form has no part ${part}. Send it with JSON.`, part);
  return { description, files };

  function findProblem(name: string, fileName: string | undefined): string | undefined {
    if (name === part) return description === undefined ? undefined : `The form has two parts ${part}. Send one.`;
    if (name !== field) return `Send JSON in the part ${part}, and files in parts with the name ${field}.`;
    if (!fileName) return `A file in ${field} has no name. Give each file its own name.`;
    if (fileName.length > longestName) return `A file name has more than ${longestName} characters. Shorten it.`;
    return files.has(fileName) ? `Two files have the name ${fileName}. Give each file its own name.` : undefined;
  }
}

function tooLong(part: string, largest: number): ServiceError {
  const megabytes = Math.round(largest / 1024 / 1024);
  const message = `The part ${part} is larger than ${megabytes} MB. Send long texts as files.`;
  return new ServiceError('payload_too_large', { message, largest_bytes: largest });
}
