// The rows of an organization that took no part: all of them must be there afterwards, unchanged,
// and none added, except for what anyone can cause by design: verifications of its public records,
// and emails about forgotten passwords.
import type { Database } from '../../service/src/adapters/database/database.ts';
import { dumpTenant, readAllRows } from '../../service/test-support/tenant-dump.ts';

/** Rows that anyone can cause. Among these, only events are compared, by their type. */
const causedByAnybody = /^(events|event_heads|daily_activity|hourly_activity|record_\w+|mailed_tokens|mail_queue): /;
const eventsOfAnybody = ['verify'];

export interface ForeignState {
  /** One sentence for each changed row. */
  findChanges(): Promise<string[]>;
}

export async function keepState(database: Database, orgId: string): Promise<ForeignState> {
  const before = (await dumpTenant(database, orgId)).rows.filter((row) => !causedByAnybody.test(row));
  const eventsBefore = await countEvents(database, orgId);
  return {
    async findChanges() {
      const own = new Set(before);
      const rows = (await readAllRows(database)).map(({ table, row }) => ({
        text: `${table}: ${JSON.stringify(row)}`,
        org: row.org_id,
      }));
      const now = new Set(rows.map(({ text }) => text));
      const lost = before.filter((row) => !now.has(row)).map((row) => `changed or gone: ${row.slice(0, 300)}`);
      const added = rows
        .filter(({ org, text }) => org === orgId && !own.has(text) && !causedByAnybody.test(text))
        .map(({ text }) => `new: ${text.slice(0, 300)}`);
      const events = await countEvents(database, orgId);
      return [...lost, ...added, ...(events === eventsBefore ? [] : [`${events - eventsBefore} new events`])];
    },
  };
}

async function countEvents({ read }: Database, orgId: string): Promise<number> {
  const { count } = await read
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('org_id', '=', orgId)
    .where('type', 'not in', eventsOfAnybody as never)
    .executeTakeFirstOrThrow();
  return Number(count);
}
