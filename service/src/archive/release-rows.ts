// Removes rows from the database after their archive file is complete. PostgreSQL drops whole
// months, which costs nothing. SQLite deletes rows in small portions, and so does PostgreSQL if a
// month has a row that is in no file, for example from a clock that was wrong.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Queries, Transaction } from '../adapters/database/database.ts';
import { type PartitionedTable, partitionedTables } from '../database/partitions/partitioned-tables.ts';
import { dropPartitions, listPartitions, type Partition } from '../database/partitions/partitions.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { type Archive, deleteRows, listArchives, setState } from './archives.store.ts';

export interface ReleaseParts {
  readonly database: Database;
  readonly files: Pick<ArchiveFiles, 'readAll'>;
  /** The first record_id that stays. */
  readonly before: string;
  readonly whileLeased: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
  /** True: the rest is for the next run. */
  readonly isStopped: () => boolean;
  readonly restMilliseconds: number;
}

const filesPerPage = 100;
/** Requests wait this long at most for the moment in which a month is dropped. */
const lockMilliseconds = 250;
const tables = [partitionedTables.records, partitionedTables.record_signatures];

export async function releaseRows(parts: ReleaseParts): Promise<void> {
  const { database, whileLeased, before, isStopped } = parts;
  if ((await listArchives(database.read, 'stored', '', 1)).length === 0) return;
  if (database.kind === 'postgres' && (await whileLeased((transaction) => dropMonths(transaction, before)))) return;
  for (let after = ''; ; ) {
    const some = await listArchives(database.read, 'stored', after, filesPerPage);
    for (const archive of some) await deleteRowsOf(archive, parts);
    if (some.length < filesPerPage || isStopped()) return;
    after = some.at(-1)!.first_key;
  }
}

async function deleteRowsOf(
  archive: Archive,
  { files, whileLeased, isStopped, restMilliseconds }: ReleaseParts,
): Promise<void> {
  if (isStopped()) return;
  // Exactly those in the file, and only if the file can still be read.
  for await (const rows of files.readAll(archive)) {
    const recordIds = rows.map(({ record_id }) => record_id);
    await whileLeased((transaction) => deleteRows(transaction, recordIds));
    if (isStopped()) return;
    await pause(restMilliseconds / 10);
  }
  await whileLeased((transaction) => setState(transaction, archive.archive_id, 'released'));
}

/** The months of one table that are archived. */
interface Months {
  readonly table: PartitionedTable;
  /** Whether nothing is before them. */
  readonly isFirst: boolean;
  readonly old: readonly Partition[];
}

/** PostgreSQL only. False: a month has rows that are not in a file. */
async function dropMonths(transaction: Queries, before: string): Promise<boolean> {
  const run = (statement: string) => sql.raw(statement).execute(transaction);
  const [archived] = (
    await sql<{ entries: number; first: string; last: string }>`SELECT CAST(sum(entries) AS bigint) AS entries,
      min(first_key) AS first, max(last_key) AS last FROM archives WHERE state = 'stored'`.execute(transaction)
  ).rows;
  const { entries, first, last } = archived!;
  const [start, end] = [first, before].map(partitionedTables.records.unit.timeOf) as [number, number];
  // Earlier months can have rows that arrived late. They stay, and their months with them.
  const isOld = ({ to }: Partition) => to !== null && to > start && to <= end;
  const months: Months[] = [];
  for (const table of tables) {
    const partitions = await listPartitions(transaction, table);
    months.push({ table, isFirst: partitions[0] !== undefined && isOld(partitions[0]), old: partitions.filter(isOld) });
  }
  if (months.some(({ old }) => old.length === 0)) return false;
  const names = months.flatMap(({ old }) => old.map(({ name }) => name));
  // Old months are only read. This keeps a late row out while rows are counted; reading goes on.
  await run(`LOCK TABLE ${names.join(', ')} IN SHARE MODE`);
  // Counting a hundred million rows takes longer than the limit of a statement.
  await run('SET LOCAL statement_timeout = 0');
  // A killed node can have removed a part of a file's rows, beginning with the first. Then equal
  // numbers prove nothing.
  const begun = await transaction
    .selectFrom('archives')
    .select('archive_id')
    .where('state', '=', 'stored')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('records').select('record_id').whereRef('record_id', '=', 'archives.first_key'))),
    )
    .limit(1)
    .execute();
  if (begun.length > 0) return false;
  for (const { old } of months) {
    const counts = old.map(({ name }) => `SELECT count(*) AS rows, max(record_id) AS last FROM ${name}`);
    const { rows } = await sql
      .raw<{ rows: number; last: string }>(
        `SELECT CAST(sum(rows) AS bigint) AS rows, max(last) AS last FROM (${counts.join(' UNION ALL ')}) AS counts`,
      )
      .execute(transaction);
    if (Number(rows[0]!.rows) !== Number(entries) || rows[0]!.last !== last) return false;
  }
  await run(`SET LOCAL lock_timeout = ${lockMilliseconds}`);
  await run(`LOCK TABLE ONLY ${tables.map(({ name }) => name).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  for (const { table, isFirst, old } of months) {
    if (isFirst) await dropPartitions(transaction, table, old);
    // A gap between two partitions would refuse rows.
    else await run(`TRUNCATE TABLE ${old.map(({ name }) => name).join(', ')}`);
  }
  await transaction.updateTable('archives').set({ state: 'released' }).where('state', '=', 'stored').execute();
  return true;
}
