// Puts a file that the service answered with where it is wanted: at --out, whole or not at all, else to standard output.
import { once } from 'node:events';
import { writeFileAtomically } from './atomic-file.ts';
import { type Context, textOf, type Values } from './command.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

export async function deliver({ terminal }: Context, file: Blob, values: Values): Promise<ExitCode> {
  const out = textOf(values, 'out');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (out !== undefined) {
    await writeFileAtomically(out, bytes);
    terminal.say(`Written to ${out}.`);
  } else if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
  return exitCodes.done;
}
