// Moving records into archive files, on both databases: a failure at any step loses nothing, two
// nodes do not work at once, and a row that is in no file stays in the database.
import assert from 'node:assert/strict';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { divideIntoMonths } from '../../test-support/old-months.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import type { Database, Transaction } from '../adapters/database/database.ts';
import { createFolderStore } from '../adapters/object-store/folder-store.ts';
import type { ObjectStore } from '../adapters/object-store/object-store.ts';
import { migrate } from '../database/migrate.ts';
import { partitionedTables } from '../database/partitions/partitioned-tables.ts';
import { createLog } from '../log.ts';
import { createArchiveFiles } from './archive-files.ts';
import { createArchiveJob, LeaseTaken } from './archive-job.ts';
import { listAllArchives, listArchives, putRowsBack, type SignedRow } from './archives.store.ts';
import { createRecordLookup } from './record-lookup.ts';
import { restoreRecords } from './restore-records.ts';

const key = randomBytes(32);
const log = createLog('silent');
const environment = 'live';
const month = 31 * 24 * 60 * 60 * 1_000;

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let folder: string;
  let store: ObjectStore;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
    folder = mkdtempSync(join(tmpdir(), 'provenance-archive-'));
    store = createFolderStore(folder);
  });
  afterEach(async () => {
    await opened.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const filesOf = (own = store) => createArchiveFiles({ environment, store: own, key, log });
  /** A new node each time. delay: how much later than the others. */
  function jobOf({ database = opened.database, own = store, delay = 0 } = {}) {
    const now = () => Date.now() + 3 * month + delay;
    return createArchiveJob({ environment, database, store: own, files: filesOf(own), key, afterMonths: 1, log, now });
  }

  async function insert(count: number): Promise<SignedRow[]> {
    const rows = Array.from({ length: count }, () => rowOf(randomUUIDv7()));
    for (let start = 0; start < count; start += 500) {
      await opened.database.transaction((transaction) => putRowsBack(transaction, rows.slice(start, start + 500)));
    }
    return rows;
  }

  async function expectAll(rows: readonly SignedRow[]): Promise<void> {
    const { read } = opened.database;
    const lookup = createRecordLookup(filesOf());
    const ids = rows.map(({ record_id }) => record_id);
    const found = new Map((await lookup.find(read, ids)).map((row) => [row.record_id, row]));
    for (const { signature: _, ...row } of rows) assert.deepEqual({ ...found.get(row.record_id) }, row);
  }

  const stored = () => opened.database.read.selectFrom('records').select('record_id').orderBy('record_id').execute();
  const archives = () => Array.fromAsync(listAllArchives(opened.database.read));

  test('a failure at any step loses nothing, and the next run completes the work', async () => {
    for (let step = 1; ; step += 1) {
      const rows = await insert(140);
      const { database, own, state } = failAt(step, opened.database, store);
      await jobOf({ database, own })
        .run()
        .catch(() => undefined);
      await expectAll(rows);
      // As if the node was killed, its lease has to end first.
      await jobOf({ delay: month / 100 }).run();
      await expectAll(rows);
      assert.deepEqual(await stored(), [], `after step ${step}`);
      const listed = (await archives()).map((archive) => filesOf().nameOf(archive));
      assert.deepEqual(readdirSync(folder).sort(), listed.sort(), 'no file is left over');
      if (!state.failed) break;
    }
  });

  test('of two nodes at once, one works, and every record is in one file', async () => {
    const rows = await insert(500);
    const outcomes = await Promise.allSettled([jobOf().run(), jobOf().run(), jobOf().run()]);
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    assert.ok(refused.length >= 1 && refused.every(({ reason }) => reason instanceof LeaseTaken));
    const files = await archives();
    assert.equal(
      files.reduce((sum, { entries }) => sum + entries, 0),
      rows.length,
    );
    await expectAll(rows);
  });

  test('a row that arrives late with an old id stays in the database', async () => {
    const rows = await insert(300);
    const middle = rowOf(`${rows[150]!.record_id.slice(0, -12)}ffffffffffff`);
    let late = false;
    // Between the writing of the file and the removal of the rows.
    const own: ObjectStore = {
      ...store,
      async read(...place) {
        if (!late) await opened.database.transaction((transaction) => putRowsBack(transaction, [middle]));
        late = true;
        return store.read(...place);
      },
    };
    await jobOf({ own }).run();
    assert.deepEqual(
      (await stored()).map(({ record_id }) => record_id),
      [middle.record_id],
    );
    await expectAll([middle, ...rows]);
  });

  test('rows that arrived late stay, also if a killed node has removed as many others', async () => {
    const rows = await insert(300);
    const start = rows[150]!.record_id.slice(0, -12);
    const late = Array.from({ length: 128 }, (_, place) =>
      rowOf(`${start}${(place + 1).toString(16).padStart(12, 'f')}`),
    );
    let reads = 0;
    const own: ObjectStore = {
      ...store,
      async read(...place) {
        reads += 1;
        if (reads === 1) await opened.database.transaction((transaction) => putRowsBack(transaction, late));
        const { length } = await stored();
        if (length === 300) throw new Error('killed');
        return store.read(...place);
      },
    };
    await assert.rejects(jobOf({ own }).run(), /killed/);
    assert.equal((await stored()).length, 300, 'a part of the rows is removed');
    await jobOf({ delay: month / 100 }).run();
    assert.equal((await stored()).length, late.length);
    await expectAll([...late, ...rows]);
  });

  test('a node that wrote for longer than its lease changes nothing afterwards', async () => {
    const rows = await insert(200);
    const own: ObjectStore = {
      ...store,
      async write(name, bytes) {
        await jobOf({ delay: month / 100 }).run();
        await store.write(name, bytes);
      },
    };
    await assert.rejects(jobOf({ own }).run(), LeaseTaken);
    assert.equal((await archives()).length, 1);
    const counts = await opened.database.read.selectFrom('archived_counts').select('records').execute();
    assert.equal(
      counts.reduce((sum, { records }) => sum + Number(records), 0),
      rows.length,
    );
    await expectAll(rows);
  });

  test('archiving can begin again after an interrupted restore', async () => {
    const rows: SignedRow[] = [];
    for (const delay of [0, month / 100]) {
      rows.push(...(await insert(10)));
      await jobOf({ delay }).run();
    }
    assert.equal((await archives()).length, 2);
    const { whileLeased } = jobOf({ delay: month / 50 });
    let changes = 0;
    // Both files are restored, and neither is removed.
    const killed: typeof whileLeased = (work) => {
      changes += 1;
      if (changes > 4) throw new Error('killed');
      return whileLeased(work);
    };
    await assert.rejects(
      restoreRecords({ database: opened.database, store, files: filesOf(), whileLeased: killed }),
      /killed/,
    );
    rows.push(...(await insert(10)));
    await jobOf({ delay: month / 25 }).run();
    assert.deepEqual(await stored(), []);
    await expectAll(rows);
    assert.equal(readdirSync(folder).length, (await archives()).length);
  });

  test('a node that stops leaves the rest of the rows to the next run', async () => {
    const rows = await insert(300);
    // So that no month is dropped as a whole.
    const late = rowOf(`${rows[150]!.record_id.slice(0, -12)}ffffffffffff`);
    const own: ObjectStore = {
      ...store,
      async read(...place) {
        const { length } = await stored();
        if (length === 300) await opened.database.transaction((transaction) => putRowsBack(transaction, [late]));
        if (length < 300) job.stop();
        return store.read(...place);
      },
    };
    const job = jobOf({ own });
    await job.run();
    assert.ok((await stored()).length > 1);
    await jobOf().run();
    assert.deepEqual(
      (await stored()).map(({ record_id }) => record_id),
      [late.record_id],
    );
    await expectAll([late, ...rows]);
  });

  test('a month is counted and dropped without the time limit of queries', async () => {
    if (kind === 'sqlite') return;
    await insert(10);
    const limits: string[] = [];
    const { transaction } = opened.database;
    const database: Database = {
      ...opened.database,
      transaction: (work) =>
        transaction(async (queries) => {
          const result = await work(queries);
          const { rows } = await sql<{ statement_timeout: string }>`SHOW statement_timeout`.execute(queries);
          limits.push(rows[0]!.statement_timeout);
          return result;
        }),
    };
    await jobOf({ database }).run();
    assert.deepEqual(await stored(), []);
    assert.equal(limits.filter((limit) => limit === '0').length, 1);
  });

  test('a row that arrived late in an old month does not keep later months from being dropped', async () => {
    if (kind === 'sqlite') return;
    const rows = await insert(10);
    await jobOf().run();
    const late = rowOf(`00${rows[0]!.record_id.slice(2)}`);
    await opened.database.transaction((transaction) => putRowsBack(transaction, [late]));
    rows.push(...(await insert(10)));
    for (const table of [partitionedTables.records, partitionedTables.record_signatures])
      await divideIntoMonths(opened.database, table, 2);
    const reads: number[] = [];
    const own: ObjectStore = {
      ...store,
      async read(...place) {
        reads.push((await listArchives(opened.database.read, 'stored', '', 1)).length);
        return store.read(...place);
      },
    };
    await jobOf({ own, delay: month / 100 }).run();
    assert.deepEqual(await stored(), [{ record_id: late.record_id }]);
    assert.ok(
      reads.every((files) => files === 0),
      'a file that is read again has its rows deleted one by one',
    );
    await expectAll([late, ...rows]);
    rows.push(...(await insert(10)));
    await jobOf({ delay: month / 50 }).run();
    await expectAll([late, ...rows]);
  });

  test('records that are not due stay, and an empty run changes nothing', async () => {
    const rows = await insert(10);
    const young = createArchiveJob({
      environment,
      database: opened.database,
      store,
      files: filesOf(),
      key,
      afterMonths: 1,
      log,
    });
    assert.equal(await young.run(), 0);
    assert.equal((await stored()).length, rows.length);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('restoring brings every row back, also after an interruption', async () => {
    const rows = await insert(9_000);
    await jobOf().run();
    assert.equal((await archives()).length, 2);
    const { database, own } = failAt(30, opened.database, store);
    const restore = (database: Database, own: ObjectStore) => {
      const { whileLeased } = jobOf({ database, own, delay: month / 100 });
      return restoreRecords({ database, store: own, files: filesOf(own), whileLeased });
    };
    await assert.rejects(restore(database, own));
    await expectAll(rows.slice(0, 200));
    const again = jobOf({ delay: month / 50 }).whileLeased;
    await restoreRecords({ database: opened.database, store, files: filesOf(), whileLeased: again });
    assert.equal((await stored()).length, rows.length);
    assert.deepEqual([await archives(), readdirSync(folder)], [[], []]);
    const counts = await opened.database.read.selectFrom('archived_counts').select('records').execute();
    assert.ok(counts.every(({ records }) => Number(records) === 0));
    await expectAll(rows.slice(0, 200));
  });
});

function rowOf(record_id: string): SignedRow {
  return {
    record_id,
    org_id: `org_${Number.parseInt(record_id.slice(-2), 16) % 3}`,
    generator_id: 'gen',
    kid: 'kid',
    watermark_id: randomBytes(8).toString('hex'),
    model: 'model',
    format: 'image',
    exact_format: null,
    mode: 'server',
    content_hash: randomBytes(32).toString('hex'),
    original_hash: randomBytes(32).toString('hex'),
    phash: null,
    signed_at: Date.now(),
    signature: randomBytes(3_309),
  };
}

/** From the given call on, nothing works any more, as for a node that was killed. */
function failAt(step: number, database: Database, store: ObjectStore) {
  const state = { calls: 0, failed: false };
  const count = () => {
    state.calls += 1;
    state.failed ||= state.calls >= step;
    if (state.failed) throw new Error('killed');
  };
  const failing: Database = {
    ...database,
    transaction: async (work) => {
      count();
      // Half of the time, the transaction itself ends in the middle.
      return database.transaction(async (transaction: Transaction) => {
        const result = await work(transaction);
        count();
        return result;
      });
    },
  };
  const own: ObjectStore = {
    ...store,
    write: async (name, bytes) => {
      count();
      await store.write(name, bytes);
      count();
    },
    read: async (...place) => {
      count();
      return store.read(...place);
    },
    remove: async (name) => {
      count();
      return store.remove(name);
    },
  };
  return { database: failing, own, state };
}
