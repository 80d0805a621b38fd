// Reads of one turn share a transaction, and still see every write acknowledged before them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { Database } from '../database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

let folder: string;
let file: string;
let database: Database;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reader-'));
  file = join(folder, 'test.sqlite');
  database = openSqliteDatabase(file);
  await database.transaction(async (transaction) => {
    await transaction.schema.createTable('numbers').addColumn('number', 'integer').execute();
  });
});

after(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const count = () =>
  (database.read.run!<{ count: number }>('SELECT count(*) AS count FROM numbers', []) as { count: number }[])[0]!.count;

const insert = () =>
  database.transaction(async (transaction) => {
    await transaction
      .insertInto('numbers' as never)
      .values({ number: 1 } as never)
      .execute();
  });

test('a read right after an acknowledged write sees it, also when the turn had read before', async () => {
  for (let round = 0; round < 200; round += 1) {
    const before = count();
    const writing = insert();
    assert.equal(count(), before);
    await writing;
    assert.equal(count(), before + 1);
  }
});

test('many writers at once: each sees its own write when it is told of it', async () => {
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      const before = count();
      await insert();
      assert.ok(count() > before);
    }),
  );
});

test('the next turn sees what another process wrote', async () => {
  const before = count();
  const other = new DatabaseSync(file);
  other.exec('PRAGMA busy_timeout = 5000; INSERT INTO numbers VALUES (2)');
  other.close();
  assert.equal(count(), before, 'the turn has one view');
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(count(), before + 1);
});
