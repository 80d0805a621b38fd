// What only PostgreSQL does: conflicts between transactions are tried again, lost connections are answered and replaced.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { withPostgres } from '../../../../test-support/on-each-database.ts';
import { dropDatabase, sharedPostgres } from '../../../../test-support/postgres-server.ts';
import { openTestDatabase, type TestDatabase } from '../../../../test-support/test-database.ts';
import { migrate } from '../../../database/migrate.ts';
import { type Database, DatabaseUnavailable, KeyTaken, type Queries } from '../database.ts';
import { openPostgresDatabase } from './postgres-database.ts';

withPostgres(() => {
  let opened: TestDatabase;
  let database: Database;
  before(async () => {
    opened = await openTestDatabase('postgres');
    database = opened.database;
    await migrate(database);
    const organization = (org_id: string) => ({ org_id, name: '', plan: 'free' as const, created_at: 0 });
    await database.transaction((transaction) =>
      transaction
        .insertInto('organizations')
        .values([organization('org_a'), organization('org_b')])
        .execute(),
    );
  });
  after(() => opened.remove());

  const raise = (queries: Queries, orgId: string) =>
    queries
      .updateTable('organizations')
      .set((expression) => ({ created_at: expression('created_at', '+', 1) }))
      .where('org_id', '=', orgId)
      .execute();

  test('transactions that block each other in a circle all succeed in the end', async () => {
    let runs = 0;
    let arrived = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const raiseBoth = (first: string, second: string) =>
      database.transaction(async (transaction) => {
        runs += 1;
        await raise(transaction, first);
        arrived += 1;
        if (arrived === 2) meet();
        await both;
        await raise(transaction, second);
      });
    await Promise.all([raiseBoth('org_a', 'org_b'), raiseBoth('org_b', 'org_a')]);
    const rows = await database.read.selectFrom('organizations').select('created_at').execute();
    assert.deepEqual(
      rows.map(({ created_at }) => created_at),
      [2, 2],
    );
    assert.ok(runs > 2, 'one of them met the deadlock and ran again');
  });

  /** Ends the connections that last ran a statement with these words, as a restart of the server would. */
  const endConnections = (other: Database, words: string) =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE ${`%${words}%`} AND pid <> pg_backend_pid()`.execute(
      other.read,
    );

  test('a connection lost in mid-query is answered as unavailable, and the next query has a new one', async () => {
    const asleep = database.transaction((transaction) => sql`SELECT pg_sleep(30)`.execute(transaction));
    const refused = assert.rejects(asleep, DatabaseUnavailable);
    const other = opened.openAgain();
    while ((await endConnections(other, 'pg_sleep(30)')).rows.length === 0);
    await refused;
    await database.ping();
    await database.transaction((transaction) => raise(transaction, 'org_a'));
  });

  test('a connection lost between two statements of a transaction is answered the same way', async () => {
    const other = opened.openAgain();
    const lost = database.transaction(async (transaction) => {
      await sql`SELECT 'between two statements'`.execute(transaction);
      await endConnections(other, 'between two statements');
      // Time for the news to arrive while nothing is asked.
      await pause(100);
      await raise(transaction, 'org_a');
    });
    await assert.rejects(lost, DatabaseUnavailable);
    await database.transaction((transaction) => raise(transaction, 'org_a'));
  });

  test('an idle connection that is lost is reported and replaced', async () => {
    const problems: Error[] = [];
    const url = await (await sharedPostgres()).createDatabase();
    const idle = openPostgresDatabase({ url, onIdleError: (problem) => void problems.push(problem) });
    try {
      await idle.ping();
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${new URL(url).pathname.slice(1)}`.execute(
        database.read,
      );
      while (problems.length === 0) await pause(5);
      await idle.ping();
    } finally {
      await idle.close();
      await dropDatabase(url);
    }
  });

  test('a server that is not there is unavailable', async () => {
    const absent = openPostgresDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', onIdleError: () => undefined });
    await assert.rejects(absent.read.selectFrom('users').selectAll().execute(), DatabaseUnavailable);
    await assert.rejects(
      absent.transaction((transaction) => raise(transaction, 'org_a')),
      DatabaseUnavailable,
    );
    await assert.rejects(absent.ping());
    await absent.close();
  });

  describe('statements that travel together', () => {
    /** One connection: what a transaction leaves behind is met by the next. */
    let url: string;
    let single: Database;
    before(async () => {
      url = await (await sharedPostgres()).createDatabase();
      single = openPostgresDatabase({ url, connections: 1, onIdleError: () => undefined });
      await migrate(single);
    });
    after(async () => {
      await single.close();
      await dropDatabase(url);
    });

    const insertion =
      'INSERT INTO organizations (org_id, name, plan, created_at) VALUES ($1, $2, $3, $4) RETURNING org_id, name';
    const row = (orgId: string, name = '') => [orgId, name, 'free', 0];
    const namesOf = async (...orgIds: string[]) =>
      (await single.read.selectFrom('organizations').select('name').where('org_id', 'in', orgIds).execute()).map(
        ({ name }) => name,
      );

    test('are answered with the rows of the last, whether it came alone, first, or behind others', async () => {
      const answers = await single.transaction(async (transaction) => {
        transaction.later!(insertion, row('org_1', 'one'));
        transaction.later!(insertion, row('org_2', 'two'));
        const third = await transaction.run!(insertion, row('org_3', 'three'));
        return [third, await transaction.run!(insertion, row('org_4', 'four'))];
      });
      assert.deepEqual(answers, [[{ org_id: 'org_3', name: 'three' }], [{ org_id: 'org_4', name: 'four' }]]);
      assert.deepEqual((await namesOf('org_1', 'org_2', 'org_3', 'org_4')).toSorted(), ['four', 'one', 'three', 'two']);
    });

    test('asked at once, each has its own answer', async () => {
      const count = "SELECT count(*)::int AS count FROM organizations WHERE org_id IN ('org_6', 'org_7')";
      const answers = await single.transaction((transaction) => {
        transaction.later!(insertion, row('org_6', 'six'));
        return Promise.all([
          transaction.run!(insertion, row('org_7', 'seven')),
          transaction.run!(insertion, row('org_8', 'eight')),
          transaction.run!(count, []),
        ]);
      });
      assert.deepEqual(answers, [
        [{ org_id: 'org_7', name: 'seven' }],
        [{ org_id: 'org_8', name: 'eight' }],
        [{ count: 2 }],
      ]);
    });

    test('asked at once they fail together', async () => {
      const failing = single.transaction(async (transaction) => {
        const settled = await Promise.allSettled([
          transaction.run!(insertion, row('org_9')),
          transaction.run!(insertion, row('org_9')),
        ]);
        assert.deepEqual(
          settled.map(({ status }) => status),
          ['rejected', 'rejected'],
        );
      });
      await assert.rejects(failing, KeyTaken);
      assert.deepEqual(await namesOf('org_9'), []);
    });

    test('one that nobody waited for when the work failed leaves nothing behind', async () => {
      let forgotten: unknown;
      const failing = single.transaction(async (transaction) => {
        forgotten = Promise.resolve(transaction.run!(insertion, row('org_10'))).catch(() => undefined);
        throw new Error('on purpose');
      });
      await assert.rejects(failing, /on purpose/);
      await forgotten;
      assert.deepEqual(await namesOf('org_10'), []);
    });

    test('one that fails takes all with it, at the latest at the commit, and leaves the connection well', async () => {
      const unseen = "UPDATE organizations SET name = 'unseen' WHERE org_id = $1";
      for (const waits of [true, false]) {
        const failing = single.transaction(async (transaction) => {
          transaction.later!(insertion, row('org_5'));
          transaction.later!(insertion, row('org_5'));
          transaction.later!(unseen, ['org_5']);
          if (waits) await transaction.run!('SELECT 1', []);
        });
        await assert.rejects(failing, KeyTaken);
      }
      assert.deepEqual(await namesOf('org_5'), []);
      // Never reached above: whether the connection has prepared it is not known.
      await single.transaction(async (transaction) => {
        transaction.later!(insertion, row('org_5'));
        transaction.later!(unseen, ['org_5']);
      });
      assert.deepEqual(await namesOf('org_5'), ['unseen']);
    });

    test('carry bytes, numbers, truth and nothing; an object is refused before anything is sent', async () => {
      const bytes = new Uint8Array([1, 2, 0, 255]);
      const { rows } =
        await sql`SELECT ${bytes}::bytea AS bytes, ${1.5}::float8 AS number, ${2 ** 53 - 1}::int8 AS large,
        ${true}::bool AS truth, ${null}::text AS nothing, ${'ä'}::text AS words`.execute(single.read);
      assert.deepEqual(rows, [
        { bytes: Buffer.from(bytes), number: 1.5, large: 2 ** 53 - 1, truth: true, nothing: null, words: 'ä' },
      ]);
      await assert.rejects(sql`SELECT ${{ a: 1 }}::text`.execute(single.read), /store its JSON/);
      await single.ping();
    });
  });

  test('a mistake in a statement is not taken for an unavailable database', async () => {
    await assert.rejects(
      sql`SELECT nonsense`.execute(database.read),
      (problem) => !(problem instanceof DatabaseUnavailable),
    );
  });
});
