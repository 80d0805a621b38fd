// `provenance jobs …`: files that do not fit in a request, in parts. An upload or a download that
// breaks off continues where it stopped.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, openAsBlob } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client, Job } from '../../index.ts';
import { type Command, type Context, type Option, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { describeResult } from '../describe-result.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { serviceOptionsOf, signOptions } from '../sign-options.ts';
import { asPrintable, type Terminal } from '../terminal.ts';

const json = { json: { type: 'boolean', about: 'Print JSON' } } as const;
const resume: Option = { type: 'string', value: 'job', about: 'Continue this job, whose upload or download broke off' };
const downloadBytes = 16 * 1024 * 1024;

export const jobsSignCommand: Command = {
  name: 'jobs sign',
  summary: 'Sign a file of up to 5 GB',
  parameters: '<file>',
  mostWords: 1,
  details: `The signed copy of film.mp4 is film.signed.mp4 in the same folder (see --out).
If the program stops, run it again with --resume and the ID of the job.`,
  options: {
    ...pick(['generator', 'model', 'format', 'label', 'watermark', 'neural', 'no-neural', 'in-band']),
    out: { type: 'string', short: 'o', value: 'file', about: 'Write the signed file here' },
    force: { type: 'boolean', short: 'f', about: 'Overwrite an existing file' },
    resume,
    ...json,
  },
  async run(context, [given], values) {
    const path = needed(given);
    const client = context.keyedClient();
    const output = textOf(values, 'out') ?? outputPath(path);
    if (values.force !== true && existsSync(output)) {
      throw new CommandError(`${output} already exists. To overwrite it, use --force.`);
    }
    const content = await openAsBlob(path);
    const job = await submit(context, client, values, content, async (options) => {
      const generatorId = textOf(values, 'generator') ?? context.configuration.generator;
      const model = textOf(values, 'model') ?? context.configuration.model;
      if (generatorId === undefined) throw new UsageError('Enter a generator: --generator <id>.');
      if (model === undefined) throw new UsageError('Enter an AI model: --model <name>.');
      const { c2pa: _, ...chosen } = serviceOptionsOf(values);
      const label = textOf(values, 'label');
      const fields = { generatorId, model, ...chosen, ...(label !== undefined && { label }) };
      return client.jobs.createSign(signBody(fields, content.size, basename(path)), options);
    });
    if (!job.signed) throw new CommandError(`The job ${job.job_id} is not a signing job, or its file has expired.`);
    await download(context.terminal, client, job, output);
    if (values.json) context.terminal.sayJson({ ...job, output });
    else context.terminal.say(asPrintable(`Signed ${path}: ${output}  record ${job.signed.record_id}`));
    return exitCodes.done;
  },
};

export const jobsVerifyCommand: Command = {
  name: 'jobs verify',
  summary: 'Verify a file of up to 5 GB',
  parameters: '<file>',
  mostWords: 1,
  options: { resume, ...json },
  async run(context, [given], values) {
    const path = needed(given);
    const client = context.keyedClient();
    const content = await openAsBlob(path);
    const job = await submit(context, client, values, content, (options) => {
      const source = { upload: { size: content.size, file_name: basename(path) } };
      return client.jobs.createVerify({ source }, options);
    });
    const { verification } = job;
    if (!verification) throw new CommandError(`The job ${job.job_id} is not a verification job.`);
    if (values.json) context.terminal.sayJson(job);
    else for (const line of describeResult(context, path, verification)) context.terminal.say(line);
    return verification.authentic ? exitCodes.done : verification.tampered ? exitCodes.refuted : exitCodes.unproven;
  },
};

export const jobsListCommand: Command = {
  name: 'jobs list',
  summary: 'List the latest jobs',
  mostWords: 0,
  options: json,
  async run({ terminal, ...context }, _words, values) {
    const { jobs } = await context.keyedClient().jobs.list({ limit: 100 });
    for (const job of jobs) {
      if (values.json) terminal.sayJson(job);
      else terminal.say(asPrintable(summaryOf(job)));
    }
    return exitCodes.done;
  },
};

export const jobsShowCommand: Command = {
  name: 'jobs show',
  summary: 'Show a job',
  parameters: '<job>',
  mostWords: 1,
  options: json,
  async run({ terminal, ...context }, [jobId], values) {
    const job = await context.keyedClient().jobs.get(neededJob(jobId));
    if (values.json) terminal.sayJson(job);
    else {
      terminal.say(asPrintable(summaryOf(job)));
      if (job.upload) terminal.say(`  ${job.upload.received.length} of ${job.upload.part_count} parts received`);
      if (job.signed) terminal.say(`  Record ${job.signed.record_id}, ${job.signed.size} bytes`);
      if (job.error) terminal.say(asPrintable(`  ${job.error.message}`));
    }
    return job.state === 'failed' ? exitCodes.failed : exitCodes.done;
  },
};

export const jobsCancelCommand: Command = {
  name: 'jobs cancel',
  summary: 'Cancel a job',
  parameters: '<job>',
  mostWords: 1,
  options: {},
  async run({ terminal, ...context }, [jobId]): Promise<ExitCode> {
    const { job_id } = await context.keyedClient().jobs.cancel(neededJob(jobId));
    terminal.say(`Canceled ${job_id}.`);
    return exitCodes.done;
  },
};

/** Creates or continues a job, and waits for its end. */
async function submit(
  { terminal }: Context,
  client: Client,
  values: Values,
  content: Blob,
  create: (options: object) => Promise<Job>,
): Promise<Job> {
  const known = textOf(values, 'resume');
  const job = known === undefined ? await create({}) : await client.jobs.get(known);
  terminal.note(`Job ${job.job_id}. If this program stops, run it again with --resume ${job.job_id}.`);
  const show = (what: string) => (fraction: number) =>
    terminal.showProgress(fraction, `${what} ${Math.floor(fraction * 100)}%`);
  if (job.state === 'uploading') await client.jobs.resume(job.job_id, content, { onProgress: show('Uploading') });
  const ended = await client.jobs.wait(job.job_id, { onProgress: show('Processing') });
  terminal.clearBar();
  if (ended.error) throw new CommandError(ended.error.message);
  if (ended.state === 'canceled') throw new CommandError(`The job ${ended.job_id} was canceled.`);
  return ended;
}

function signBody(
  fields: Omit<Parameters<Client['jobs']['sign']>[0], 'content'>,
  size: number,
  fileName: string,
): Parameters<Client['jobs']['createSign']>[0] {
  const { generatorId, inBand, fileName: _, ...rest } = fields;
  const source = { upload: { size, file_name: fileName } };
  return { ...rest, generator_id: generatorId, in_band: inBand === true, source };
}

/** In ranges, appended to a file next to the output, which a later run continues. */
async function download(terminal: Terminal, client: Client, { job_id, signed }: Job, output: string): Promise<void> {
  const { size, sha256 } = signed!;
  const part = `${output}.${job_id}.part`;
  const have = await stat(part).then(
    (found) => found.size,
    () => 0,
  );
  {
    await using file = await open(part, 'a');
    for (let at = Math.min(have, size); at < size; at += downloadBytes) {
      const piece = await client.jobs.read(job_id, at, Math.min(size, at + downloadBytes));
      await file.appendFile(new Uint8Array(await piece.arrayBuffer()));
      terminal.showProgress(at / size, `Downloading ${Math.floor((at / size) * 100)}%`);
    }
    await file.sync();
  }
  terminal.clearBar();
  const hash = createHash('sha256');
  await pipeline(createReadStream(part), hash);
  if (hash.digest('hex') !== sha256) {
    throw new CommandError(
      `The download is damaged. Delete ${part}, and run the command again with --resume ${job_id}.`,
    );
  }
  await rename(part, output);
}

function pick(names: readonly string[]): Record<string, Option> {
  return Object.fromEntries(names.map((name) => [name, signOptions[name]!]));
}

function needed(path: string | undefined): string {
  if (path === undefined) throw new UsageError('Enter a file.');
  return path;
}

function neededJob(jobId: string | undefined): string {
  if (jobId === undefined) throw new UsageError('Enter the ID of a job. `provenance jobs list` shows them.');
  return jobId;
}

function summaryOf({
  job_id,
  kind,
  state,
  progress,
  file_name,
  source,
}: Pick<Job, 'job_id' | 'kind' | 'state' | 'progress' | 'file_name' | 'source'>): string {
  const share = state === 'running' ? ` ${Math.floor(progress * 100)}%` : '';
  return `${job_id}  ${kind}  ${state}${share}  ${file_name ?? source?.object ?? ''}`.trimEnd();
}

function outputPath(path: string): string {
  const ending = extname(path);
  return join(dirname(path), `${basename(path, ending)}.signed${ending}`);
}
