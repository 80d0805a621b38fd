// Rows that expire, and when. Each table has an index by the column that decides, so that finding
// them costs no more than removing them.
import type { Tables } from './schema.ts';

/** How long rows are kept. 0 months: forever. */
export interface Retention {
  readonly deliveryDays: number;
  readonly verificationMonths: number;
  readonly activityMonths: number;
}

export interface ExpiredRows {
  readonly table: keyof Tables;
  readonly key: readonly string[];
  readonly column: string;
  /** A row expires if its column is smaller. */
  readonly before: number | string;
}

const hour = 60 * 60 * 1_000;
const day = 24 * hour;
/** An old invite still responds that it has expired, instead of as if it had never existed. */
const inviteDays = 30;
/** Longer than a vacation. After it, a network counts as new again. */
const networkDays = 90;
/** Twice the longest range by the hour. Days keep the same counts. */
const activityHours = 48;

export function expiredRows(time: number, { deliveryDays }: Retention): readonly ExpiredRows[] {
  const now = time + 1;
  return [
    { table: 'revoked_sessions', key: ['session_id'], column: 'expires_at', before: now },
    { table: 'mailed_tokens', key: ['token_hash'], column: 'expires_at', before: now },
    { table: 'idempotency_keys', key: ['org_id', 'route', 'idempotency_key'], column: 'expires_at', before: now },
    { table: 'invites', key: ['invite_id'], column: 'expires_at', before: now - inviteDays * day },
    {
      table: 'known_networks',
      key: ['user_id', 'network_hash'],
      column: 'last_login_at',
      before: now - networkDays * day,
    },
    { table: 'webhook_deliveries', key: ['delivery_id'], column: 'created_at', before: now - deliveryDays * day },
    {
      table: 'hourly_activity',
      key: ['org_id', 'hour'],
      column: 'hour',
      before: new Date(time - activityHours * hour).toISOString().slice(0, 13),
    },
  ];
}
