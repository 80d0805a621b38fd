// Behavior that only PostgreSQL has: conflicts between transactions are retried, and lost
// connections are reported and replaced.
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

  test('transactions in a deadlock all succeed in the end', async () => {
    let runs = 0;
    let hooks = 0;
    let arrived = 0;
    let meet = () => {};
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const raiseBoth = (first: string, second: string) =>
      database.transaction(async (transaction) => {
        runs += 1;
        transaction.afterCommit(async () => {
          hooks += 1;
        });
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
    assert.equal(hooks, 2);
  });

  /**
   * Ends the connections whose last statement contains these words, as a restart of the server
   * would.
   */
  const endConnections = (other: Database, words: string) =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE ${`%${words}%`} AND pid <> pg_backend_pid()`.execute(
      other.read,
    );

  test('a connection lost during a query is unavailable, and the next query gets a new one', async () => {
    const asleep = database.transaction((transaction) => sql`SELECT pg_sleep(30)`.execute(transaction));
    const refused = assert.rejects(asleep, DatabaseUnavailable);
    const other = opened.openAgain();
    while ((await endConnections(other, 'pg_sleep(30)')).rows.length === 0);
    await refused;
    await database.ping();
    await database.transaction((transaction) => raise(transaction, 'org_a'));
  });

  test('a connection lost between two statements of a transaction is unavailable, too', async () => {
    const other = opened.openAgain();
    const lost = database.transaction(async (transaction) => {
      await sql`SELECT 'between two statements'`.execute(transaction);
      await endConnections(other, 'between two statements');
      // Time for the event to arrive while no query is in progress.
      await pause(100);
      await raise(transaction, 'org_a');
    });
    await assert.rejects(lost, DatabaseUnavailable);
    await database.transaction((transaction) => raise(transaction, 'org_a'));
  });

  test('an idle connection that is lost is reported and replaced', async () => {
    const problems: unknown[] = [];
    const url = await (await sharedPostgres()).createDatabase();
    const idle = openPostgresDatabase({ url, onProblem: (problem) => void problems.push(problem) });
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

  test('a server that cannot be reached is unavailable', async () => {
    const absent = openPostgresDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing', onProblem: () => undefined });
    await assert.rejects(absent.read.selectFrom('users').selectAll().execute(), DatabaseUnavailable);
    await assert.rejects(
      absent.transaction((transaction) => raise(transaction, 'org_a')),
      DatabaseUnavailable,
    );
    await assert.rejects(absent.ping());
    await absent.close();
  });

  describe('on a single connection', () => {
    /** The next transaction sees what the one before it leaves behind. */
    let url: string;
    let single: Database;
    before(async () => {
      url = await (await sharedPostgres()).createDatabase();
      single = openPostgresDatabase({ url, connections: 1, onProblem: () => undefined });
      await migrate(single);
    });
    after(async () => {
      await single.close();
      await dropDatabase(url);
    });

    const insert = (queries: Queries, orgId: string) =>
      queries.insertInto('organizations').values({ org_id: orgId, name: '', plan: 'free', created_at: 0 }).execute();
    const listOrganizations = async () =>
      (await single.read.selectFrom('organizations').select('org_id').execute()).map(({ org_id }) => org_id);

    test('statements without an await end with their transaction', async () => {
      for (const fails of [true, false]) {
        let forgotten: Promise<PromiseSettledResult<unknown>[]> | undefined;
        const work = single.transaction(async (transaction) => {
          forgotten = Promise.allSettled(['org_first', 'org_second'].map((orgId) => insert(transaction, orgId)));
          if (fails) throw new Error('on purpose');
        });
        if (fails) await assert.rejects(work, /on purpose/);
        else await work;
        const late = (await forgotten!)[1]!;
        assert.match(String((late as PromiseRejectedResult).reason), /This transaction has ended/);
        assert.deepEqual(await listOrganizations(), fails ? [] : ['org_first']);
      }
    });

    test('the connection works after a failure, even if the work ignored it', async () => {
      await assert.rejects(
        single.transaction(async (transaction) => {
          await insert(transaction, 'org_twice');
          await insert(transaction, 'org_twice');
        }),
        KeyTaken,
      );
      await assert.rejects(
        single.transaction(async (transaction) => {
          await insert(transaction, 'org_lost');
          await insert(transaction, 'org_lost').catch(() => undefined);
        }),
      );
      assert.deepEqual(await listOrganizations(), ['org_first']);
      await single.ping();
    });

    test('bytes, numbers, booleans and null come back unchanged', async () => {
      const bytes = new Uint8Array([1, 2, 0, 255]);
      const { rows } =
        await sql`SELECT ${bytes}::bytea AS bytes, ${1.5}::float8 AS number, ${2 ** 53 - 1}::int8 AS large,
        ${true}::bool AS truth, ${null}::text AS nothing, ${'ä'}::text AS words`.execute(single.read);
      assert.deepEqual(rows, [
        { bytes: Buffer.from(bytes), number: 1.5, large: 2 ** 53 - 1, truth: true, nothing: null, words: 'ä' },
      ]);
    });
  });

  test('an error in a statement is not reported as an unavailable database', async () => {
    await assert.rejects(
      sql`SELECT nonsense`.execute(database.read),
      (problem) => !(problem instanceof DatabaseUnavailable),
    );
  });
});
