// The record for a word of the command line: its id, its token, or a file that leads the service to
// it.
import { existsSync } from 'node:fs';
import type { Context } from './command.ts';
import { CommandError } from './command-errors.ts';
import { readContent } from './commands/verify.ts';

const recordForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function findRecordId(context: Context, word: string): Promise<string> {
  if (recordForm.test(word)) return word;
  const { verify } = context.client();
  if (/^svc_[\w-]+$/.test(word)) return (await verify.status(word)).record_id;
  if (!existsSync(word)) throw new CommandError(`${word} is no record id, no token, and no file.`);
  // The service searches as in a verification: a text has no token in it, but a mark.
  const result = await verify.content({ content: new Blob([new Uint8Array(await readContent(word))]) });
  if (!result.provenance) throw new CommandError(`No record was found for ${word}.`);
  return result.provenance.record_id;
}
