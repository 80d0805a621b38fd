// `provenance bundle`: gets the proof bundle of a record, by its id, by its token, or by a file that carries its token.
import { existsSync } from 'node:fs';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, CommandError, type Context, textOf, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readContent } from './verify.ts';

const recordForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const bundleCommand: Command = {
  name: 'bundle',
  summary: 'Get the proof bundle of a record, for verifying offline',
  parameters: '<record id, token or signed file>',
  mostWords: 1,
  options: {
    out: { type: 'string', short: 'o', value: 'file', about: 'Where to write it (standard output)' },
  },
  async run(context, [word], values) {
    if (word === undefined) throw new UsageError('Name a record, a token or a signed file.');
    const bundle = await context.client().records.bundle(await recordOf(context, word));
    const out = textOf(values, 'out');
    // Byte for byte: not even a line break may be added.
    if (out === undefined) process.stdout.write(bundle);
    else {
      await writeFileAtomically(out, bundle);
      context.terminal.say(`Written to ${out}.`);
    }
    return exitCodes.done;
  },
};

async function recordOf(context: Context, word: string): Promise<string> {
  if (recordForm.test(word)) return word;
  const { verify } = context.client();
  if (/^svc_[\w-]+$/.test(word)) return (await verify.status(word)).record_id;
  if (!existsSync(word)) throw new CommandError(`${word} is no record id, no token, and no file.`);
  // Found as verifying finds it: a text has no token in it, but a mark.
  const result = await verify.content({ content: new Blob([new Uint8Array(await readContent(word))]) });
  if (!result.provenance) throw new CommandError(`No record was found for ${word}.`);
  return result.provenance.record_id;
}
