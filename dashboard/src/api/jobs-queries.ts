// The queries about jobs for large files.
import type { Answer, Job } from '@content-provenance/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type { Job };
export type ListedJob = Answer<'GET /v1/jobs'>['jobs'][number];

export const jobsPageSize = 20;
/** A request every few seconds, far below the limit of the smallest plan. */
const pauseMilliseconds = 4_000;
/** An upload of another tab or another member. */
const longPauseMilliseconds = 20_000;

/** isOwn: whether this tab sends the upload. It then knows more than the service. */
export const jobsQuery = (cursor: string | undefined, isOwn: (jobId: string) => boolean) =>
  queryOptions({
    queryKey: ['jobs', 'list', cursor ?? null],
    queryFn: () => client.jobs.list({ limit: jobsPageSize, ...(cursor !== undefined && { cursor }) }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval({ state: { data } }) {
      const jobs = data?.jobs ?? [];
      if (jobs.some(({ state }) => state === 'waiting' || state === 'running')) return pauseMilliseconds;
      return jobs.some(({ state, job_id }) => state === 'uploading' && !isOwn(job_id)) && longPauseMilliseconds;
    },
  });

/** Only of a finished job, which no longer changes. */
export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', 'one', jobId],
    queryFn: () => client.jobs.get(jobId),
    staleTime: Number.POSITIVE_INFINITY,
  });
