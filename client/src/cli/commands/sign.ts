// `provenance sign`: files in parallel, each written whole or not at all; what is signed already is left alone, so that an
// interrupted run is simply started again.
import { basename, dirname, extname, join } from 'node:path';
import { type Command, CommandError, type Context, numberOf, textOf, UsageError, type Values } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { listFiles } from '../list-files.ts';
import { signHere } from '../sign-here.ts';
import { signOnService } from '../sign-on-service.ts';
import type { SignJob, SignPlan } from '../sign-plan.ts';
import { createSignReport } from '../sign-report.ts';
import { openKey } from './keys.ts';

const suffix = '.signed';

export const signCommand: Command = {
  name: 'sign',
  summary: 'Sign files, or everything in a folder',
  parameters: '<files or folders>',
  details: `The signed copy of photo.jpg is photo.signed.jpg beside it, unless --out or --in-place say otherwise.
With --key the content stays here: it is marked, hashed and signed on this machine, and only hash and signature are sent.
Files that carry a token already are skipped. --json prints one object a line.`,
  options: {
    generator: { type: 'string', short: 'g', value: 'id', about: 'The generator that signs' },
    model: { type: 'string', short: 'm', value: 'name', about: 'The model that made the content' },
    out: { type: 'string', short: 'o', value: 'folder', about: 'Write the signed files there, under their own names' },
    'in-place': { type: 'boolean', about: 'Put the signed files in the place of the originals' },
    key: { type: 'string', value: 'file', about: 'Sign with your own private key (`provenance keys generate`)' },
    watermark: { type: 'string', value: 'strength', about: 'Pictures: balanced (the default), strong, faint or none' },
    'in-band': { type: 'boolean', about: 'Videos: a mark in every picture and in the sound; encodes again' },
    'keep-c2pa': {
      type: 'boolean',
      about: 'JPEG and PNG: keep a C2PA manifest as part of a new one (Growth and above)',
    },
    parallel: { type: 'string', short: 'p', value: 'number', about: 'Files at a time (6)' },
    force: { type: 'boolean', short: 'f', about: 'Sign what is signed already, and write over what is there' },
    json: { type: 'boolean', about: 'For programs' },
  },
  async run(context, words, values) {
    if (words.length === 0) throw new UsageError('Name what to sign.');
    const { mkdir } = await import('node:fs/promises');
    const out = textOf(values, 'out');
    if (out !== undefined && values['in-place']) throw new UsageError('Either --out or --in-place.');
    const files = await listFiles(words, (name) => !basename(name, extname(name)).endsWith(suffix));
    const jobs = files.map((file) => ({ ...file, output: outputOf(file.path, out, values['in-place'] === true) }));
    const twice = jobs.find(({ output }, place) => jobs.findIndex((each) => each.output === output) !== place);
    if (twice) throw new CommandError(`Two files would be written to ${twice.output}.`);
    if (out !== undefined) await mkdir(out, { recursive: true });
    return signAll(context, jobs, values);
  },
};

async function signAll(context: Context, jobs: readonly SignJob[], values: Values) {
  const { terminal, configuration } = context;
  const generator = textOf(values, 'generator') ?? configuration.generator;
  const model = textOf(values, 'model') ?? configuration.model;
  if (generator === undefined) throw new UsageError('Name the generator: --generator <id>.');
  if (model === undefined) throw new UsageError('Name the model: --model <name>.');
  const keyFile = textOf(values, 'key');
  const key = keyFile === undefined ? undefined : await openKey(keyFile);
  if (key && values['in-band']) throw new UsageError('--in-band is done by the service: leave --key out.');
  if (key && values['keep-c2pa']) throw new UsageError('The service embeds manifests: use --keep-c2pa without --key.');
  const watermark = watermarkOf(textOf(values, 'watermark'));
  if (key && watermark !== 'balanced')
    throw new UsageError('The service marks content: use --watermark without --key.');
  if (watermark === 'none' && values['in-band']) throw new UsageError('Either --watermark none or --in-band.');
  const report = createSignReport(terminal, jobs.length, values.json === true);
  const plan: SignPlan = {
    client: context.keyedClient(),
    generator,
    model,
    force: values.force === true,
    inBand: values['in-band'] === true,
    watermark,
    keepManifest: values['keep-c2pa'] === true,
    parallel: numberOf(values, 'parallel', 6, 1, 64),
    report,
  };
  await (key ? signHere(plan, jobs, key) : signOnService(plan, jobs));
  return report.end() ? exitCodes.done : exitCodes.failed;
}

function watermarkOf(text = 'balanced'): SignPlan['watermark'] {
  const choice = (['balanced', 'strong', 'faint', 'none'] as const).find((each) => each === text);
  if (choice === undefined) throw new UsageError('--watermark is balanced, strong, faint or none.');
  return choice;
}

function outputOf(path: string, out: string | undefined, inPlace: boolean): string {
  if (inPlace) return path;
  if (out !== undefined) return join(out, basename(path));
  const ending = extname(path);
  return join(dirname(path), `${basename(path, ending)}${suffix}${ending}`);
}
