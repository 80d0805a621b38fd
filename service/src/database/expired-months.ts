// Tables that lose whole months. PostgreSQL removes their partitions, SQLite their rows. Neither
// changes a count or the audit chain: record_counts keeps the sums, and events stay.
import type { ExpiredRows, Retention } from './expired-rows.ts';
import { monthStart, type PartitionedTable, partitionedTables } from './partitions/partitioned-tables.ts';

export interface ExpiredMonths {
  readonly table: PartitionedTable;
  readonly key: ExpiredRows['key'];
  /** The start of the oldest month that stays. */
  readonly before: number;
}

const { webhook_deliveries, record_verifications, daily_activity, record_activity, record_ranking } = partitionedTables;
const dayMilliseconds = 24 * 60 * 60 * 1_000;

export function expiredMonths(time: number, retention: Retention): readonly ExpiredMonths[] {
  const { deliveryDays, verificationMonths, activityMonths } = retention;
  const [verifications, activity] = [monthStart(time, -verificationMonths), monthStart(time, -activityMonths)];
  return [
    // The rest of their last month expires row by row.
    { table: webhook_deliveries, key: ['delivery_id'], before: monthStart(time - deliveryDays * dayMilliseconds) },
    ...(verificationMonths === 0
      ? []
      : [{ table: record_verifications, key: ['org_id', 'record_id', 'sequence'], before: verifications }]),
    ...(activityMonths === 0
      ? []
      : [
          { table: daily_activity, key: ['org_id', 'day'], before: activity },
          { table: record_activity, key: ['org_id', 'record_id', 'day'], before: activity },
          { table: record_ranking, key: ['org_id', 'span', 'record_id'], before: activity },
        ]),
  ];
}
