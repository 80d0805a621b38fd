// One list of the jobs that the service knows and the uploads of this tab.
import type { ListedJob } from '../../api/jobs-queries.ts';
import { nameOf } from './job-downloads.ts';
import type { JobUpload } from './uploads.ts';

export interface JobRow {
  readonly key: string;
  readonly name: string;
  readonly kind: ListedJob['kind'];
  readonly size: number;
  /** Absent until the service has created it. */
  readonly job?: ListedJob;
  /** Absent if this tab does not send it. */
  readonly upload?: JobUpload;
}

/** isFirst: whether this is the first page, which also has the uploads without a job. */
export function rowsOf(jobs: readonly ListedJob[], uploads: readonly JobUpload[], isFirst: boolean): JobRow[] {
  const listed = new Set(jobs.map(({ job_id }) => job_id));
  const own = uploads
    .filter(({ jobId }) => isFirst && (jobId === null || !listed.has(jobId)))
    .map((upload): JobRow => {
      const { id, kind, file } = upload;
      return { key: `upload ${id}`, name: file.name, kind, size: file.size, upload };
    });
  const known = jobs.map((job): JobRow => {
    // A job that has started is no longer uploading, even if this tab does not know yet.
    const upload = job.state === 'uploading' ? uploads.find(({ jobId }) => jobId === job.job_id) : undefined;
    return { key: job.job_id, name: nameOf(job), kind: job.kind, size: job.size, job, ...(upload && { upload }) };
  });
  return [...own, ...known];
}

export function isUnfinished({ job, upload }: JobRow): boolean {
  if (upload) return upload.progress.step !== 'failed';
  return job?.finished_at === null;
}
