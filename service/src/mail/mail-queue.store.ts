// The rows of the mail queue.
import type { Queries } from '../adapters/database/database.ts';

export async function insertMail(queries: Queries, mailId: string, sealedRequest: string, time: number): Promise<void> {
  await queries
    .insertInto('mail_queue')
    .values({ mail_id: mailId, sealed_request: sealedRequest, next_attempt_at: time, created_at: time })
    .execute();
}

export function findDueMails(queries: Queries, time: number, most: number) {
  return queries
    .selectFrom('mail_queue')
    .selectAll()
    .where('next_attempt_at', '<=', time)
    .orderBy('next_attempt_at')
    .limit(most)
    .execute();
}

export interface MailBacklog {
  readonly count: number;
  /** Null: nothing waits. */
  readonly oldest: number | null;
}

export async function readBacklog(queries: Queries): Promise<MailBacklog> {
  const { count, oldest } = await queries
    .selectFrom('mail_queue')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('created_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest };
}

/** Takes an email for one attempt. False if another node was first. */
export async function claimMail(
  queries: Queries,
  mailId: string,
  seenAttempts: number,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('mail_queue')
    .set({ attempts: seenAttempts + 1, next_attempt_at: until })
    .where('mail_id', '=', mailId)
    .where('attempts', '=', seenAttempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function postponeMail(queries: Queries, mailId: string, until: number): Promise<void> {
  await queries.updateTable('mail_queue').set({ next_attempt_at: until }).where('mail_id', '=', mailId).execute();
}

export async function deleteMail(queries: Queries, mailId: string): Promise<void> {
  await queries.deleteFrom('mail_queue').where('mail_id', '=', mailId).execute();
}
