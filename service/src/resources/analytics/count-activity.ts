// Counts signatures and verifications by day, in the transaction of their events: whatever analytics says follows from the
// stream, and costs the same after five million events as after a thousand.
import type { Insertable } from 'kysely';
import type { DailyActivityTable, RecordActivityTable } from '../../database/schema.ts';
import type { AppendedEvent, Follower } from '../../events/event-stream.ts';
import { addDailyActivity, addRecordActivity, insertRecordVerifications } from './analytics.store.ts';

type Verification = Extract<AppendedEvent, { type: 'verify' }>;
type Signature = Extract<AppendedEvent, { type: 'sign' }>;

export const countActivity: Follower = async (transaction, orgId, events) => {
  const signatures = events.filter((event): event is Signature => event.type === 'sign');
  const verifications = events.filter((event): event is Verification => event.type === 'verify');
  const daily = addUp(
    [
      ...signatures.map((event) => signatureRow(orgId, event)),
      ...verifications.map((event) => verificationRow(orgId, event)),
    ],
    ['org_id', 'day', 'format', 'source'],
  );
  if (daily.length > 0) await addDailyActivity(transaction, daily);
  if (verifications.length === 0) return undefined;
  const ofRecords = verifications.map((event) => recordRow(orgId, event));
  await addRecordActivity(transaction, addUp(ofRecords, ['org_id', 'record_id', 'day']));
  await insertRecordVerifications(
    transaction,
    verifications.map(({ sequence, metadata }) => ({ org_id: orgId, record_id: metadata.record_id, sequence })),
  );
  return undefined;
};

/** The day in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function signatureRow(orgId: string, { occurredAt, metadata }: Signature): Insertable<DailyActivityTable> {
  const counts = { signatures: 1, verifications: 0, authentic: 0, tampered: 0 };
  return { org_id: orgId, day: dayOf(occurredAt), format: metadata.format, source: '', ...counts };
}

function verificationRow(orgId: string, { occurredAt, metadata }: Verification): Insertable<DailyActivityTable> {
  const { format, token_source, authentic, tampered } = metadata;
  return {
    org_id: orgId,
    day: dayOf(occurredAt),
    format: format ?? 'unknown',
    source: token_source ?? 'unknown',
    signatures: 0,
    verifications: 1,
    authentic: Number(authentic),
    tampered: Number(tampered),
  };
}

function recordRow(orgId: string, { occurredAt, metadata }: Verification): Insertable<RecordActivityTable> {
  const { record_id, tampered, confidence } = metadata;
  const is = (level: string) => Number(confidence === level);
  return {
    org_id: orgId,
    record_id,
    day: dayOf(occurredAt),
    verifications: 1,
    tampered: Number(tampered),
    high: is('high'),
    medium: is('medium'),
    low: is('low'),
    none: is('none'),
  };
}

/** One row for each key, its numbers added up: a statement may meet a row once only. */
function addUp<Row extends object>(rows: readonly Row[], key: readonly (keyof Row)[]): Row[] {
  const byKey = Map.groupBy(rows, (row) => JSON.stringify(key.map((name) => row[name])));
  return [...byKey.values()].map((same) =>
    same.reduce((sum, row) => {
      const added = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? value + Number(sum[name as keyof Row]) : value,
      ]);
      return Object.fromEntries(added) as Row;
    }),
  );
}
