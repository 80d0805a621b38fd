// The behavior that the rest of the service relies on, the same on SQLite and PostgreSQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../../database/migrate.ts';
import { type Database, KeyTaken } from './database.ts';

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let database: Database;
  before(async () => {
    opened = await openTestDatabase(kind);
    database = opened.database;
    await migrate(database);
  });
  after(() => opened.remove());

  const organization = (org_id: string, created_at = 1) => ({
    org_id,
    name: org_id,
    plan: 'free' as const,
    created_at,
  });
  const insert = (org_id: string) =>
    database.transaction((transaction) =>
      transaction.insertInto('organizations').values(organization(org_id)).execute(),
    );
  const find = (org_id: string) =>
    database.read
      .selectFrom('organizations')
      .select(['org_id', 'name', 'plan', 'created_at'])
      .where('org_id', '=', org_id)
      .executeTakeFirst();

  test('the writes of a transaction are visible after it', async () => {
    await insert('org_written');
    assert.deepEqual({ ...(await find('org_written')) }, organization('org_written'));
  });

  test('a failed transaction leaves nothing behind and rejects with its own error', async () => {
    const problem = new Error('no');
    const failing = database.transaction(async (transaction) => {
      await transaction.insertInto('organizations').values(organization('org_undone')).execute();
      throw problem;
    });
    await assert.rejects(failing, problem);
    assert.equal(await find('org_undone'), undefined);
  });

  test('a refused statement fails only its own transaction', async () => {
    await insert('org_twice');
    const results = await Promise.allSettled([insert('org_before'), insert('org_twice'), insert('org_after')]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.ok((await find('org_before')) && (await find('org_after')));
  });

  test('milliseconds and counts come back as exact numbers', async () => {
    const time = Number.MAX_SAFE_INTEGER;
    await database.transaction((transaction) =>
      transaction.insertInto('organizations').values(organization('org_late', time)).execute(),
    );
    assert.equal((await find('org_late'))?.created_at, time);
    const { count } = await database.read
      .selectFrom('organizations')
      .select((expression) => expression.fn.countAll<number>().as('count'))
      .where('org_id', '=', 'org_late')
      .executeTakeFirstOrThrow();
    assert.equal(count, 1);
  });

  test('changed and untouched rows are counted', async () => {
    await insert('org_changed');
    const rename = (org_id: string) =>
      database.transaction((transaction) =>
        transaction.updateTable('organizations').set({ name: 'new' }).where('org_id', '=', org_id).executeTakeFirst(),
      );
    assert.equal((await rename('org_changed')).numUpdatedRows, 1n);
    assert.equal((await rename('org_absent')).numUpdatedRows, 0n);
  });

  test('RETURNING returns the row', async () => {
    const row = await database.transaction((transaction) =>
      transaction
        .insertInto('organizations')
        .values(organization('org_returned'))
        .returning('org_id')
        .executeTakeFirst(),
    );
    assert.equal(row?.org_id, 'org_returned');
  });

  test('concurrent updates that read what they change lose nothing', async () => {
    await insert('org_counted');
    const raise = () =>
      database.transaction((transaction) =>
        transaction
          .updateTable('organizations')
          .set((expression) => ({ created_at: expression('created_at', '+', 1) }))
          .where('org_id', '=', 'org_counted')
          .execute(),
      );
    await Promise.all(Array.from({ length: 100 }, raise));
    assert.equal((await find('org_counted'))?.created_at, 101);
  });

  test('hooks run once after the commit, never after a failure, and the result waits for them', async () => {
    const seen: string[] = [];
    const result = await database.transaction(async (transaction) => {
      transaction.afterCommit(async () => {
        seen.push((await find('org_hooked'))!.org_id);
      });
      await transaction.insertInto('organizations').values(organization('org_hooked')).execute();
      return 'done';
    });
    assert.deepEqual([result, seen], ['done', ['org_hooked']]);
    const failing = database.transaction(async (transaction) => {
      transaction.afterCommit(async () => void seen.push('never'));
      await transaction.insertInto('organizations').values(organization('org_hooked')).execute();
    });
    await assert.rejects(failing, KeyTaken);
    assert.deepEqual(seen, ['org_hooked']);
  });

  test('a hook that fails is reported, and the transaction and the other hooks succeed', async () => {
    let others = 0;
    await database.transaction(async (transaction) => {
      transaction.afterCommit(() => Promise.reject(new Error('no hook')));
      transaction.afterCommit(async () => {
        throw new Error('no hook');
      });
      transaction.afterCommit(async () => {
        others += 1;
      });
      await transaction.insertInto('organizations').values(organization('org_hooks')).execute();
    });
    assert.equal(others, 1);
    assert.deepEqual(opened.problems.map(String), ['Error: no hook', 'Error: no hook']);
    assert.ok(await find('org_hooks'));
  });

  test('a foreign key without its row is refused', async () => {
    await assert.rejects(
      database.transaction((transaction) =>
        transaction
          .insertInto('api_keys')
          .values({ key_id: 'kid_1', org_id: 'org_nowhere', preview: '', key_hash: '', created_at: 1 })
          .execute(),
      ),
    );
  });

  test('the database responds to a ping', () => database.ping());
});
