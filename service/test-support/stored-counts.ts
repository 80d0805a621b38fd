// What the database itself holds about an organization: the three counts that must always agree.
import type { Database } from '../src/adapters/database/database.ts';

export interface StoredCounts {
  readonly records: number;
  /** Signatures counted, over all months. */
  readonly used: number;
  readonly signEvents: number;
}

export async function countStored({ read }: Database, orgId: string): Promise<StoredCounts> {
  const records = await read.selectFrom('records').select('record_id').where('org_id', '=', orgId).execute();
  const usage = await read.selectFrom('usage').select('signatures_used').where('org_id', '=', orgId).execute();
  const signEvents = await read
    .selectFrom('events')
    .select('event_id')
    .where('org_id', '=', orgId)
    .where('type', '=', 'sign')
    .execute();
  return {
    records: records.length,
    used: usage.reduce((sum, { signatures_used }) => sum + signatures_used, 0),
    signEvents: signEvents.length,
  };
}

/** The counts of an organization whose every signature was counted. */
export function allOf(count: number): StoredCounts {
  return { records: count, used: count, signEvents: count };
}
