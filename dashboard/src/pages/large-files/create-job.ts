// Creates a job from what the form has.
import type { Body } from '@content-provenance/client';
import { client } from '../../api/client.ts';
import type { Job } from '../../api/jobs-queries.ts';
import { type SignOptions, signFields } from '../sign/sign-options.ts';

type NewSignJob = Body<'POST /v1/jobs/sign'>;
export type JobSource = NewSignJob['source'];
export type JobTarget = NonNullable<NewSignJob['result']>;

export interface JobSigning {
  readonly model: string;
  readonly generatorId: string;
  readonly options: SignOptions;
}

export function createJob(
  kind: Job['kind'],
  { model, generatorId, options }: JobSigning,
  source: JobSource,
  result?: JobTarget,
): Promise<Job> {
  if (kind === 'verify') return client.jobs.createVerify({ source });
  // A job embeds no manifest.
  const { watermark, neural, inBand } = signFields(options);
  return client.jobs.createSign({
    model,
    generator_id: generatorId,
    source,
    ...(result && { result }),
    ...(watermark !== undefined && { watermark }),
    ...(neural !== undefined && { neural }),
    ...(inBand !== undefined && { in_band: inBand }),
  });
}
