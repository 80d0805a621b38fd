// Runs jobs on this node: takes those that are due, renews its claims, and gives them back when the
// node stops. A node that dies loses its claims after a while, and another one continues.
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { Logger } from '../../log.ts';
import { runIn } from '../../telemetry/tracing.ts';
import type { JobCleaning } from './job-cleaning.ts';
import { finalErrorOf, JobLost, lastErrorOf, MOST_ATTEMPTS, NodeStops } from './job-problems.ts';
import { changeClaimed, claimJob, countRunning, findDue, listWaiting } from './job-queue.store.ts';
import type { JobRow } from './jobs.store.ts';
import type { RunJob } from './run-job.ts';
import type { SharedStore } from './shared-store.ts';
import { chooseOrganization } from './turn-order.ts';

export interface JobWorkerParts {
  readonly database: Database;
  readonly runJob: RunJob;
  readonly cleaning: JobCleaning;
  /** A node with another store leaves the jobs to the other nodes. */
  readonly sharedStore: SharedStore;
  /** How many jobs this node runs at once. 0: none. */
  readonly workers: number;
  readonly log: Logger;
  readonly now?: () => number;
}

export interface JobWorker {
  /** Looks at the queue and at its own jobs now. */
  wake(): void;
  start(): void;
  stop(): Promise<void>;
}

const pollMilliseconds = 1_000;
const renewMilliseconds = 5_000;
/** A node that was busy for a few renewals keeps its jobs. */
const leaseMilliseconds = 30_000;
const cleanMilliseconds = 60_000;
const longestPauseSeconds = 60;

interface Running {
  readonly job: JobRow;
  readonly stopping: AbortController;
  /** In thousandths. */
  progress: number;
  leaseUntil: number;
  ended: Promise<void>;
}

export function createJobWorker({
  database,
  runJob,
  cleaning,
  sharedStore,
  workers,
  log,
  now = Date.now,
}: JobWorkerParts): JobWorker {
  const all = new Set<Running>();
  const timers: NodeJS.Timeout[] = [];
  let isRunning = false;
  let taking: Promise<void> | undefined;
  let again = false;
  let cleaningNow: Promise<void> | undefined;

  async function takeDue(): Promise<void> {
    while (isRunning && all.size < workers && (await sharedStore.isShared())) {
      const job = await takeNext();
      if (!job) return;
      begin(job);
    }
  }

  async function takeNext(): Promise<JobRow | undefined> {
    const waiting = await listWaiting(database.read, now());
    if (waiting.length === 0) return undefined;
    const running = await countRunning(database.read, now());
    const here = [...all].map(({ job }) => job.org_id);
    const orgId = chooseOrganization({ waiting, running, here, workers });
    const due = orgId && (await findDue(database.read, orgId, now()));
    if (!due) return undefined;
    const until = now() + leaseMilliseconds;
    return database.transaction((transaction) => claimJob(transaction, due, makeIdentifier('claim'), until));
  }

  function begin(job: JobRow): void {
    const stopping = new AbortController();
    const running: Running = { job, stopping, progress: 0, leaseUntil: job.due_at!, ended: Promise.resolve() };
    const onProgress = (fraction: number) => {
      running.progress = Math.max(running.progress, Math.floor(fraction * 1_000));
    };
    all.add(running);
    running.ended = attempt(job, { signal: stopping.signal, onProgress })
      .catch((problem) =>
        log.warn({ err: problem, jobId: job.job_id }, 'a job could not be ended; another try follows'),
      )
      .finally(() => {
        all.delete(running);
        wake();
      });
  }

  async function attempt(job: JobRow, run: Parameters<RunJob['run']>[1]): Promise<void> {
    try {
      // A job that was claimed too often made its nodes end.
      if (job.attempts > MOST_ATTEMPTS) await runJob.giveUp(job, lastErrorOf(undefined));
      else await runJob.run(job, run);
      await cleaning.cleanFinished(job.job_id);
    } catch (problem) {
      const reason: unknown = run.signal.aborted ? run.signal.reason : problem;
      if (reason instanceof JobLost) return cleaning.cleanLost(job);
      if (reason instanceof NodeStops) return giveBack(job, { attempts: job.attempts - 1, due_at: now() });
      await endAttempt(job, problem);
    }
  }

  async function endAttempt(job: JobRow, problem: unknown): Promise<void> {
    const error = finalErrorOf(problem) ?? (job.attempts >= MOST_ATTEMPTS ? lastErrorOf(problem) : undefined);
    if (error) {
      if (!finalErrorOf(problem)) log.warn({ err: problem, jobId: job.job_id }, 'a job failed after its last attempt');
      await runJob.giveUp(job, error);
      return cleaning.cleanFinished(job.job_id);
    }
    log.warn({ err: problem, jobId: job.job_id, attempts: job.attempts }, 'an attempt of a job failed');
    const pause = Math.min(2 ** job.attempts, longestPauseSeconds) * 1_000;
    await giveBack(job, { due_at: now() + pause });
  }

  async function giveBack(
    job: JobRow,
    changes: { readonly due_at: number; readonly attempts?: number },
  ): Promise<void> {
    await database.transaction((transaction) =>
      changeClaimed(transaction, job, { state: 'waiting', claimed_by: null, ...changes }),
    );
  }

  async function renew(running: Running): Promise<void> {
    const until = now() + leaseMilliseconds;
    const changes = { due_at: until, progress: running.progress };
    try {
      const kept = await database.transaction((transaction) => changeClaimed(transaction, running.job, changes));
      if (kept) running.leaseUntil = until;
      else running.stopping.abort(new JobLost());
    } catch (problem) {
      log.warn({ err: problem, jobId: running.job.job_id }, 'the claim of a job could not be renewed');
      if (now() > running.leaseUntil) running.stopping.abort(new JobLost());
    }
  }

  function wake(): void {
    if (!isRunning) return;
    again = true;
    // A job runs long after its request, so it belongs to no trace.
    taking ??= runIn(undefined, look).finally(() => {
      taking = undefined;
      if (again) wake();
    });
  }

  async function look(): Promise<void> {
    again = false;
    await takeDue().catch((problem) => log.warn({ err: problem }, 'the queue of jobs could not be read'));
  }

  async function clean(): Promise<void> {
    if (!(await sharedStore.check())) return;
    await cleaning.cleanAll().catch((problem) => log.warn({ err: problem }, 'jobs could not be cleaned'));
  }

  function startCleaning(): void {
    cleaningNow ??= clean().finally(() => {
      cleaningNow = undefined;
    });
  }

  const renewAll = () => Promise.all([...all].map(renew));

  return {
    wake() {
      wake();
      // A job that was canceled ends at once.
      void runIn(undefined, renewAll);
    },
    start() {
      isRunning = true;
      timers.push(setInterval(wake, pollMilliseconds), setInterval(renewAll, renewMilliseconds));
      timers.push(setInterval(startCleaning, cleanMilliseconds));
      for (const timer of timers) timer.unref();
      startCleaning();
      wake();
    },
    async stop() {
      isRunning = false;
      for (const timer of timers) clearInterval(timer);
      await Promise.all([taking, cleaningNow]);
      for (const { stopping } of all) stopping.abort(new NodeStops());
      await Promise.all([...all].map(({ ended }) => ended));
    },
  };
}
