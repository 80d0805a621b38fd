// What the database itself has about an organization: the three counts that must always agree. And
// a way to start with a half-used month.
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

/** Sets the signatures used this month, as if that many had been made. */
export async function setUsed(database: Database, orgId: string, used: number): Promise<void> {
  const period = new Date().toISOString().slice(0, 7);
  await database.transaction((transaction) =>
    transaction
      .insertInto('usage')
      .values({ org_id: orgId, period, signatures_used: used })
      .onConflict((conflict) => conflict.columns(['org_id', 'period']).doUpdateSet({ signatures_used: used }))
      .execute(),
  );
}
