// /v1/jobs: content that does not fit in a request. A file is sent in parts. If the upload breaks
// off, call `upload` again: it sends only the parts that the service does not have.
import { type CallOptions, withinLimits } from '../call-limits.ts';
import type { Answer, Body, Query } from '../operation.ts';
import { sleep } from '../retry.ts';
import type { Transport } from '../transport.ts';
import type { SignInput } from './sign.ts';

export type Job = Answer<'GET /v1/jobs/{job_id}'>;
type SignBody = Body<'POST /v1/jobs/sign'>;
type VerifyBody = Body<'POST /v1/jobs/verify'>;

/** The timeout is for everything that a method does: all parts of an upload, or the whole wait. */
export interface JobOptions extends CallOptions {
  /** Progress from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

export interface SignJobInput extends Omit<SignInput, 'content' | 'c2pa' | 'idempotencyKey'> {
  /** In Node, open a file with `openFile` from `@content-provenance/client/node`. */
  readonly content: Blob;
}

export interface VerifyJobInput extends Omit<VerifyBody, 'source'> {
  readonly content: Blob;
  readonly fileName?: string;
}

const partsAtOnce = 3;
const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 10_000;

export function jobsOf({ call, download, idempotent }: Transport) {
  const at = (jobId: string) => ({ path: { job_id: jobId } });
  const get = (jobId: string, options?: CallOptions) => call('GET /v1/jobs/{job_id}', at(jobId), options);

  /** Several requests within the limits of one call. */
  const within = <Result>(options: JobOptions, work: (each: JobOptions) => Promise<Result>): Promise<Result> =>
    withinLimits({}, options, (signal) =>
      work({ signal, ...(options.onProgress && { onProgress: options.onProgress }) }),
    );

  /** Sends the missing parts of a job. */
  async function upload(job: Job, content: Blob, { onProgress, ...options }: JobOptions = {}): Promise<void> {
    if (content.size !== job.size)
      throw new TypeError(`The job is for a file of ${job.size} bytes, not ${content.size}.`);
    if (!job.upload) return;
    const { part_bytes, part_count, received } = job.upload;
    const missing = Array.from({ length: part_count }, (_, index) => index + 1).filter((n) => !received.includes(n));
    let left = missing.length;
    const sendNext = async (): Promise<void> => {
      for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
        const body = content.slice((number - 1) * part_bytes, number * part_bytes, 'application/octet-stream');
        const path = { job_id: job.job_id, number };
        await call('PUT /v1/jobs/{job_id}/parts/{number}', { path, body }, options);
        left -= 1;
        onProgress?.(1 - left / part_count);
      }
    };
    await Promise.all(Array.from({ length: partsAtOnce }, sendNext));
  }

  async function start(job: Job, content: Blob, options?: JobOptions): Promise<Job> {
    await upload(job, content, options);
    return call('POST /v1/jobs/{job_id}/start', at(job.job_id), { ...options });
  }

  const createSign = (body: SignBody, options?: CallOptions) =>
    call('POST /v1/jobs/sign', { body, ...idempotent() }, options);
  const createVerify = (body: VerifyBody, options?: CallOptions) =>
    call('POST /v1/jobs/verify', { body, ...idempotent() }, options);
  const uploadOf = (content: Blob, fileName: string | undefined) => ({
    upload: { size: content.size, ...(fileName !== undefined && { file_name: fileName }) },
  });

  return {
    /** For an object in a connected store, or if you send the parts yourself. */
    createSign,
    createVerify,
    /** Creates a job, sends the file and starts the job. onProgress: of the upload. */
    async sign(input: SignJobInput, options: JobOptions = {}): Promise<Job> {
      const { content, fileName, generatorId, inBand, ...rest } = input;
      const source = uploadOf(content, fileName);
      const body = { ...rest, generator_id: generatorId, source, ...(inBand !== undefined && { in_band: inBand }) };
      return within(options, async (each) => start(await createSign(body, each), content, each));
    },
    async verify({ content, fileName, ...rest }: VerifyJobInput, options: JobOptions = {}): Promise<Job> {
      const body = { ...rest, source: uploadOf(content, fileName) };
      return within(options, async (each) => start(await createVerify(body, each), content, each));
    },
    upload: (job: Job, content: Blob, options: JobOptions = {}): Promise<void> =>
      within(options, (each) => upload(job, content, each)),
    /** Sends the parts that the service does not have, then starts the job. */
    async resume(jobId: string, content: Blob, options: JobOptions = {}): Promise<Job> {
      return within(options, async (each) => start(await get(jobId, each), content, each));
    },
    get,
    list: (query?: Query<'GET /v1/jobs'>, options?: CallOptions) =>
      call('GET /v1/jobs', { ...(query && { query }) }, options),
    /** Resolves when the job has succeeded, failed or was canceled. onProgress: of the work. */
    async wait(jobId: string, { onProgress, ...options }: JobOptions = {}): Promise<Job> {
      return withinLimits({}, options, async (signal) => {
        for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 1.5, longestPauseMilliseconds)) {
          const job = await get(jobId, { signal });
          if (job.finished_at !== null) return job;
          onProgress?.(job.progress);
          await sleep(pause, signal);
        }
      });
    },
    cancel: (jobId: string, options?: CallOptions) => call('POST /v1/jobs/{job_id}/cancel', at(jobId), options),
    /** Only a finished job. Its file is deleted with it. */
    remove: (jobId: string, options?: CallOptions) => call('DELETE /v1/jobs/{job_id}', at(jobId), options),
    /** Bytes of the signed file, from `start` to before `end`. */
    async read(jobId: string, start: number, end: number, options?: CallOptions): Promise<Blob> {
      const headers = { range: `bytes=${start}-${end - 1}` };
      const { body } = await download('GET /v1/jobs/{job_id}/content', { ...at(jobId), headers }, options);
      return body;
    },
  };
}
