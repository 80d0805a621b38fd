// `provenance c2pa embed` and `provenance c2pa sidecar`: put a C2PA manifest into a signed file, or
// write it next to the file.
import { openAsBlob } from 'node:fs';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, type Context, oneOf, textOf, type Values } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { findRecordId } from '../find-record.ts';

const options = {
  signature: {
    type: 'string',
    value: 'kind',
    about: 'ml-dsa-65 or classical (the default of the organization)',
  },
  record: { type: 'string', value: 'id', about: 'The record of the file (found by the file itself)' },
  out: { type: 'string', short: 'o', value: 'file', about: 'Where to write the result' },
} as const;

export const c2paEmbedCommand: Command = {
  name: 'c2pa embed',
  summary: 'Put a C2PA manifest into a signed file',
  parameters: '<signed file>',
  mostWords: 1,
  details:
    'With --sidecar the file stays as it is, and the manifest is written to <file>.c2pa. Without --out the file itself is replaced. Other C2PA programs can check a classical signature; they do not know ML-DSA-65.',
  options: { ...options, sidecar: { type: 'boolean', about: 'Write the manifest alone' } },
  run: (context, [path], values) => makeManifest(context, path, values, values.sidecar ? 'sidecar' : 'embedded'),
};

export const c2paSidecarCommand: Command = {
  name: 'c2pa sidecar',
  summary: 'Write the C2PA manifest of a signed file next to it',
  parameters: '<signed file>',
  mostWords: 1,
  details:
    'The file stays as it is. Without --out the manifest is written to <file>.c2pa. This works for every format that can be signed, also for those that cannot carry a manifest.',
  options,
  run: (context, [path], values) => makeManifest(context, path, values, 'sidecar'),
};

async function makeManifest(
  context: Context,
  path: string | undefined,
  values: Values,
  output: 'embedded' | 'sidecar',
): Promise<ExitCode> {
  if (path === undefined) throw new UsageError('Name the signed file.');
  const signature =
    textOf(values, 'signature') === undefined ? undefined : oneOf(values, 'signature', ['ml-dsa-65', 'classical']);
  const recordId = textOf(values, 'record') ?? (await findRecordId(context, path));
  const content = await openAsBlob(path);
  const made = await context.keyedClient().records.makeManifest(recordId, content, { signature, output });
  const out = textOf(values, 'out') ?? (output === 'sidecar' ? `${path}.c2pa` : path);
  await writeFileAtomically(out, new Uint8Array(await made.file.arrayBuffer()));
  const stamp = made.isTimestamped ? 'with a time stamp' : 'without a time stamp';
  context.terminal.say(`Written to ${out}: ${made.manifestId}, ${made.signature}, ${stamp}.`);
  return exitCodes.done;
}
