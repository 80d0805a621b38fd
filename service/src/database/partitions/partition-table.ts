// Turns a plain table into a partitioned one on PostgreSQL, without copying it: the table itself
// becomes the first partition, for everything before next month. Its indexes stay and are attached.
// Only a primary key that lacks the column of the partitions is built again.
import { sql } from 'kysely';
import type { Queries } from '../../adapters/database/database.ts';
import { monthStart, type PartitionedTable } from './partitioned-tables.ts';
import { literal, moveRows } from './partitions.ts';

export async function partitionTable(
  transaction: Queries,
  table: PartitionedTable,
  primaryKey: readonly string[],
  time: number,
): Promise<void> {
  const { name, column } = table;
  const [before, later] = [`${name}_before`, `${name}_later`];
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  const indexes = await listIndexes(transaction, name);
  const key = `PRIMARY KEY (${primaryKey.join(', ')})`;
  const hasSameKey = indexes.some(({ definition }) => definition === key);

  await run(`ALTER TABLE ${name} RENAME TO ${before}`);
  for (const index of indexes) await run(`ALTER INDEX ${index.name} RENAME TO ${before}_${index.name}`);
  await run(
    `CREATE TABLE ${name} (LIKE ${before} INCLUDING DEFAULTS INCLUDING STORAGE) PARTITION BY RANGE (${column})`,
  );
  await run(`ALTER TABLE ${name} ADD ${key}`);
  for (const { isKey, definition } of indexes) if (!isKey) await run(definition);
  if (!hasSameKey) {
    for (const index of indexes)
      if (index.isKey) await run(`ALTER TABLE ${before} DROP CONSTRAINT ${before}_${index.name}`);
    await run(`ALTER TABLE ${before} ADD ${key}`);
  }
  const nextMonth = literal(table, monthStart(time, 1));
  await run(`CREATE TABLE ${later} PARTITION OF ${name} FOR VALUES FROM (${nextMonth}) TO (MAXVALUE)`);
  await moveRows(transaction, table, before, later, nextMonth);
  await run(`ALTER TABLE ${name} ATTACH PARTITION ${before} FOR VALUES FROM (MINVALUE) TO (${nextMonth})`);
}

/** The definition of a primary key is that of its constraint. */
async function listIndexes(queries: Queries, table: string) {
  const { rows } = await sql<{ name: string; isKey: boolean; definition: string }>`
    SELECT c.relname AS name, i.indisprimary AS "isKey",
      coalesce(pg_get_constraintdef(k.oid), pg_get_indexdef(c.oid)) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    LEFT JOIN pg_constraint k ON k.conindid = c.oid AND k.contype = 'p'
    WHERE i.indrelid = to_regclass(${table})`.execute(queries);
  return rows;
}
