// The migration to partitions, from a database of the release before with data in it: nothing is
// lost, watermark ids stay unique, and rows of clocks that are ahead find a place.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { KeyTaken, type Queries } from '../../adapters/database/database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/all-migrations.ts';
import { monthStart, partitionedTables } from './partitioned-tables.ts';
import { listPartitions } from './partitions.ts';

const past = '018f0000-0000-7000-8000-000000000001';
/** In the year 2255. */
const future = '08300000-0000-7000-8000-000000000002';
const futureTime = Number.parseInt(future.slice(0, 8) + future.slice(9, 13), 16);
const occurredAt = Date.UTC(2026, 4, 6);

onEachDatabase((kind) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(
      opened.database,
      migrations.slice(
        0,
        migrations.findIndex(({ name }) => name.endsWith('-partitions')),
      ),
    );
    await opened.database.transaction(fill);
    await migrate(opened.database);
  });
  afterEach(() => opened.remove());

  test('every row is still there, with what the new columns need', async () => {
    const { read } = opened.database;
    const signatures = await read.selectFrom('record_signatures').selectAll().orderBy('record_id').execute();
    assert.deepEqual(
      signatures.map(({ record_id, signature }) => [record_id, Buffer.from(signature).toString()]),
      [
        [past, 'signature of 018f'],
        [future, 'signature of 0830'],
      ],
    );
    const records = await read.selectFrom('records').selectAll().orderBy('record_id').execute();
    assert.deepEqual(
      records.map(({ record_id, watermark_id, phash, signed_at }) => [record_id, watermark_id, phash, signed_at]),
      [
        [past, 'mark 018f', 'ff00', 7],
        [future, 'mark 0830', 'ff00', 7],
      ],
    );
    assert.deepEqual(await all('watermarks'), [
      { watermark_id: 'mark 018f', record_id: past },
      { watermark_id: 'mark 0830', record_id: future },
    ]);
    assert.deepEqual(await all('c2pa_manifests', 'manifest_id', 'record_id'), [
      { manifest_id: 'urn', record_id: past },
    ]);
    assert.deepEqual(await all('record_verifications', 'sequence', 'record_id', 'occurred_at'), [
      { sequence: 1, record_id: past, occurred_at: occurredAt },
      { sequence: 2, record_id: future, occurred_at: futureTime },
    ]);
    assert.deepEqual(await all('record_ranking', 'span', 'verifications'), [
      { span: '2026-04-27/10', verifications: 5 },
      { span: '2026-05-06', verifications: 5 },
    ]);
    assert.equal((await all('events', 'sequence')).length, 2);
    assert.equal((await all('webhook_deliveries', 'delivery_id')).length, 1);
  });

  test('a watermark_id that is taken in any month is refused', async () => {
    const insert = opened.database.transaction((transaction) =>
      transaction.insertInto('watermarks').values({ watermark_id: 'mark 018f', record_id: 'other' }).execute(),
    );
    await assert.rejects(insert, KeyTaken);
  });

  if (kind === 'postgres')
    test('each table is divided at the next month, and rows of a clock that is ahead come later', async () => {
      const next = monthStart(Date.now(), 1);
      for (const table of Object.values(partitionedTables))
        assert.deepEqual(await listPartitions(opened.database.read, table), [
          { name: `${table.name}_before`, from: null, to: next },
          { name: `${table.name}_later`, from: next, to: null },
        ]);
      assert.deepEqual(await all('records_later', 'record_id'), [{ record_id: future }]);
      assert.deepEqual(await all('record_signatures_later', 'record_id'), [{ record_id: future }]);
      assert.deepEqual(await all('events_later', 'sequence'), [{ sequence: 2 }]);
    });

  async function all(table: string, ...columns: string[]) {
    const list = columns.length === 0 ? sql`*` : sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<object>`SELECT ${list} FROM ${sql.table(table)} ORDER BY 1`.execute(
      opened.database.read,
    );
    return rows.map((row) => ({ ...row }));
  }
});

/** As the release before wrote it. */
async function fill(queries: Queries): Promise<void> {
  await sql`INSERT INTO organizations (org_id, name, plan, created_at) VALUES ('org', '', 'free', 1)`.execute(queries);
  for (const id of [past, future]) {
    const short = id.slice(0, 4);
    await sql`INSERT INTO records (record_id, org_id, generator_id, kid, watermark_id, model, format, mode,
      content_hash, signature, phash, signed_at) VALUES (${id}, 'org', '', '', ${`mark ${short}`}, '', 'image',
      'client', '', ${Buffer.from(`signature of ${short}`)}, 'ff00', 7)`.execute(queries);
  }
  await sql`INSERT INTO c2pa_manifests VALUES ('urn', 'org', ${past}, 'classical', 'embedded', '', '', ${Buffer.of(1)}, 1)`.execute(
    queries,
  );
  for (const [sequence, id, time] of [
    [1, past, occurredAt],
    [2, future, futureTime],
  ] as const) {
    await sql`INSERT INTO events VALUES ('org', ${sequence}, ${`evt_${sequence}`}, 'verify', ${time}, '{}', '')`.execute(
      queries,
    );
    await sql`INSERT INTO record_verifications VALUES ('org', ${id}, ${sequence})`.execute(queries);
  }
  for (const span of ['2026-05-06', `ten-days-${Math.floor(occurredAt / 864_000_000)}`])
    await sql`INSERT INTO record_ranking VALUES ('org', ${span}, ${past}, 5)`.execute(queries);
  await sql`INSERT INTO webhook_deliveries (delivery_id, org_id, webhook_id, sequence, event, payload, status, attempts,
    created_at) VALUES ('whd', 'org', '', 1, '', '', 'failed', 1, ${occurredAt})`.execute(queries);
}
