// Jobs: the service that callers use, and the worker that runs them on this node.
import { createJobCleaning } from '../resources/jobs/job-cleaning.ts';
import { createJobFiles } from '../resources/jobs/job-files.ts';
import { createJobWorker } from '../resources/jobs/job-worker.ts';
import { createJobsService } from '../resources/jobs/jobs.service.ts';
import { createRunJob } from '../resources/jobs/run-job.ts';
import type { RunParts } from '../resources/jobs/run-parts.ts';
import { createSharedStore } from '../resources/jobs/shared-store.ts';
import type { Foundation } from './foundation.ts';

type JobServices = Pick<RunParts, 'admission' | 'connections' | 'generators' | 'quota' | 'tokens' | 'verification'>;

export function createJobs(foundation: Foundation, services: JobServices) {
  const { database, events, log, computePool, jobFolder: workFolder, jobLimits: limits } = foundation;
  const files = createJobFiles(foundation.jobStore, limits.spareBytes);
  const sharedStore = createSharedStore({ database, store: foundation.jobStore, log });
  const runJob = createRunJob({
    ...services,
    database,
    files,
    events,
    longTasks: computePool.longTasks,
    inBandLimits: foundation.jobInBandLimits,
    workFolder,
    keptMilliseconds: limits.keptMilliseconds,
  });
  const cleaning = createJobCleaning({ database, files, workFolder });
  const jobWorker = createJobWorker({
    ...{ database, runJob, cleaning, sharedStore, log },
    workers: foundation.jobWorkers,
  });
  const jobs = createJobsService({
    ...{ ...services, database, files, sharedStore, cleaning, events, limits },
    wake: jobWorker.wake,
  });
  return { jobs, jobWorker };
}
