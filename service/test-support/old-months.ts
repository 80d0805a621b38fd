// Partitions as after years of use: in place of the first partition, a month for each of the last
// months. Rows that are stored already move into theirs.
import { sql } from 'kysely';
import type { Database } from '../src/adapters/database/database.ts';
import { monthStart, type PartitionedTable } from '../src/database/partitions/partitioned-tables.ts';
import { listPartitions } from '../src/database/partitions/partitions.ts';

export async function divideIntoMonths(
  database: Database,
  table: PartitionedTable,
  months: number,
  time = Date.now(),
): Promise<void> {
  const { name, unit } = table;
  const [first] = await listPartitions(database.read, table);
  const starts = Array.from({ length: months + 1 }, (_, place) => monthStart(time, place - months));
  const value = (start: number) => `'${unit.valueAt(start)}'`;
  const statements = [
    `ALTER TABLE ${name} DETACH PARTITION ${first!.name}`,
    `ALTER TABLE ${first!.name} RENAME TO divided`,
    `CREATE TABLE ${name}_before PARTITION OF ${name} FOR VALUES FROM (MINVALUE) TO (${value(starts[0]!)})`,
    ...starts.map((start, place) => {
      const end = place < months ? starts[place + 1]! : first!.to!;
      const month = new Date(start).toISOString().slice(0, 7).replace('-', '_');
      return `CREATE TABLE ${name}_${month} PARTITION OF ${name} FOR VALUES FROM (${value(start)}) TO (${value(end)})`;
    }),
    `INSERT INTO ${name} SELECT * FROM divided`,
    'DROP TABLE divided',
  ];
  await database.transaction(async (transaction) => {
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });
}
