// Jobs and the parts of their uploads. Every query takes the organization first. Those of the
// background work are in job-queue.store.ts.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { JobState, JobsTable } from '../../database/schema.ts';

export type JobRow = Selectable<JobsTable>;
export type JobPart = { readonly number: number; readonly sha256: string };

const unfinished: readonly JobState[] = ['uploading', 'waiting', 'running'];

export async function insertJob(transaction: Queries, row: Insertable<JobsTable>): Promise<void> {
  await transaction.insertInto('jobs').values(row).execute();
}

export function findJob(queries: Queries, orgId: string, jobId: string): Promise<JobRow | undefined> {
  return queries
    .selectFrom('jobs')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .executeTakeFirst();
}

/** Newest first, after the given one. */
export function listJobs(queries: Queries, orgId: string, most: number, after?: JobRow): Promise<JobRow[]> {
  let query = queries.selectFrom('jobs').selectAll().where('org_id', '=', orgId);
  if (after) {
    query = query.where(({ or, and, eb }) =>
      or([
        eb('created_at', '<', after.created_at),
        and([eb('created_at', '=', after.created_at), eb('job_id', '<', after.job_id)]),
      ]),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('job_id', 'desc').limit(most).execute();
}

/** How many jobs of an organization are not finished, and how many bytes it uses. */
export async function countJobs(queries: Queries, orgId: string): Promise<{ unfinished: number; bytes: number }> {
  const { open, bytes } = await queries
    .selectFrom('jobs')
    .select(({ fn, eb }) => [
      fn.sum<number | string | null>(eb.case().when('state', 'in', unfinished).then(1).else(0).end()).as('open'),
      fn.sum<number | string | null>('stored_bytes').as('bytes'),
    ])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return { unfinished: Number(open ?? 0), bytes: Number(bytes ?? 0) };
}

/** Changes a job that is in one of these states, and locks its row. Undefined if it is not. */
export function changeJob(
  transaction: Queries,
  orgId: string,
  jobId: string,
  states: readonly JobState[],
  changes: Updateable<JobsTable>,
): Promise<JobRow | undefined> {
  return (
    transaction
      .updateTable('jobs')
      .set(changes)
      .where('org_id', '=', orgId)
      .where('job_id', '=', jobId)
      .where('state', 'in', states)
      // Its record can be stored already.
      .where('outcome_attempt', 'is', null)
      .returningAll()
      .executeTakeFirst()
  );
}

export function listParts(queries: Queries, orgId: string, jobId: string): Promise<JobPart[]> {
  return queries
    .selectFrom('job_parts')
    .innerJoin('jobs', 'jobs.job_id', 'job_parts.job_id')
    .select(['job_parts.number', 'job_parts.sha256'])
    .where('jobs.org_id', '=', orgId)
    .where('job_parts.job_id', '=', jobId)
    .orderBy('job_parts.number')
    .execute();
}

/** In the transaction that locked the job. */
export function findPart(transaction: Queries, jobId: string, number: number): Promise<JobPart | undefined> {
  return transaction
    .selectFrom('job_parts')
    .select(['number', 'sha256'])
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .executeTakeFirst();
}

export async function putPart(transaction: Queries, jobId: string, { number, sha256 }: JobPart): Promise<void> {
  await transaction
    .insertInto('job_parts')
    .values({ job_id: jobId, number, sha256 })
    .onConflict((conflict) => conflict.columns(['job_id', 'number']).doUpdateSet({ sha256 }))
    .execute();
}

/** The plan and the settings as they are now. */
export function findOrganization(queries: Queries, orgId: string) {
  return queries
    .selectFrom('organizations')
    .select(['org_id', 'name', 'plan', 'keeps_labels', 'keeps_thumbnails'])
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
}

export async function isMember(queries: Queries, orgId: string, userId: string): Promise<boolean> {
  const user = await queries
    .selectFrom('users')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return user !== undefined;
}

/** Undefined if the key is revoked. */
export function findActorKey(queries: Queries, orgId: string, keyId: string) {
  return queries
    .selectFrom('api_keys')
    .select(['expires_at', 'scopes', 'generator_ids', 'addresses', 'limit_per_minute'])
    .where('org_id', '=', orgId)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** Only a finished job: the next cleaning deletes it. */
export async function expireJob(transaction: Queries, orgId: string, jobId: string, time: number): Promise<void> {
  await transaction
    .updateTable('jobs')
    .set({ expires_at: time })
    .where('org_id', '=', orgId)
    .where('job_id', '=', jobId)
    .where('finished_at', 'is not', null)
    .execute();
}
