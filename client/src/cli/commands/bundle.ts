// `provenance bundle`: gets the proof bundle of a record, by its id, by its token, or by a file
// that carries its token.
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, textOf } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { findRecordId } from '../find-record.ts';

export const bundleCommand: Command = {
  name: 'bundle',
  summary: 'Get the proof bundle of a record, for offline verification',
  parameters: '<record ID, token or signed file>',
  mostWords: 1,
  options: {
    out: { type: 'string', short: 'o', value: 'file', about: 'Output file (default: standard output)' },
  },
  async run(context, [word], values) {
    if (word === undefined) throw new UsageError('Enter a record ID, a token or a signed file.');
    const bundle = await context.client().records.bundle(await findRecordId(context, word));
    const out = textOf(values, 'out');
    // Byte for byte: do not add anything, not even a line break.
    if (out === undefined) process.stdout.write(bundle);
    else {
      await writeFileAtomically(out, bundle);
      context.terminal.say(`Written to ${out}.`);
    }
    return exitCodes.done;
  },
};
