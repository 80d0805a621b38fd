// The tables that grow with traffic. On PostgreSQL each is divided into months by one column, which
// is part of its primary key. On SQLite they are plain tables.
import type { Tables } from '../schema.ts';

export interface PartitionedTable {
  readonly name: keyof Tables;
  readonly column: string;
  /** How the column states a time. */
  readonly unit: Unit;
}

interface Unit {
  /** The smallest value at a time. */
  valueAt(time: number): string;
  timeOf(value: string): number;
}

const milliseconds: Unit = { valueAt: String, timeOf: Number };
/** `2026-11-30` */
const day: Unit = { valueAt: (time) => new Date(time).toISOString().slice(0, 10), timeOf: Date.parse };
/** UUID version 7 (RFC 9562, 5.7): the first 48 bits are milliseconds. */
const identifier: Unit = {
  valueAt(time) {
    const hex = time.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
  },
  timeOf: (id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16),
};

export const partitionedTables = {
  records: { name: 'records', column: 'record_id', unit: identifier },
  record_signatures: { name: 'record_signatures', column: 'record_id', unit: identifier },
  events: { name: 'events', column: 'occurred_at', unit: milliseconds },
  record_verifications: { name: 'record_verifications', column: 'occurred_at', unit: milliseconds },
  webhook_deliveries: { name: 'webhook_deliveries', column: 'created_at', unit: milliseconds },
  daily_activity: { name: 'daily_activity', column: 'day', unit: day },
  record_activity: { name: 'record_activity', column: 'day', unit: day },
  // A span starts with its first day.
  record_ranking: { name: 'record_ranking', column: 'span', unit: day },
} as const satisfies Partial<Record<keyof Tables, PartitionedTable>>;

/** When a month begins in UTC, counted from the month of a time. */
export function monthStart(time: number, monthsLater = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater);
}
