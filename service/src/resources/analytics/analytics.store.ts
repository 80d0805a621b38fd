// The roll-ups behind analytics: added to in the transaction of the event, read in a bounded number of rows. Every query
// takes the organization first.
import { type Insertable, sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { DailyActivityTable, RecordActivityTable, RecordVerificationsTable } from '../../database/schema.ts';

/** Rows with the same key must have been added together before. */
export async function addDailyActivity(
  transaction: Queries,
  rows: readonly Insertable<DailyActivityTable>[],
): Promise<void> {
  await transaction
    .insertInto('daily_activity')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'day', 'format', 'source']).doUpdateSet({
        signatures: sql<number>`daily_activity.signatures + excluded.signatures`,
        verifications: sql<number>`daily_activity.verifications + excluded.verifications`,
        authentic: sql<number>`daily_activity.authentic + excluded.authentic`,
        tampered: sql<number>`daily_activity.tampered + excluded.tampered`,
      }),
    )
    .execute();
}

export async function addRecordActivity(
  transaction: Queries,
  rows: readonly Insertable<RecordActivityTable>[],
): Promise<void> {
  await transaction
    .insertInto('record_activity')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'record_id', 'day']).doUpdateSet({
        verifications: sql<number>`record_activity.verifications + excluded.verifications`,
        tampered: sql<number>`record_activity.tampered + excluded.tampered`,
        high: sql<number>`record_activity.high + excluded.high`,
        medium: sql<number>`record_activity.medium + excluded.medium`,
        low: sql<number>`record_activity.low + excluded.low`,
        none: sql<number>`record_activity.none + excluded.none`,
      }),
    )
    .execute();
}

export async function insertRecordVerifications(
  transaction: Queries,
  rows: readonly Insertable<RecordVerificationsTable>[],
): Promise<void> {
  await transaction.insertInto('record_verifications').values(rows).execute();
}

export function listDailyActivity(queries: Queries, orgId: string, since: string) {
  return queries
    .selectFrom('daily_activity')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('day', '>=', since)
    .execute();
}

/** The records verified most on each of the days, a few of each. */
export async function listMostVerified(
  queries: Queries,
  orgId: string,
  days: readonly string[],
  perDay: number,
): Promise<string[]> {
  if (days.length === 0) return [];
  const parts = days.map(
    (day) => sql`SELECT * FROM (SELECT record_id, verifications FROM record_activity
      WHERE org_id = ${orgId} AND day = ${day} ORDER BY verifications DESC, record_id DESC LIMIT ${perDay}) AS top`,
  );
  const { rows } = await sql<{ record_id: string }>`
    SELECT record_id FROM (${sql.join(parts, sql` UNION ALL `)}) AS tops
    GROUP BY record_id ORDER BY sum(verifications) DESC, record_id LIMIT ${perDay}`.execute(queries);
  return rows.map(({ record_id }) => record_id);
}

export function listRecordActivity(queries: Queries, orgId: string, recordIds: readonly string[], since: string) {
  return queries
    .selectFrom('record_activity')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('record_id', 'in', recordIds)
    .where('day', '>=', since)
    .execute();
}

/** Newest first. */
export function listRecentVerifications(queries: Queries, orgId: string, recordId: string, most: number) {
  return queries
    .selectFrom('record_verifications')
    .innerJoin('events', (join) =>
      join
        .onRef('events.org_id', '=', 'record_verifications.org_id')
        .onRef('events.sequence', '=', 'record_verifications.sequence'),
    )
    .select(['events.event_id', 'events.occurred_at', 'events.metadata'])
    .where('record_verifications.org_id', '=', orgId)
    .where('record_verifications.record_id', '=', recordId)
    .orderBy('record_verifications.sequence', 'desc')
    .limit(most)
    .execute();
}

export async function hasRecord(queries: Queries, orgId: string, recordId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('records')
    .select('record_id')
    .where('org_id', '=', orgId)
    .where('record_id', '=', recordId)
    .executeTakeFirst();
  return row !== undefined;
}
