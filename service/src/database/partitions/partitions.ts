// The partitions of a table on PostgreSQL: everything `before` the first month, months, and
// everything `later`. The two open ends take rows of wrong clocks and of months that nobody
// created, so that no row is ever refused. Each change locks the table for milliseconds and gives
// up if it does not get the lock, so that requests do not wait. Databases without such partitions,
// such as CockroachDB, keep plain tables.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Queries } from '../../adapters/database/database.ts';
import { monthStart, type PartitionedTable } from './partitioned-tables.ts';

export interface Partition {
  readonly name: string;
  /** Null: open. From is included, and to is not. */
  readonly from: number | null;
  readonly to: number | null;
}

/** This many months after the current one have a partition. */
const monthsAhead = 3;
/** Requests wait this long at most, behind a change that itself waits for a long read. */
const lockMilliseconds = 250;
const mostTries = 5;
const lockNotAvailable = '55P03';

/** In the order of time. Without a lock, a partition that is just being replaced can be missing. */
export async function listPartitions(queries: Queries, { name, unit }: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string | null }>`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = to_regclass(${name})`.execute(queries);
  const timeOf = (bound: string) => (bound.startsWith("'") ? unit.timeOf(bound.slice(1, -1)) : null);
  return rows
    .flatMap(({ name, bounds }) => {
      const [, from, to] = /FROM \((.+)\) TO \((.+)\)/.exec(bounds ?? '') ?? [];
      return from && to ? [{ name, from: timeOf(from), to: timeOf(to) }] : [];
    })
    .sort((left, right) => (left.from ?? Number.NEGATIVE_INFINITY) - (right.from ?? Number.NEGATIVE_INFINITY));
}

/** Creates the months that will be needed soon. Every node can do it at any time. */
export async function createMonths(database: Database, table: PartitionedTable, time: number): Promise<void> {
  const isDone = async (queries: Queries) => {
    const last = (await listPartitions(queries, table)).at(-1);
    return !last || (last.to === null && last.from! > monthStart(time, monthsAhead));
  };
  while (!(await isDone(database.read))) {
    await whileLocked(database, table, async (transaction) => {
      if (!(await isDone(transaction))) await createMonth(transaction, table, time);
    });
  }
}

/** Makes a month of the start of `later`. Expects that the table is locked. */
export async function createMonth(transaction: Queries, table: PartitionedTable, time: number): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  const later = (await listPartitions(transaction, table)).at(-1)!;
  const month = `${table.name}_${new Date(later.from!).toISOString().slice(0, 7).replace('-', '_')}`;
  const from = literal(table, later.from);
  if (await isEmpty(transaction, later.name)) {
    const to = literal(table, monthStart(later.from!, 1));
    await run(`DROP TABLE ${later.name}`);
    await run(`CREATE TABLE ${month} PARTITION OF ${table.name} FOR VALUES FROM (${from}) TO (${to})`);
    await run(`CREATE TABLE ${later.name} PARTITION OF ${table.name} FOR VALUES FROM (${to}) TO (MAXVALUE)`);
    return;
  }
  // Nobody created months for a while: one partition takes all of them. Only rows of clocks that
  // are ahead move.
  const to = literal(table, Math.max(monthStart(later.from!, 1), monthStart(time, 1)));
  await run(`ALTER TABLE ${table.name} DETACH PARTITION ${later.name}`);
  await run(`ALTER TABLE ${later.name} RENAME TO ${month}`);
  await run(`CREATE TABLE ${later.name} PARTITION OF ${table.name} FOR VALUES FROM (${to}) TO (MAXVALUE)`);
  await moveRows(transaction, table, month, later.name, to);
  await run(`ALTER TABLE ${table.name} ATTACH PARTITION ${month} FOR VALUES FROM (${from}) TO (${to})`);
}

export async function moveRows(
  transaction: Queries,
  { column }: PartitionedTable,
  source: string,
  target: string,
  from: string,
): Promise<void> {
  await sql
    .raw(
      `WITH moved AS (DELETE FROM ${source} WHERE ${column} >= ${from} RETURNING *)
        INSERT INTO ${target} SELECT * FROM moved`,
    )
    .execute(transaction);
}

/**
 * Removes every partition that ends at this time or earlier, with its rows. Returns their names.
 * Events are removed only after they were archived.
 */
export async function removePartitionsBefore(
  database: Database,
  table: PartitionedTable,
  time: number,
): Promise<readonly string[]> {
  const findOld = async (queries: Queries) => {
    const old = (await listPartitions(queries, table)).filter(({ to }) => to !== null && to <= time);
    const isOnlyAnEmptyEnd = old.length === 1 && (await isEmpty(queries, old[0]!.name));
    return isOnlyAnEmptyEnd ? [] : old;
  };
  if ((await findOld(database.read)).length === 0) return [];
  return whileLocked(database, table, async (transaction) => {
    const old = await findOld(transaction);
    if (old.length === 0) return [];
    await dropPartitions(transaction, table, old);
    return old.map(({ name }) => name);
  });
}

/** `old` begins with the first partition. Expects that the table is locked. */
export async function dropPartitions(
  transaction: Queries,
  table: PartitionedTable,
  old: readonly Partition[],
): Promise<void> {
  await sql.raw(`DROP TABLE ${old.map(({ name }) => name).join(', ')}`).execute(transaction);
  const to = literal(table, old.at(-1)!.to);
  await sql
    .raw(`CREATE TABLE ${table.name}_before PARTITION OF ${table.name} FOR VALUES FROM (MINVALUE) TO (${to})`)
    .execute(transaction);
}

async function whileLocked<Result>(
  database: Database,
  { name }: PartitionedTable,
  work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(async (transaction) => {
        await sql.raw(`SET LOCAL lock_timeout = ${lockMilliseconds}`).execute(transaction);
        await sql.raw(`LOCK TABLE ONLY ${name} IN ACCESS EXCLUSIVE MODE`).execute(transaction);
        return work(transaction);
      });
    } catch (problem) {
      if ((problem as { code?: string }).code !== lockNotAvailable || attempt >= mostTries) throw problem;
      await pause(Math.random() * 1_000 * attempt);
    }
  }
}

async function isEmpty(queries: Queries, name: string): Promise<boolean> {
  const { rows } = await sql.raw(`SELECT 1 FROM ${name} LIMIT 1`).execute(queries);
  return rows.length === 0;
}

export function literal({ unit }: PartitionedTable, time: number | null): string {
  return time === null ? 'MINVALUE' : `'${unit.valueAt(time)}'`;
}
