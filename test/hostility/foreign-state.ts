// The rows of an organization that took no part: all of them must be there afterwards, unchanged,
// and none added, except for what anyone can cause by design: verifications of its public records,
// and emails about forgotten passwords.
import { sql } from 'kysely';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { dumpTenant } from '../../service/test-support/tenant-dump.ts';

/** Rows that anyone can cause. Among these, only events are compared, by their type. */
const causedByAnybody = /^(events|event_heads|daily_activity|record_\w+|mailed_tokens|mail_queue): /;
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
      const rows = await readRows(database);
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

async function readRows({ read }: Database): Promise<{ text: string; org: unknown }[]> {
  const tables = await read.introspection.getTables();
  const contents = tables.map(async ({ name }) => {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(read);
    return rows.map((row) => ({ text: `${name}: ${JSON.stringify(row)}`, org: row.org_id }));
  });
  return (await Promise.all(contents)).flat();
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
