// A command that downloads a file about a period and writes it to --out, or to standard output.
import { once } from 'node:events';
import type { Client } from '../index.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { type Command, type Context, oneOf, textOf } from './command.ts';
import { exitCodes } from './exit-codes.ts';

interface Period {
  readonly from?: string;
  readonly to?: string;
}

interface Export<Format extends string> extends Pick<Command, 'name' | 'summary' | 'details'> {
  /** The first is the default. */
  readonly formats: readonly [Format, ...Format[]];
  readonly aboutFrom: string;
  readonly aboutTo: string;
  fetch(client: Client, query: Period & { readonly format: Format }): Promise<{ readonly body: Blob }>;
}

export function exportCommand<Format extends string>(description: Export<Format>): Command {
  const { formats, aboutFrom, aboutTo, fetch, ...named } = description;
  return {
    ...named,
    mostWords: 0,
    options: {
      format: { type: 'string', value: formats.join('|'), about: `Format (default: ${formats[0]})` },
      from: { type: 'string', value: 'time', about: aboutFrom },
      to: { type: 'string', value: 'time', about: aboutTo },
      out: { type: 'string', short: 'o', value: 'file', about: 'Output file (default: standard output)' },
    },
    async run(context, _words, values) {
      const from = textOf(values, 'from');
      const to = textOf(values, 'to');
      const { body } = await fetch(context.keyedClient(), {
        format: oneOf(values, 'format', formats),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
      await deliver(context, body, textOf(values, 'out'));
      return exitCodes.done;
    },
  };
}

/** The file at --out is complete or absent. */
async function deliver({ terminal }: Context, file: Blob, out: string | undefined): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (out !== undefined) {
    await writeFileAtomically(out, bytes);
    terminal.say(`Written to ${out}.`);
  } else if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}
