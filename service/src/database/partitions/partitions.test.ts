// The months of a table on PostgreSQL: created ahead, safe if nobody created them, open for rows of
// clocks that are wrong, and removed with their rows.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { divideIntoMonths } from '../../../test-support/old-months.ts';
import { withPostgres } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../migrate.ts';
import { monthStart, partitionedTables } from './partitioned-tables.ts';
import { createMonths, listPartitions, removePartitionsBefore } from './partitions.ts';

const { records, events, record_ranking } = partitionedTables;

withPostgres(() => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase('postgres');
    await migrate(opened.database);
  });
  afterEach(() => opened.remove());

  const now = Date.now();
  const partitions = (table = events) => listPartitions(opened.database.read, table);
  const starts = async (table = events) => (await partitions(table)).map(({ from }) => from);
  const months = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, place) => monthStart(now, first + place));

  async function append(...times: number[]): Promise<void> {
    const rows = times.map((time) => ({
      org_id: 'org',
      sequence: time,
      event_id: `evt_${time}`,
      type: 'login',
      occurred_at: time,
      metadata: '{}',
      hash: '',
    }));
    await opened.database.transaction((transaction) => transaction.insertInto('events').values(rows).execute());
  }
  const appended = async () =>
    (await opened.database.read.selectFrom('events').select('occurred_at').orderBy('occurred_at').execute()).map(
      ({ occurred_at }) => occurred_at,
    );

  test('three months are created ahead, once, even if all nodes do it at the same moment', async () => {
    const nodes = [opened.database, opened.openAgain(), opened.openAgain()];
    for (const table of Object.values(partitionedTables)) {
      await Promise.all(nodes.map((node) => createMonths(node, table, now)));
      assert.deepEqual(
        (await partitions(table as typeof events)).map(({ from }) => from),
        [null, ...months(1, 4)],
      );
    }
    await createMonths(opened.database, events, monthStart(now, 1));
    assert.deepEqual(await starts(), [null, ...months(1, 5)]);
  });

  test('rows of months that nobody created are stored, and get a month when somebody does', async () => {
    await createMonths(opened.database, events, now);
    const times = [...months(-1, 9), 1, Date.UTC(2255, 0)].sort((left, right) => left - right);
    await append(...times);
    assert.deepEqual(await appended(), times);
    await createMonths(opened.database, events, monthStart(now, 9));
    assert.deepEqual(await appended(), times);
    // The months that were missed are one partition.
    assert.deepEqual(await starts(), [null, ...months(1, 4), ...months(10, 13)]);
    const later = await sql<{ occurred_at: number }>`SELECT occurred_at FROM events_later`.execute(
      opened.database.read,
    );
    assert.deepEqual(
      later.rows.map(({ occurred_at }) => occurred_at),
      [Date.UTC(2255, 0)],
    );
    await append(monthStart(now, 10) + 1, monthStart(now, 30));
    await createMonths(opened.database, events, monthStart(now, 10));
    assert.deepEqual((await starts()).at(-1), monthStart(now, 14));
  });

  test('old months are removed with their rows, and a clock that is behind still finds a place', async () => {
    await append(...months(-40, 0));
    await divideIntoMonths(opened.database, events, 36);
    assert.deepEqual(await removePartitionsBefore(opened.database, events, monthStart(now, -30) + 5), [
      'events_before',
      ...months(-36, -31).map((time) => `events_${new Date(time).toISOString().slice(0, 7).replace('-', '_')}`),
    ]);
    assert.deepEqual(await appended(), months(-30, 0));
    assert.deepEqual(await removePartitionsBefore(opened.database, events, monthStart(now, -30) + 5), []);
    await append(monthStart(now, -35));
    assert.equal((await appended())[0], monthStart(now, -35));
    assert.deepEqual(await removePartitionsBefore(opened.database, events, monthStart(now, -30)), ['events_before']);
    assert.deepEqual(await appended(), months(-30, 0));
  });

  test('the lookup of a record, and the ranking of a span, read one month', async () => {
    for (const table of [records, record_ranking]) await divideIntoMonths(opened.database, table, 36);
    const id = `${records.unit.valueAt(monthStart(now, -7)).slice(0, 15)}abc-8000-000000000000`;
    const month = new Date(monthStart(now, -7)).toISOString().slice(0, 7);
    for (const [statement, table] of [
      [sql`SELECT * FROM records WHERE record_id = ${id}`, 'records'],
      [sql`SELECT * FROM records WHERE record_id IN (${id}, ${id})`, 'records'],
      [sql`SELECT * FROM records JOIN record_signatures USING (record_id) WHERE records.record_id = ${id}`, 'records'],
      [sql`SELECT * FROM record_ranking WHERE org_id = 'org' AND span = ${`${month}-09/10`}`, 'record_ranking'],
    ] as const) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${statement}`.execute(opened.database.read);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const read = [...plan.matchAll(/\b(\w+_(?:\d{4}_\d\d|before|later)) /g)].map(([, name]) => name!);
      const ofTable = new Set(read.filter((name) => name.startsWith(table) && !name.includes('signatures')));
      assert.deepEqual([...ofTable], [`${table}_${month.replace('-', '_')}`], plan);
    }
  });

  test('a change that has to wait gives up, and requests go on', async () => {
    await createMonths(opened.database, events, now);
    const reader = opened.openAgain();
    await reader.transaction(async (transaction) => {
      // The change tries for longer than a session can be silent in a transaction.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
      await transaction.selectFrom('events').selectAll().execute();
      await assert.rejects(createMonths(opened.database, events, monthStart(now, 1)), { code: '55P03' });
      await append(now);
    });
    await createMonths(opened.database, events, monthStart(now, 1));
    assert.deepEqual(await starts(), [null, ...months(1, 5)]);
  });
});
