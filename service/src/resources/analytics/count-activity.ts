// Counts signatures and verifications per day and hour, in the transaction of their events.
// Analytics therefore always agrees with the stream, and costs the same after five million events
// as after a thousand.
import { mediaKinds } from '@content-provenance/engine';
import type { Insertable } from 'kysely';
import type { DailyActivityTable, RecordActivityTable, RecordCountsTable } from '../../database/schema.ts';
import type { AppendedEvent, Follower } from '../../events/event-stream.ts';
import { addToRollUp, insertRecordVerifications } from './analytics.store.ts';
import { dayOf, hourOf, spansOf } from './analytics-days.ts';

type Verification = Extract<AppendedEvent, { type: 'verify' }>;

export const formats = [...mediaKinds, 'unknown'] as const;
export const sources = [
  'provided',
  'xmp',
  'watermark',
  'phash',
  'fingerprint',
  'neural_watermark',
  'text_fingerprint',
] as const;

export const countActivity: Follower = async (transaction, orgId, events) => {
  const counters = tally(events);
  if (counters.size === 0) return;
  // Events that are appended together have the same time.
  const { occurredAt } = events[0]!;
  const day = dayOf(occurredAt);
  const daily: Insertable<DailyActivityTable> = { org_id: orgId, day, ...Object.fromEntries(counters) };
  await addToRollUp(transaction, 'daily_activity', [daily]);
  const { day: _, ...counts } = daily;
  await addToRollUp(transaction, 'hourly_activity', [{ ...counts, hour: hourOf(occurredAt) }]);

  const verifications = events.filter((event) => event.type === 'verify');
  if (verifications.length === 0) return;
  const byRecord = [...Map.groupBy(verifications, ({ metadata }) => metadata.record_id)];
  await addToRollUp(
    transaction,
    'record_activity',
    byRecord.map(([recordId, own]) => recordActivity(orgId, recordId, day, own)),
  );
  await addToRollUp(
    transaction,
    'record_ranking',
    byRecord.flatMap(([record_id, { length: verifications }]) =>
      spansOf(occurredAt).map((span) => ({ org_id: orgId, span, record_id, verifications })),
    ),
  );
  // In the order of the list of records, which is the time of signing.
  await addToRollUp(
    transaction,
    'record_counts',
    byRecord.map(([recordId, own]) => recordCounts(orgId, recordId, own)),
  );
  await insertRecordVerifications(
    transaction,
    verifications.map(({ sequence, metadata: { record_id } }) => ({
      org_id: orgId,
      record_id,
      sequence,
      occurred_at: occurredAt,
    })),
  );
};

function recordCounts(orgId: string, recordId: string, own: readonly Verification[]): Insertable<RecordCountsTable> {
  const countOf = (verdict: 'authentic' | 'tampered') => own.filter(({ metadata }) => metadata[verdict]).length;
  return {
    org_id: orgId,
    signed_at: own[0]!.signedAt,
    record_id: recordId,
    verifications: own.length,
    authentic: countOf('authentic'),
    tampered: countOf('tampered'),
  };
}

/** Columns of daily_activity, and the number to add to each. */
function tally(events: readonly AppendedEvent[]): Map<string, number> {
  const counters = new Map<string, number>();
  const add = (column: string) => counters.set(column, (counters.get(column) ?? 0) + 1);
  for (const event of events) {
    if (event.type === 'sign') add('signatures');
    if (event.type !== 'verify') continue;
    const { authentic, tampered, format, token_source } = event.metadata;
    const source = sources.find((name) => name === token_source);
    add('verifications');
    if (authentic) add('authentic');
    if (tampered) add('tampered');
    add(`format_${format ?? 'unknown'}`);
    if (source) add(`source_${source}`);
  }
  return counters;
}

function recordActivity(
  orgId: string,
  recordId: string,
  day: string,
  verifications: readonly Verification[],
): Insertable<RecordActivityTable> {
  const withConfidence = (level: string) =>
    verifications.filter(({ metadata }) => metadata.confidence === level).length;
  return {
    org_id: orgId,
    record_id: recordId,
    day,
    verifications: verifications.length,
    tampered: verifications.filter(({ metadata }) => metadata.tampered).length,
    high: withConfidence('high'),
    medium: withConfidence('medium'),
    low: withConfidence('low'),
    none: withConfidence('none'),
  };
}
