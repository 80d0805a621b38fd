// `provenance keys …`: keys of the caller's own, and the generators that sign with them or with keys that the service holds.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { SigningKey } from '../../signing.ts';
import { type Command, CommandError, textOf, UsageError, type Values } from '../command.ts';
import { saveSettings } from '../configuration.ts';
import { exitCodes } from '../exit-codes.ts';

const kinds = ['image', 'audio', 'text', 'video'] as const;

export const keysGenerateCommand: Command = {
  name: 'keys generate',
  summary: 'Make an ML-DSA-65 key that stays on this machine',
  mostWords: 0,
  details: 'PKCS #8 in PEM, readable by its owner alone. An existing file is never written over.',
  options: { out: { type: 'string', short: 'o', value: 'file', about: 'Where to write it (signing-key.pem)' } },
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
      throw exists ? new CommandError(`${path} is there already; a key is never written over.`) : problem;
    }
    terminal.say(
      `${key.kid} is in ${path}. Register it with \`provenance keys register --key ${path} --name <name>\`.`,
    );
    return exitCodes.done;
  },
};

export const keysRegisterCommand: Command = {
  name: 'keys register',
  summary: 'Register a generator, with a key of your own or one that the service holds',
  mostWords: 0,
  options: {
    name: { type: 'string', value: 'name', about: 'What to call the generator' },
    key: {
      type: 'string',
      value: 'file',
      about: 'Your private key; only its public half is sent. Without it the service holds one',
    },
    kid: { type: 'string', value: 'name', about: 'Your name for the key' },
    formats: { type: 'string', value: 'list', about: `What it signs, with commas (${kinds.join(',')})` },
    default: { type: 'boolean', about: 'Sign with it from now on' },
    json: { type: 'boolean', about: 'For programs' },
  },
  async run(context, _words, values) {
    const name = textOf(values, 'name');
    if (name === undefined) throw new UsageError('Give the generator a name: --name <name>.');
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
  summary: 'Give a generator a new key; what the old one signed stays valid',
  parameters: '[generator id]',
  mostWords: 1,
  details: 'For keys that the service holds. With a key of your own: make a new one and register a new generator.',
  options: { json: { type: 'boolean', about: 'For programs' } },
  async run(context, [given], values) {
    const generator = given ?? context.configuration.generator;
    if (generator === undefined) throw new UsageError('Name the generator.');
    const rotation = await context.keyedClient().generators.rotateKey(generator);
    if (values.json) context.terminal.sayJson(rotation);
    else context.terminal.say(`${rotation.active_kid} signs now; ${rotation.retired_kid} is retired.`);
    return exitCodes.done;
  },
};

export const keysListCommand: Command = {
  name: 'keys list',
  summary: 'The generators of the organization',
  mostWords: 0,
  options: { json: { type: 'boolean', about: 'For programs' } },
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
    throw new CommandError(`${file} holds no key: ${(problem as Error).message}`);
  }
}

function formatsOf(values: Values): (typeof kinds)[number][] {
  const given = textOf(values, 'formats')?.split(',') ?? kinds;
  const formats = kinds.filter((kind) => given.includes(kind));
  if (formats.length !== given.length) throw new UsageError(`--formats takes some of ${kinds.join(',')}.`);
  return formats;
}
