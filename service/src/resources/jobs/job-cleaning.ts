// Removes what a job no longer needs: the files of a finished job except its result, everything of
// an expired job, and folders that a crash left. Each step can be repeated, on any node.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../adapters/database/database.ts';
import type { JobFiles } from './job-files.ts';
import { contentOf } from './job-options.ts';
import {
  closeExpired,
  deleteExpired,
  findClaimed,
  findJobById,
  listExpired,
  listUncleaned,
  markCleaned,
} from './job-queue.store.ts';
import type { JobRow } from './jobs.store.ts';

export interface CleaningParts {
  readonly database: Database;
  readonly files: JobFiles;
  readonly workFolder: string;
  readonly now?: () => number;
}

const mostAtOnce = 100;

export type JobCleaning = ReturnType<typeof createJobCleaning>;

export function createJobCleaning({ database, files, workFolder, now = Date.now }: CleaningParts) {
  async function cleanRow(row: JobRow): Promise<void> {
    const content = contentOf(row);
    await files.clean(row.job_id, content ? row.outcome_attempt : null);
    await database.transaction((transaction) => markCleaned(transaction, row.job_id, content?.size ?? 0));
  }

  async function removeExpired(jobId: string): Promise<void> {
    const isClosed = await database.transaction((transaction) => closeExpired(transaction, jobId, now()));
    if (!isClosed) return;
    await files.clean(jobId, null);
    await database.transaction((transaction) => deleteExpired(transaction, jobId, now()));
  }

  async function removeFolders(): Promise<void> {
    // The first job makes the folder.
    const names = await readdir(workFolder).catch(() => []);
    for (const name of names) {
      const [jobId, claim] = name.split('.');
      const isUsed = await findClaimed(database.read, jobId!, claim ?? '');
      if (!isUsed) await rm(join(workFolder, name), { recursive: true, force: true });
    }
  }

  return {
    async cleanFinished(jobId: string): Promise<void> {
      const row = await findJobById(database.read, jobId);
      if (row?.finished_at) await cleanRow(row);
    },

    /** After the node lost a job: nobody else removes what it wrote since. */
    async cleanLost({ job_id }: JobRow): Promise<void> {
      const row = await findJobById(database.read, job_id);
      if (!row) await files.clean(job_id, null);
      else if (row.finished_at) await cleanRow(row);
    },

    removeExpired,

    async cleanAll(): Promise<void> {
      await removeFolders();
      for (const row of await listUncleaned(database.read, mostAtOnce)) await cleanRow(row);
      for (const jobId of await listExpired(database.read, now(), mostAtOnce)) await removeExpired(jobId);
    },
  };
}
