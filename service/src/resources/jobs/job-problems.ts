// What a problem means for a job: it fails with an error that its organization can read, or a later
// attempt can succeed.
import { ContentRefused, OutOfTime } from '../../adapters/compute-pool/compute-pool.ts';
import { StoreUnavailable } from '../../adapters/object-store/object-store.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import { ConnectedStoreFailed } from '../account/storage-connections.service.ts';
import { ResultTooLarge } from './job-files.ts';
import type { JobError } from './job-options.ts';

/** After this many, the job fails. A planned stop of a node does not count. */
export const MOST_ATTEMPTS = 5;

/** The node no longer has the job: somebody canceled it, or another node took it. */
export class JobLost extends Error {}

/** The node stops. Another one, or the same one after its start, continues the job. */
export class NodeStops extends Error {}

/** Undefined: a later attempt can succeed. */
export function finalErrorOf(problem: unknown): JobError | undefined {
  if (problem instanceof ContentRefused) return { code: 'unsupported_media', message: problem.message };
  if (problem instanceof ServiceError && problem.status < 500) return { code: problem.code, message: problem.message };
  if (problem instanceof ConnectedStoreFailed && !problem.canPass) {
    return { code: 'storage_refused', message: `The service cannot use your storage. ${problem.message}` };
  }
  if (problem instanceof ResultTooLarge) {
    return { code: 'payload_too_large', message: 'The signed file is larger than 10 GB. Send a shorter video.' };
  }
  return undefined;
}

/** If no attempt succeeded. */
export function lastErrorOf(problem: unknown): JobError {
  const known = finalErrorOf(problem);
  if (known) return known;
  if (problem instanceof ConnectedStoreFailed) {
    return { code: 'storage_refused', message: `The service cannot use your storage. ${problem.message}` };
  }
  const why =
    problem instanceof StoreUnavailable
      ? 'because the storage for jobs is full or unavailable'
      : problem instanceof OutOfTime
        ? 'because processing made no progress for a long time'
        : 'because processing was interrupted each time';
  return {
    code: 'job_interrupted',
    message: `The service gave up after ${MOST_ATTEMPTS} attempts, ${why}. Create the job again later.`,
  };
}
