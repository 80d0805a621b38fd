// Background work on what is stored, at the start and then every ten minutes: creates the months
// that will be needed soon, and removes what has expired. Every node can do it: doing it twice does
// no harm. A step that fails is logged and tried again the next time. A node whose clock is ahead
// removes nothing early, because the earlier clock counts: that of the node or of the database.
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../adapters/database/database.ts';
import { expiredMonths } from './expired-months.ts';
import { type ExpiredRows, expiredRows, type Retention } from './expired-rows.ts';
import { partitionedTables } from './partitions/partitioned-tables.ts';
import { createMonths, removePartitionsBefore } from './partitions/partitions.ts';

const everyMilliseconds = 10 * 60 * 1_000;
/** Rows per transaction, so that no request waits for long. */
const portion = 1_000;

type Step = () => Promise<unknown>;

export function startRetention(
  database: Database,
  retention: Retention,
  log: Pick<FastifyBaseLogger, 'warn'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    const warn = (problem: unknown) => log.warn({ err: problem }, 'retention failed; the next try is in ten minutes');
    const time = await earlierClock(database).catch(warn);
    if (time === undefined) return;
    for (const step of stepsAt(database, retention, time, stopping.signal)) {
      if (stopping.signal.aborted) return;
      await step().catch(warn);
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMilliseconds).unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** All steps at once. */
export async function keepTables(database: Database, retention: Retention, time: number): Promise<void> {
  for (const step of stepsAt(database, retention, time)) await step();
}

function stepsAt(database: Database, retention: Retention, time: number, signal?: AbortSignal): Step[] {
  const tables = Object.values(partitionedTables);
  const months = expiredMonths(time, retention);
  const isPostgres = database.kind === 'postgres';
  return [
    ...(isPostgres ? tables.map((table) => () => createMonths(database, table, time)) : []),
    ...months.map(({ table, key, before }) => () => {
      if (isPostgres) return removePartitionsBefore(database, table, before);
      const { name, column, unit } = table;
      return removeRows(database, { table: name, key, column, before: unit.valueAt(before) }, signal);
    }),
    ...expiredRows(time, retention).map((expired) => () => removeRows(database, expired, signal)),
  ];
}

async function earlierClock({ kind, read }: Database): Promise<number> {
  if (kind === 'sqlite') return Date.now();
  const { rows } = await sql<{ time: string }>`SELECT extract(epoch FROM now()) * 1000 AS time`.execute(read);
  return Math.min(Date.now(), Math.floor(Number(rows[0]!.time)));
}

async function removeRows(
  database: Database,
  { table, key, column, before }: ExpiredRows,
  signal?: AbortSignal,
): Promise<void> {
  const columns = sql.join(key.map((each) => sql.ref(each)));
  const isExpired = sql`${sql.ref(column)} < ${before}`;
  for (let removed = BigInt(portion); removed === BigInt(portion) && !signal?.aborted; ) {
    // The second condition keeps PostgreSQL out of the months that stay.
    const { numAffectedRows } = await database.transaction((transaction) =>
      sql`DELETE FROM ${sql.table(table)} WHERE (${columns}) IN (SELECT ${columns} FROM ${sql.table(table)}
        WHERE ${isExpired} LIMIT ${portion}) AND ${isExpired}`.execute(transaction),
    );
    removed = numAffectedRows ?? 0n;
  }
}
