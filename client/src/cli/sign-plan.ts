// The plan for signing files, with a key of the service or your own: the files, and the checks
// before anything is sent.
import { createHash, randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { LARGEST_DELIVERED, LARGEST_UPLOAD } from '../content-sizes.ts';
import type { Client } from '../index.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-errors.ts';
import type { ServiceOptions } from './sign-options.ts';
import type { SignReport } from './sign-report.ts';
import { standardStream, writeStandardOutput } from './standard-streams.ts';

export interface SignJob {
  /** `-`: standard input. */
  readonly path: string;
  readonly bytes: number;
  /** `-`: standard output. */
  readonly output: string;
  /** Content that was already read. */
  readonly content?: Uint8Array<ArrayBuffer>;
  /** Whether the output can be an earlier version, which this one replaces. */
  readonly isNewer?: boolean;
  /** Called after the output was written. */
  onDelivered?(): void;
}

export interface SignPlan {
  readonly client: Client;
  readonly generator: string;
  readonly model: string;
  readonly label: string | undefined;
  /** The form fields that only the service uses. */
  readonly options: ServiceOptions;
  /** With your own key, nothing is uploaded, so there is no limit for the size. */
  readonly isUploaded: boolean;
  readonly force: boolean;
  readonly parallel: number;
  readonly report: SignReport;
}

export interface ReadJob {
  readonly content: Uint8Array<ArrayBuffer>;
  /**
   * The same content, generator and model have the same name, so that an interrupted run signs
   * nothing twice.
   */
  readonly name: string;
}

const tooLarge = 'The file is larger than 50 MB. Sign it with `provenance jobs sign`, or with your own key (--key).';

/** Reads the file. Null, with a report, if it must be skipped. */
export async function readJob(plan: SignPlan, job: SignJob): Promise<ReadJob | null> {
  if (plan.isUploaded && job.bytes > LARGEST_DELIVERED) throw new CommandError(tooLarge);
  if (job.output === job.path && !job.content) statesWhenRead.set(job, await stateOf(job.path));
  const content = job.content ?? ((await readFile(job.path)) as Uint8Array<ArrayBuffer>);
  if (!plan.force && (await isSigned(job, content))) {
    // A pipe gets the same content with and without a token in it.
    if (job.content) await deliver(job, content);
    plan.report.tell({ file: job.path, status: 'skipped', message: 'already signed' });
    return null;
  }
  if (plan.isUploaded && content.length > LARGEST_UPLOAD) throw new CommandError(tooLarge);
  const name = createHash('sha256').update(JSON.stringify(await namedOptions(plan, job)));
  return { content, name: name.update(content).digest('hex') };
}

/** Options at their default are left out, so that a name of an earlier release stays the same. */
async function namedOptions({ generator, model, options, label, force }: SignPlan, job: SignJob): Promise<unknown[]> {
  const { isProgramName } = await import('../node.ts');
  const { inBand = false, c2pa, watermark, neural, format } = options;
  const isForPrograms = watermark === undefined && isProgramName(fileNameOf(job) ?? '');
  return [
    ...[generator, model, inBand, force ? randomUUID() : ''],
    ...(c2pa ? [c2pa] : []),
    ...(watermark === undefined ? [] : [watermark]),
    // The default differs for the same content with another name.
    ...(isForPrograms ? [{ isForPrograms }] : []),
    ...(neural === undefined ? [] : [{ neural }]),
    ...(format === undefined ? [] : [{ format }]),
    ...(label === undefined ? [] : [{ label }]),
  ];
}

/** Undefined for standard input. */
export function fileNameOf({ path }: SignJob): string | undefined {
  return path === standardStream ? undefined : basename(path);
}

/** Writes the signed content completely or not at all. */
export async function deliver(job: SignJob, content: Uint8Array): Promise<void> {
  const { path, output } = job;
  const before = statesWhenRead.get(job);
  if (before !== undefined && before !== (await stateOf(path))) {
    throw new CommandError(`${path} changed while it was signed, so it stays as it is. Sign it again.`);
  }
  await (output === standardStream ? writeStandardOutput(content) : writeFileAtomically(output, content));
  job.onDelivered?.();
}

/** For files that are replaced: their newer content must not be lost. */
const statesWhenRead = new WeakMap<SignJob, string>();

async function stateOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.size} ${found.mtimeMs} ${found.ino}` : '';
}

/** Whether the file, or the file at the path of its signed copy, carries our token. */
async function isSigned(job: SignJob, content: Uint8Array): Promise<boolean> {
  const { findOwnMark } = await import('../node.ts');
  if ((await findOwnMark(content)) !== null) return true;
  const { path, output, isNewer } = job;
  // Standard input can be different content each time, so an earlier output says nothing about it.
  const there = output === path || job.content || isNewer ? undefined : await readFile(output).catch(() => undefined);
  if (!there) return false;
  if ((await findOwnMark(there)) !== null) return true;
  // A text without a watermark comes back as it was sent. To write it again loses nothing.
  if (Buffer.from(there).equals(content)) return false;
  throw new CommandError(`${output} already exists and is not signed. To overwrite it, use --force.`);
}
