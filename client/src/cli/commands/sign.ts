// `provenance sign`: signs files in parallel, standard input, or the files that appear in a folder.
// Each output is written completely or not at all. Signed files are skipped, so you can simply
// restart an interrupted run.
import { mkdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { LARGEST_DELIVERED } from '../../content-sizes.ts';
import { type Command, type Context, numberOf, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import { listFiles } from '../list-files.ts';
import { signHere } from '../sign-here.ts';
import { signOnService } from '../sign-on-service.ts';
import { type ServiceOptions, serviceOptionsOf, signOptions } from '../sign-options.ts';
import type { SignJob, SignPlan } from '../sign-plan.ts';
import { createSignReport, type SignReport } from '../sign-report.ts';
import { expectFolders, watchFolders } from '../sign-watch.ts';
import { readStandardInput, standardStream } from '../standard-streams.ts';
import { openKey } from './keys.ts';

const suffix = '.signed';
const isOwnOutput = (name: string) => name.endsWith(suffix);
/** Node reads no larger file into memory. */
const largestBuffer = 2 ** 31 - 1;

export const signCommand: Command = {
  name: 'sign',
  summary: 'Sign files, folders or standard input (-)',
  parameters: '<files or folders or ->',
  details: `By default, the signed copy of photo.jpg is photo.signed.jpg in the same folder (see --out, --in-place).
Standard input goes to standard output, or to the file at --out.
With --key, the content stays on this machine, and can have any size. Only the hash and the signature are sent.
Images carry a neural watermark by default, and so do WAV files if the service has the networks for sounds. MP3 and
FLAC files carry a watermark only with --neural.
Files that already carry a token are skipped. --json prints one object per line.
--watch signs a file when it has not changed for 2 seconds. Stop with Ctrl-C.`,
  options: signOptions,
  async run(context, words, values) {
    if (words.length === 0) throw new UsageError('Enter the files or folders to sign.');
    const out = textOf(values, 'out');
    const inPlace = values['in-place'] === true;
    if (out !== undefined && inPlace) throw new UsageError('Use --out or --in-place, not both.');
    const start = await preparePlan(context, values);
    const outputOf = (path: string) => outputPath(path, out, inPlace);
    if (words.includes(standardStream)) return signStandardInput(start, words, values);
    if (values.watch) {
      await expectFolders(words, out);
      if (out !== undefined) await mkdir(out, { recursive: true });
      const { sign, report } = start({ waits: true });
      await watchFolders({ terminal: context.terminal, folders: words, out, report, isOwnOutput, outputOf, sign });
      return report.end();
    }
    const files = await listFiles(words, { isWanted: (name) => !isOwnOutput(basename(name, extname(name))) });
    const jobs = files.map((file) => ({ ...file, output: outputOf(file.path) }));
    expectDifferentOutputs(jobs);
    if (out !== undefined) await mkdir(out, { recursive: true });
    return signAll(start, jobs);
  },
};

interface Signing {
  readonly report: SignReport;
  /** In bytes, for standard input. */
  readonly largest: number;
  sign(jobs: readonly SignJob[]): Promise<void>;
}

type Start = Awaited<ReturnType<typeof preparePlan>>;

/** Checks all options before anything is read or sent. */
async function preparePlan(context: Context, values: Values) {
  const { terminal, configuration } = context;
  const generator = textOf(values, 'generator') ?? configuration.generator;
  const model = textOf(values, 'model') ?? configuration.model;
  if (generator === undefined) throw new UsageError('Enter a generator: --generator <id>.');
  if (model === undefined) throw new UsageError('Enter an AI model: --model <name>.');
  const options: ServiceOptions = serviceOptionsOf(values);
  const keyFile = textOf(values, 'key');
  const key = keyFile === undefined ? undefined : await openKey(keyFile);
  const fixed = {
    client: context.keyedClient(),
    generator,
    model,
    label: textOf(values, 'label'),
    options,
    isUploaded: key === undefined,
    force: values.force === true,
    parallel: numberOf(values, 'parallel', 6, 1, 64),
  };
  return ({ waits = false }: { readonly waits?: boolean } = {}): Signing => {
    const report = createSignReport(terminal, { json: values.json === true, waits });
    const plan: SignPlan = { ...fixed, report };
    const sign = (jobs: readonly SignJob[]) => (key ? signHere(plan, jobs, key) : signOnService(plan, jobs));
    return { report, sign, largest: key ? largestBuffer : LARGEST_DELIVERED };
  };
}

async function signAll(start: Start, jobs: readonly SignJob[]): Promise<ExitCode> {
  const { sign, report } = start();
  report.expect(jobs);
  await sign(jobs);
  return report.end();
}

async function signStandardInput(start: Start, words: readonly string[], values: Values): Promise<ExitCode> {
  if (words.length > 1) throw new UsageError('Sign standard input (-) and files in separate calls.');
  if (values['in-place'] || values.watch) throw new UsageError('Standard input (-) is not a file. Use --out <file>.');
  const output = textOf(values, 'out') ?? standardStream;
  if (values.json && output === standardStream) {
    throw new UsageError('Standard output has the signed content. To print JSON, use --out <file>.');
  }
  const { sign, report, largest } = start();
  const content = await readStandardInput(largest);
  if (content.length === 0) throw new CommandError('Standard input is empty. There is nothing to sign.');
  if (output === standardStream && process.stdout.isTTY && content.includes(0)) {
    throw new UsageError('The signed content is not text, and standard output is a terminal. Use --out <file>.');
  }
  const jobs = [{ path: standardStream, bytes: content.length, output, content }];
  report.expect(jobs);
  await sign(jobs);
  return report.end();
}

function expectDifferentOutputs(jobs: readonly SignJob[]): void {
  const outputs = new Set<string>();
  for (const { output } of jobs) {
    if (outputs.has(output))
      throw new CommandError(`Two files would have the same output file ${output}. Rename one of them.`);
    outputs.add(output);
  }
}

function outputPath(path: string, out: string | undefined, inPlace: boolean): string {
  if (inPlace) return path;
  if (out !== undefined) return join(out, basename(path));
  const ending = extname(path);
  return join(dirname(path), `${basename(path, ending)}${suffix}${ending}`);
}
