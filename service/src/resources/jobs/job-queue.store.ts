// The queue of jobs: which one a node can take, and what the node that runs a job writes. These
// queries are of the background work, so they have no organization.
import type { Selectable, Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { JobState, JobsTable } from '../../database/schema.ts';

type JobRow = Selectable<JobsTable>;

const queued: readonly JobState[] = ['waiting', 'running'];
const finished: readonly JobState[] = ['succeeded', 'failed', 'canceled'];

/** Organizations with a job that is due, and since when their first one waits. */
export async function listWaiting(queries: Queries, time: number) {
  const rows = await queries
    .selectFrom('jobs')
    .select(({ fn }) => ['org_id', fn.min('waiting_since').as('since')])
    .where('due_at', '<=', time)
    .where('state', 'in', queued)
    .groupBy('org_id')
    .execute();
  return rows.map(({ org_id, since }) => ({ orgId: org_id, since: Number(since) }));
}

/** How many jobs of each organization run on all nodes. */
export async function countRunning(queries: Queries, time: number): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('jobs')
    .select(({ fn }) => ['org_id', fn.countAll<number | string>().as('count')])
    .where('due_at', '>', time)
    .where('state', '=', 'running')
    .groupBy('org_id')
    .execute();
  return new Map(rows.map(({ org_id, count }) => [org_id, Number(count)]));
}

/** The job of the organization that waits longest. */
export function findDue(queries: Queries, orgId: string, time: number): Promise<JobRow | undefined> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('due_at', '<=', time)
    .where('state', 'in', queued)
    .orderBy('waiting_since')
    .orderBy('job_id')
    .limit(1)
    .executeTakeFirst();
}

/** Undefined if another node was first. */
export function claimJob(
  transaction: Queries,
  { job_id, attempts, due_at }: JobRow,
  claim: string,
  until: number,
): Promise<JobRow | undefined> {
  return transaction
    .updateTable('jobs')
    .set({ state: 'running', claimed_by: claim, due_at: until, attempts: attempts + 1 })
    .where('job_id', '=', job_id)
    .where('attempts', '=', attempts)
    .where('due_at', '=', due_at)
    .where('state', 'in', queued)
    .returningAll()
    .executeTakeFirst();
}

/** For the node that has the job. Undefined if it lost the job, or somebody canceled it. */
export function changeClaimed(
  transaction: Queries,
  { job_id, claimed_by }: Pick<JobRow, 'job_id' | 'claimed_by'>,
  changes: Updateable<JobsTable>,
): Promise<JobRow | undefined> {
  return transaction
    .updateTable('jobs')
    .set(changes)
    .where('job_id', '=', job_id)
    .where('claimed_by', '=', claimed_by)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst();
}

/** Finished jobs with files that are no longer needed. */
export function listUncleaned(queries: Queries, most: number): Promise<JobRow[]> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('expires_at', 'is not', null)
    .where('state', 'in', finished)
    .where('is_cleaned', '=', 0)
    .limit(most)
    .execute();
}

export async function markCleaned(transaction: Queries, jobId: string, storedBytes: number): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({ is_cleaned: 1, stored_bytes: storedBytes })
    .where('job_id', '=', jobId)
    .execute();
}

export async function listExpired(queries: Queries, time: number, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('jobs')
    .select('job_id')
    .where('expires_at', '<=', time)
    .orderBy('expires_at')
    .limit(most)
    .execute();
  return rows.map(({ job_id }) => job_id);
}

/**
 * Ends an upload that nobody continued, so that no part arrives while its files are removed. False
 * if the job does not expire any more.
 */
export async function closeExpired(transaction: Queries, jobId: string, time: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set(({ eb, fn, ref, val }) => ({
      state: eb.case().when('state', '=', 'uploading').then(val<JobState>('canceled')).else(ref('state')).end(),
      finished_at: fn.coalesce('finished_at', val(time)),
    }))
    .where('job_id', '=', jobId)
    .where('expires_at', '<=', time)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False if the job does not expire any more. */
export async function deleteExpired(transaction: Queries, jobId: string, time: number): Promise<boolean> {
  // Takes the lock of the row, so that no part arrives meanwhile.
  const { numUpdatedRows } = await transaction
    .updateTable('jobs')
    .set({ due_at: null })
    .where('job_id', '=', jobId)
    .where('expires_at', '<=', time)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await transaction.deleteFrom('job_parts').where('job_id', '=', jobId).execute();
  await transaction.deleteFrom('jobs').where('job_id', '=', jobId).execute();
  return true;
}

export function findJobById(queries: Queries, jobId: string): Promise<JobRow | undefined> {
  return queries.selectFrom('jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst();
}

/** The job, if this claim has it. */
export function findClaimed(queries: Queries, jobId: string, claim: string): Promise<JobRow | undefined> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('claimed_by', '=', claim)
    .executeTakeFirst();
}
