// The record for a word of the command line: its id, its token, or a file that leads the service to
// it.
import { existsSync } from 'node:fs';
import { LARGEST_DELIVERED } from '../content-sizes.ts';
import { ServiceError } from '../index.ts';
import type { Context } from './command.ts';
import { CommandError } from './command-errors.ts';
import { readContent } from './commands/verify.ts';

const unknownToken = new Set<ServiceError['code']>(['invalid_token', 'record_not_found']);
const recordForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function findRecordId(context: Context, word: string): Promise<string> {
  if (recordForm.test(word)) return word;
  const { verify } = context.client();
  if (/^svc_[\w-]+$/.test(word)) return (await verify.status(word)).record_id;
  if (!existsSync(word)) throw new CommandError(`${word} is no record id, no token, and no file.`);
  const bytes = await readContent(word);
  const { findToken } = await import('../node.ts');
  // Read here, so that the size of the file does not matter.
  const token = findToken(bytes);
  const known = token === null ? undefined : await verify.status(token).catch(ifUnknown);
  if (known) return known.record_id;
  if (bytes.length > LARGEST_DELIVERED) {
    throw new CommandError(
      `${word} has no token in its metadata, and the service searches only files up to 51 MB. Enter a record ID or a token.`,
    );
  }
  // The service searches as in a verification: a text has no token in it, but a mark.
  const result = await verify.content({ content: new Blob([new Uint8Array(bytes)]) });
  if (!result.provenance) throw new CommandError(`No record was found for ${word}.`);
  return result.provenance.record_id;
}

function ifUnknown(problem: unknown): undefined {
  if (!(problem instanceof ServiceError && unknownToken.has(problem.code))) throw problem;
}
