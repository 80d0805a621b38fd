// `provenance sign`: signs files in parallel. Each output is written completely or not at all.
// Signed files are skipped, so you can simply restart an interrupted run.
import { basename, dirname, extname, join } from 'node:path';
import { type Command, type Context, numberOf, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
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
  summary: 'Sign files and folders',
  parameters: '<files or folders>',
  details: `By default, the signed copy of photo.jpg is photo.signed.jpg in the same folder (see --out, --in-place).
With --key, the content stays on this machine. Only the hash and the signature are sent.
Files that already carry a token are skipped. --json prints one object per line.`,
  options: {
    generator: { type: 'string', short: 'g', value: 'id', about: 'Generator that signs' },
    model: { type: 'string', short: 'm', value: 'name', about: 'AI model that made the content' },
    out: {
      type: 'string',
      short: 'o',
      value: 'folder',
      about: 'Write the signed files to this folder, with the same names',
    },
    'in-place': { type: 'boolean', about: 'Replace the originals with the signed files' },
    key: { type: 'string', value: 'file', about: 'Sign with your own private key (`provenance keys generate`)' },
    watermark: { type: 'string', value: 'strength', about: 'Images: balanced (default), strong, faint or none' },
    'in-band': {
      type: 'boolean',
      about: 'Videos: add a watermark to every frame and to the audio (encodes the video again)',
    },
    'keep-c2pa': {
      type: 'boolean',
      about: 'JPEG and PNG: keep a C2PA manifest as part of a new one (Growth plan or above)',
    },
    parallel: { type: 'string', short: 'p', value: 'number', about: 'Files at the same time (default: 6)' },
    force: { type: 'boolean', short: 'f', about: 'Sign files that are already signed, and overwrite existing files' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, words, values) {
    if (words.length === 0) throw new UsageError('Enter the files or folders to sign.');
    const { mkdir } = await import('node:fs/promises');
    const out = textOf(values, 'out');
    if (out !== undefined && values['in-place']) throw new UsageError('Use --out or --in-place, not both.');
    const files = await listFiles(words, (name) => !basename(name, extname(name)).endsWith(suffix));
    const jobs = files.map((file) => ({ ...file, output: outputOf(file.path, out, values['in-place'] === true) }));
    const twice = jobs.find(({ output }, place) => jobs.findIndex((each) => each.output === output) !== place);
    if (twice) throw new CommandError(`Two files would have the same output file ${twice.output}. Rename one of them.`);
    if (out !== undefined) await mkdir(out, { recursive: true });
    return signAll(context, jobs, values);
  },
};

async function signAll(context: Context, jobs: readonly SignJob[], values: Values) {
  const { terminal, configuration } = context;
  const generator = textOf(values, 'generator') ?? configuration.generator;
  const model = textOf(values, 'model') ?? configuration.model;
  if (generator === undefined) throw new UsageError('Enter a generator: --generator <id>.');
  if (model === undefined) throw new UsageError('Enter an AI model: --model <name>.');
  const keyFile = textOf(values, 'key');
  const key = keyFile === undefined ? undefined : await openKey(keyFile);
  if (key && values['in-band']) throw new UsageError('Only the service can do --in-band. Use it without --key.');
  if (key && values['keep-c2pa'])
    throw new UsageError('Only the service can embed manifests. Use --keep-c2pa without --key.');
  const watermark = watermarkOf(textOf(values, 'watermark'));
  if (key && watermark !== 'balanced')
    throw new UsageError('Only the service can choose a watermark. Use --watermark without --key.');
  if (watermark === 'none' && values['in-band']) throw new UsageError('Use --watermark none or --in-band, not both.');
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
  if (choice === undefined) throw new UsageError('--watermark must be balanced, strong, faint or none.');
  return choice;
}

function outputOf(path: string, out: string | undefined, inPlace: boolean): string {
  if (inPlace) return path;
  if (out !== undefined) return join(out, basename(path));
  const ending = extname(path);
  return join(dirname(path), `${basename(path, ending)}${suffix}${ending}`);
}
