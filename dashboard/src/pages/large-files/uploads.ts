// The files that this tab sends for jobs, one after another. They continue while you open other
// pages, and end with the session.
import { ServiceError } from '@content-provenance/client';
import { useSyncExternalStore } from 'react';
import { client, queryClient } from '../../api/client.ts';
import type { Job } from '../../api/jobs-queries.ts';
import { largestForJob } from '../../api/largest-files.ts';
import { sentenceOf } from '../../components/states.tsx';
import { session } from '../../session/session.ts';
import { largeFilesTexts } from '../../texts/large-files.ts';
import { isKnownFile, rememberFile } from './known-files.ts';
import { sendFile } from './send-file.ts';

const texts = largeFilesTexts.upload;

export type UploadProgress =
  | { readonly step: 'waiting' }
  | {
      readonly step: 'uploading';
      readonly fraction: number;
      readonly secondsLeft?: number;
      /** Why it pauses. It continues by itself. */
      readonly pause?: string;
    }
  | { readonly step: 'failed'; readonly words: string; readonly mayRetry: boolean; readonly needsPlan: boolean };

export interface JobUpload {
  readonly id: number;
  readonly kind: Job['kind'];
  readonly file: File;
  /** Once the service has created it. */
  readonly jobId: string | null;
  readonly progress: UploadProgress;
}

export interface NewUpload extends Pick<JobUpload, 'kind' | 'file'> {
  readonly create: () => Promise<Job>;
}

type Listed = JobUpload & Pick<NewUpload, 'create'>;

const mostBytes = largestForJob * 1024 ** 3;
/** Before that, the connection is possibly still getting faster. */
const tellingMilliseconds = 3_000;

let list: readonly Listed[] = [];
let count = 0;
const abandon = new Map<number, AbortController>();
const listeners = new Set<() => void>();

session.onChange(() => {
  for (const controller of abandon.values()) controller.abort();
  set([]);
});
addEventListener('beforeunload', (event) => {
  if (list.some(({ progress }) => progress.step !== 'failed')) event.preventDefault();
});

export const uploads = {
  use: () => useSyncExternalStore(subscribe, () => list as readonly JobUpload[]),
  sends: (jobId: string) => list.some((each) => each.jobId === jobId),
  add(added: readonly NewUpload[]): void {
    const listed = added.map((each): Listed => {
      const refusal = each.file.size === 0 ? texts.empty : each.file.size > mostBytes ? texts.tooLarge : undefined;
      const progress: UploadProgress =
        refusal === undefined
          ? { step: 'waiting' }
          : { step: 'failed', words: refusal, mayRetry: false, needsPlan: false };
      return { ...each, id: ++count, jobId: null, progress };
    });
    set([...list, ...listed]);
    sendNext();
  },
  /** Continues a job that waits for its parts, for example after a reload. */
  resume(job: Pick<Job, 'job_id' | 'kind'>, file: File): void {
    const create = () => client.jobs.get(job.job_id);
    set([...list, { id: ++count, kind: job.kind, file, jobId: job.job_id, create, progress: { step: 'waiting' } }]);
    sendNext();
  },
  retry(id: number): void {
    tell(id, { step: 'waiting' });
    sendNext();
  },
  /** Removes it from the list. The job is canceled, if there is one. */
  async cancel({ id, ...known }: Pick<JobUpload, 'id' | 'jobId'>): Promise<void> {
    // It can be done since, or have got its job.
    const { jobId } = list.find((each) => each.id === id) ?? known;
    set(list.filter((each) => each.id !== id));
    abandon.get(id)?.abort();
    if (jobId) await client.jobs.cancel(jobId).catch(() => undefined);
    await queryClient.invalidateQueries({ queryKey: ['jobs'] });
  },
};

function set(changed: readonly Listed[]): void {
  list = changed;
  for (const listener of listeners) listener();
}

function change(id: number, changes: Partial<JobUpload>): void {
  set(list.map((each) => (each.id === id ? { ...each, ...changes } : each)));
}

const tell = (id: number, progress: UploadProgress) => change(id, { progress });

/** One at a time, so that the first one is done early. */
function sendNext(): void {
  if (list.some(({ progress }) => progress.step === 'uploading')) return;
  const next = list.find(({ progress }) => progress.step === 'waiting');
  if (next) void carry(next).finally(sendNext);
}

async function carry({ id, file, jobId, create }: Listed): Promise<void> {
  tell(id, { step: 'uploading', fraction: 0 });
  const controller = new AbortController();
  const { signal } = controller;
  abandon.set(id, controller);
  try {
    const job = jobId === null ? await create() : await client.jobs.get(jobId);
    if (signal.aborted) return void (await client.jobs.cancel(job.job_id));
    change(id, { jobId: job.job_id });
    if (job.upload) {
      if (job.upload.received.length === 0) rememberFile(job.job_id, file);
      // Parts of a different file of the same size would be mixed with those of this one.
      const received = isKnownFile(job.job_id, file) ? job.upload.received : [];
      await sendFile(job, file, received, { signal, ...watch(id) });
    }
    await queryClient.invalidateQueries({ queryKey: ['jobs'] });
    set(list.filter((each) => each.id !== id));
  } catch (problem) {
    if (signal.aborted) return;
    const status = problem instanceof ServiceError ? problem.status : 0;
    const words = sentenceOf(problem as Error) || texts.notReached;
    // A part of a job that somebody canceled, for example, is refused again.
    tell(id, { step: 'failed', words, mayRetry: status !== 400 && status !== 404, needsPlan: status === 402 });
    void queryClient.invalidateQueries({ queryKey: ['jobs'] });
  } finally {
    abandon.delete(id);
  }
}

function watch(id: number) {
  let first: { readonly time: number; readonly fraction: number } | undefined;
  let current = 0;
  return {
    onProgress(fraction: number) {
      const time = performance.now();
      current = fraction;
      first ??= { time, fraction };
      const [passed, gained] = [time - first.time, fraction - first.fraction];
      const left = (passed * (1 - fraction)) / gained / 1_000;
      const isTelling = passed > tellingMilliseconds && gained > 0 && fraction < 1;
      tell(id, { step: 'uploading', fraction, ...(isTelling && { secondsLeft: left }) });
    },
    onPause({ status, code }: ServiceError) {
      const pause = code === 'rate_limited' ? texts.pauses.limit : status === 0 ? texts.pauses.lost : texts.pauses.busy;
      tell(id, { step: 'uploading', fraction: current, pause });
      // The rest of the time is unknown again.
      first = undefined;
    },
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
