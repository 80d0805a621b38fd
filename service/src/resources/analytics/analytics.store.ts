// The roll-ups behind analytics: updated in the transaction of the event, read in a limited number
// of rows. Every query takes the organization first.
import { type Insertable, sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import type { RecordVerificationsTable, Tables } from '../../database/schema.ts';

type RollUp = 'daily_activity' | 'hourly_activity' | 'record_activity' | 'record_ranking' | 'record_counts';

const keys = {
  daily_activity: ['org_id', 'day'],
  hourly_activity: ['org_id', 'hour'],
  record_activity: ['org_id', 'record_id', 'day'],
  record_ranking: ['org_id', 'span', 'record_id'],
  record_counts: ['org_id', 'signed_at', 'record_id'],
} as const satisfies Record<RollUp, readonly string[]>;

/** Adds the numbers to the existing rows. No two of the rows can have the same key. */
export async function addToRollUp<Table extends RollUp>(
  transaction: Queries,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const key: readonly string[] = keys[table];
  const columns = Object.keys(rows[0]!);
  const sums = columns
    .filter((column) => !key.includes(column))
    .map((column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`);
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`);
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    VALUES ${sql.join(values)}
    ON CONFLICT (${sql.join(key.map((column) => sql.ref(column)))}) DO UPDATE SET ${sql.join(sums)}`.execute(
    transaction,
  );
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

/** since: the first hour, `2026-11-30T14`. */
export function listHourlyActivity(queries: Queries, orgId: string, since: string) {
  return queries
    .selectFrom('hourly_activity')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('hour', '>=', since)
    .execute();
}

/** The most verified records of all spans together, out of the first few of each span. */
export async function listMostVerified(
  queries: Queries,
  orgId: string,
  spans: readonly string[],
  perSpan: number,
  most: number,
): Promise<string[]> {
  const lists = spans.map(
    (span) => sql`SELECT * FROM (SELECT record_id, verifications FROM record_ranking
      WHERE org_id = ${orgId} AND span = ${span}
      ORDER BY verifications DESC, record_id DESC LIMIT ${perSpan}) AS list`,
  );
  const { rows } = await sql<{ record_id: string }>`
    SELECT record_id FROM (${sql.join(lists, sql` UNION ALL `)}) AS lists
    GROUP BY record_id ORDER BY sum(verifications) DESC, record_id LIMIT ${most}`.execute(queries);
  return rows.map(({ record_id }) => record_id);
}

export function sumRecordActivity(queries: Queries, orgId: string, recordIds: readonly string[], since: string) {
  const sumOf = (column: 'verifications' | 'tampered') =>
    sql<number>`CAST(sum(${sql.ref(column)}) AS bigint)`.as(column);
  return queries
    .selectFrom('record_activity')
    .select(['record_id', sumOf('verifications'), sumOf('tampered')])
    .where('org_id', '=', orgId)
    .where('record_id', 'in', recordIds)
    .where('day', '>=', since)
    .groupBy('record_id')
    .execute();
}

export function listRecordActivity(queries: Queries, orgId: string, recordId: string, since: string) {
  return queries
    .selectFrom('record_activity')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('record_id', '=', recordId)
    .where('day', '>=', since)
    .execute();
}

/** Newest first. The times of the events are given, so that PostgreSQL reads only their months. */
export async function listRecentVerifications(queries: Queries, orgId: string, recordId: string, most: number) {
  const places = await queries
    .selectFrom('record_verifications')
    .select(['sequence', 'occurred_at'])
    .where('org_id', '=', orgId)
    .where('record_id', '=', recordId)
    .orderBy('sequence', 'desc')
    .limit(most)
    .execute();
  if (places.length === 0) return [];
  const [sequences, times] = [places.map(({ sequence }) => sequence), places.map(({ occurred_at }) => occurred_at)];
  return queries
    .selectFrom('events')
    .select(['event_id', 'occurred_at', 'metadata'])
    .where('org_id', '=', orgId)
    .where('sequence', 'in', sequences)
    .where('occurred_at', 'in', times)
    .orderBy('sequence', 'desc')
    .execute();
}
