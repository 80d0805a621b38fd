// `provenance c2pa resolve`: finds the manifest of a file that has lost it, and saves it.
import { openAsBlob } from 'node:fs';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, textOf } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';

export const c2paResolveCommand: Command = {
  name: 'c2pa resolve',
  summary: 'Find the C2PA manifest of a file that has lost it',
  parameters: '<file>',
  mostWords: 1,
  details:
    'Prints the id of the manifest. With --out, also saves the manifest store (.c2pa). The manifest says nothing about the bytes of the file: use `provenance verify` for that. Exit code 3: the service found no manifest. --json prints an object.',
  options: {
    out: { type: 'string', short: 'o', value: 'file', about: 'Where to save the manifest store' },
    active: { type: 'boolean', about: 'Save only the active manifest, without its ingredients' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, [path], values) {
    if (path === undefined) throw new UsageError('Enter a file.');
    const { resolution } = context.client();
    const found = await resolution.resolve(await openAsBlob(path), { returnActiveManifest: values.active === true });
    const out = textOf(values, 'out');
    if (found && out !== undefined) await writeFileAtomically(out, new Uint8Array(await found.store.arrayBuffer()));
    const saved = found && out !== undefined ? out : null;
    if (values.json) context.terminal.sayJson({ file: path, manifest_id: found?.manifestId ?? null, saved });
    else if (!found) context.terminal.say(`The service found no manifest for ${path}.`);
    else context.terminal.say(saved === null ? found.manifestId : `Saved to ${saved}: ${found.manifestId}.`);
    return found ? exitCodes.done : exitCodes.unproven;
  },
};
