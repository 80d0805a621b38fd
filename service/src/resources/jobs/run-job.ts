// One job from its start to its end, on the node that has claimed it. Every step can be repeated:
// the engine continues at its checkpoints, the outcome of one attempt is chosen once, and the
// record of that outcome is stored once, because its ID was chosen when the job was created.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentSource, LongRun } from '@content-provenance/engine';
import type { CallingOrganization } from '../../access/caller.ts';
import { inBlocks } from './block-cache.ts';
import { expectActor } from './job-actor.ts';
import { type JobError, signedFileOf, sourceOf, verifyOptionsOf } from './job-options.ts';
import { JobLost } from './job-problems.ts';
import { changeClaimed } from './job-queue.store.ts';
import { findOrganization, type JobRow, listParts } from './jobs.store.ts';
import type { JobRun, RunParts } from './run-parts.ts';
import { createSigning } from './sign-job.ts';

/** Each request to a connected store has its own connection, so it takes more. */
const connectedBlock = 8 * 1024 * 1024;

type Output = Partial<Pick<JobRow, 'content' | 'result'>>;

export type RunJob = ReturnType<typeof createRunJob>;

export function createRunJob(parts: RunParts) {
  const { database, files, longTasks, events, connections, admission, verification } = parts;
  const { keptMilliseconds, now = Date.now } = parts;
  const signing = createSigning(parts);

  async function openSource(job: JobRow): Promise<ContentSource> {
    const source = sourceOf(job);
    if ('file_name' in source) {
      const stored = await listParts(database.read, job.org_id, job.job_id);
      const hashes = stored.map(({ sha256 }) => sha256);
      return files.openUpload(job.job_id, job.source_size, hashes);
    }
    const bucket = await connections.open(job.org_id, source.connection_id);
    const read = (offset: number, length: number) => bucket.read(source.object, source.etag, offset, length);
    return inBlocks({ size: job.source_size, read }, connectedBlock);
  }

  async function withLongRun<Result>(job: JobRow, run: JobRun, work: (run: LongRun) => Promise<Result>) {
    const workFolder = join(parts.workFolder, workFolderOf(job));
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    try {
      return await work({ ...run, workFolder, checkpoints: await files.openCheckpoints(job.job_id) });
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }

  async function verify(job: JobRow, { orgId }: CallingOrganization, run: JobRun): Promise<void> {
    const source = await openSource(job);
    const result = await withLongRun(job, run, (longRun) =>
      verification.verifyLarge(verifyOptionsOf(job), orgId, (request, index) =>
        longTasks.verify(source, request, index, longRun),
      ),
    );
    await finish(job, { state: 'succeeded', result: JSON.stringify(result) });
  }

  async function sign(job: JobRow, organization: CallingOrganization, run: JobRun): Promise<void> {
    const chosen =
      job.outcome_attempt === null
        ? await signing.make(job, organization, await openSource(job), run, withLongRun)
        : job;
    const logIndex = await signing.storeRecord(chosen, organization);
    await signing.deliver(chosen, run.signal);
    await finish(chosen, { state: 'succeeded', ...loggedResult(chosen, logIndex) });
  }

  /** Fails with JobLost if the node no longer has the job. */
  async function finish(
    job: JobRow,
    { state, error, ...output }: { state: 'succeeded' | 'failed'; error?: JobError } & Output,
  ): Promise<void> {
    const time = now();
    await database.transaction(async (transaction) => {
      const changed = await changeClaimed(transaction, job, {
        state,
        due_at: null,
        claimed_by: null,
        finished_at: time,
        expires_at: time + keptMilliseconds,
        ...(state === 'succeeded' && { progress: 1_000 }),
        ...output,
        ...(error && { error: JSON.stringify(error) }),
      });
      if (!changed) throw new JobLost();
      const metadata = {
        job_id: job.job_id,
        kind: job.kind,
        state,
        ...(changed.content !== null && { record_id: job.record_id! }),
        ...(error && { error: error.code }),
        actor: job.actor,
      };
      await events.append(transaction, job.org_id, [{ type: 'job_finished', metadata }]);
    });
  }

  return {
    async run(job: JobRow, run: JobRun): Promise<void> {
      const { org_id } = job;
      // With an outcome, only the end is missing.
      if (job.outcome_attempt === null) await expectActor(database.read, job, now());
      const row = await findOrganization(database.read, org_id);
      const organization: CallingOrganization = {
        orgId: org_id,
        name: row.name,
        plan: row.plan,
        keepsLabels: row.keeps_labels === 1,
        keepsThumbnails: row.keeps_thumbnails === 1,
      };
      await (job.kind === 'sign' ? sign(job, organization, run) : verify(job, organization, run));
    },

    /** If the record was stored, its file stays for download. A file without a record does not. */
    async giveUp(job: JobRow, error: JobError): Promise<void> {
      const record = job.watermark_id === null ? undefined : await admission.find(job.org_id, job.watermark_id);
      const output = record ? loggedResult(job, record.logIndex) : { content: null, result: null };
      await finish(job, { state: 'failed', error, ...output });
    },
  };
}

/** The signed file with its index in the transparency log. */
function loggedResult(job: JobRow, logIndex: number | null): Output {
  const file = signedFileOf(job);
  return file && logIndex !== null ? { result: JSON.stringify({ ...file, log_index: logIndex }) } : {};
}

/** Names the claim, so that a folder that a crash left can be found. */
export function workFolderOf({ job_id, claimed_by }: Pick<JobRow, 'job_id' | 'claimed_by'>): string {
  return `${job_id}.${claimed_by}`;
}
