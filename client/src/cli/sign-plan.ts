// The plan for signing files, with a key of the service or your own: the files, and the checks
// before anything is sent.
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { LARGEST_DELIVERED, LARGEST_UPLOAD } from '../content-sizes.ts';
import type { Client, SignInput } from '../index.ts';
import { CommandError } from './command-errors.ts';
import type { SignReport } from './sign-report.ts';

export interface SignJob {
  readonly path: string;
  readonly bytes: number;
  readonly output: string;
}

export interface SignPlan {
  readonly client: Client;
  readonly generator: string;
  readonly model: string;
  readonly force: boolean;
  readonly inBand: boolean;
  readonly watermark: NonNullable<SignInput['watermark']>;
  readonly keepManifest: boolean;
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

const tooLarge = 'The file is larger than 50 MB. Use a smaller file.';

/** Reads the file. Null, with a report, if it must be skipped. */
export async function readJob(plan: SignPlan, job: SignJob): Promise<ReadJob | null> {
  if (job.bytes > LARGEST_DELIVERED) throw new CommandError(tooLarge);
  const content = (await readFile(job.path)) as Uint8Array<ArrayBuffer>;
  if (!plan.force && (await isSigned(job, content))) {
    plan.report.tell({ file: job.path, status: 'skipped', message: 'already signed' });
    return null;
  }
  if (content.length > LARGEST_UPLOAD) throw new CommandError(tooLarge);
  const { generator, model, inBand, watermark, keepManifest, force } = plan;
  const options = [generator, model, inBand, force ? randomUUID() : '', ...(keepManifest ? ['keep'] : [])];
  if (watermark !== 'balanced') options.push(watermark);
  const name = createHash('sha256').update(JSON.stringify(options));
  return { content, name: name.update(content).digest('hex') };
}

/** Whether the file, or the file at the path of its signed copy, carries our token. */
async function isSigned({ path, output }: SignJob, content: Uint8Array): Promise<boolean> {
  const { findOwnMark } = await import('../node.ts');
  if ((await findOwnMark(content)) !== null) return true;
  const there = output === path ? undefined : await readFile(output).catch(() => undefined);
  if (!there) return false;
  if ((await findOwnMark(there)) !== null) return true;
  throw new CommandError(`${output} already exists and is not signed. To overwrite it, use --force.`);
}
