// `provenance keys …`: your own keys, and the generators that sign with them or with keys of the
// service.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { SigningKey } from '../../signing.ts';
import { type Command, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { saveSettings } from '../configuration.ts';
import { exitCodes } from '../exit-codes.ts';

const kinds = ['image', 'audio', 'text', 'video'] as const;

export const keysGenerateCommand: Command = {
  name: 'keys generate',
  summary: 'Create an ML-DSA-65 key that stays on this machine',
  mostWords: 0,
  details: 'The file is PKCS #8 in PEM, and only you can read it. The command never overwrites an existing file.',
  options: { out: { type: 'string', short: 'o', value: 'file', about: 'Output file (default: signing-key.pem)' } },
  async run({ terminal }, _words, values) {
    const path = textOf(values, 'out') ?? 'signing-key.pem';
    const { SigningKey } = await import('../../signing.ts');
    const key = await SigningKey.generate();
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(key.toPem());
      await file.sync();
      await file.close();
    } catch (problem) {
      const exists = (problem as NodeJS.ErrnoException).code === 'EEXIST';
      throw exists ? new CommandError(`${path} already exists. Choose another file with --out.`) : problem;
    }
    terminal.say(
      `Saved key ${key.kid} to ${path}. Register it with \`provenance keys register --key ${path} --name <name>\`.`,
    );
    return exitCodes.done;
  },
};

export const keysRegisterCommand: Command = {
  name: 'keys register',
  summary: 'Register a generator, with your own key or a key that the service manages',
  mostWords: 0,
  options: {
    name: { type: 'string', value: 'name', about: 'Name of the generator' },
    key: {
      type: 'string',
      value: 'file',
      about: 'Your private key file. Only the public key is sent. Default: the service manages the key',
    },
    kid: { type: 'string', value: 'name', about: 'Name of the key' },
    formats: { type: 'string', value: 'list', about: `Formats, separated by commas (default: ${kinds.join(',')})` },
    default: { type: 'boolean', about: 'Use it as the default generator' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, _words, values) {
    const name = textOf(values, 'name');
    if (name === undefined) throw new UsageError('Enter a name for the generator: --name <name>.');
    const keyFile = textOf(values, 'key');
    const key = keyFile === undefined ? undefined : await openKey(keyFile);
    const generator = await context.keyedClient().generators.create({
      name,
      supported_formats: formatsOf(values),
      ...(key && { public_keys: [key.toPublicKey(textOf(values, 'kid'))] }),
    });
    if (values.default) await saveSettings({ generator: generator.generator_id });
    if (values.json) context.terminal.sayJson(generator);
    else context.terminal.say(generator.generator_id);
    return exitCodes.done;
  },
};

export const keysRotateCommand: Command = {
  name: 'keys rotate',
  summary: 'Rotate the key of a generator. Content that the old key signed stays valid',
  parameters: '[generator ID]',
  mostWords: 1,
  details: 'Only for keys that the service manages. For your own key, create a new key and register a new generator.',
  options: { json: { type: 'boolean', about: 'Print JSON' } },
  async run(context, [given], values) {
    const generator = given ?? context.configuration.generator;
    if (generator === undefined) throw new UsageError('Enter a generator ID.');
    const rotation = await context.keyedClient().generators.rotateKey(generator);
    if (values.json) context.terminal.sayJson(rotation);
    else
      context.terminal.say(`The generator now signs with ${rotation.active_kid}. ${rotation.retired_kid} is retired.`);
    return exitCodes.done;
  },
};

export const keysListCommand: Command = {
  name: 'keys list',
  summary: 'List the generators of the organization',
  mostWords: 0,
  options: { json: { type: 'boolean', about: 'Print JSON' } },
  async run(context, _words, values) {
    const { generators } = await context.keyedClient().generators.list();
    for (const generator of generators) {
      const { generator_id, status, mode, supported_formats, name } = generator;
      if (values.json) context.terminal.sayJson(generator);
      else context.terminal.say(`${generator_id}  ${status}  ${mode}  ${supported_formats.join(',')}  ${name}`);
    }
    return exitCodes.done;
  },
};

export async function openKey(file: string): Promise<SigningKey> {
  const { SigningKey } = await import('../../signing.ts');
  try {
    return await SigningKey.fromPem(readFileSync(file, 'utf8'));
  } catch (problem) {
    throw new CommandError(`${file} does not contain a key: ${(problem as Error).message}`);
  }
}

function formatsOf(values: Values): (typeof kinds)[number][] {
  const given = textOf(values, 'formats')?.split(',') ?? kinds;
  const formats = kinds.filter((kind) => given.includes(kind));
  if (formats.length !== given.length) throw new UsageError(`--formats must be one or more of ${kinds.join(',')}.`);
  return formats;
}
