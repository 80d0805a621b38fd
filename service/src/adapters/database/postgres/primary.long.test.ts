// Which server gets the statements: of several hosts the newest primary, also while a former one
// still responds or is silent. A standby never gets one, and a commit that did not reach its
// synchronous standby is never acknowledged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { withPostgres } from '../../../../test-support/on-each-database.ts';
import {
  type PrivatePostgres,
  runSql,
  startPostgres,
  startReplicaOf,
} from '../../../../test-support/postgres-server.ts';
import { processTree } from '../../../../test-support/process-tree.ts';
import { until } from '../../../../test-support/replicated-service.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { openPostgresDatabase } from './postgres-database.ts';

withPostgres(() => {
  let servers: [PrivatePostgres, PrivatePostgres];
  const opened: Database[] = [];
  const open = (url: string, connections = 3) => {
    const database = openPostgresDatabase({ url, connections, onProblem: () => undefined });
    opened.push(database);
    return database;
  };
  /** Both servers in one URL. */
  const listOf = (first: PrivatePostgres, second: PrivatePostgres) =>
    first.url.replace('/postgres', `,${new URL(second.url).host}/postgres?target_session_attrs=read-write`);
  const write = (database: Database, word: string) =>
    database.transaction((transaction) => sql`INSERT INTO words VALUES (${word})`.execute(transaction));
  const read = async ({ read: queries }: Database) =>
    (await sql<{ word: string }>`SELECT word FROM words ORDER BY word`.execute(queries)).rows.map(({ word }) => word);

  before(async () => {
    const primary = await startPostgres();
    await runSql(primary.url, 'CREATE TABLE words (word text)');
    servers = [primary, await startReplicaOf(primary)];
  });
  after(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await Promise.all(servers.map((server) => server.stop()));
  });

  test('a standby gets no statement: alone it is unavailable, in a list the other host is used', async () => {
    await assert.rejects(read(open(servers[1].url)), DatabaseUnavailable);
    const database = open(listOf(servers[1], servers[0]));
    await write(database, 'a');
    assert.deepEqual(await read(database), ['a']);
  });

  test('a statement that finds the server read-only is unavailable, and its connection is replaced', async () => {
    const database = open(servers[0].url, 1);
    const processOf = async () =>
      (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database.read)).rows[0]!.pid;
    const first = await processOf();
    const demoted = database.transaction(async (transaction) => {
      await sql`SET TRANSACTION READ ONLY`.execute(transaction);
      await sql`INSERT INTO words VALUES ('never')`.execute(transaction);
    });
    await assert.rejects(demoted, DatabaseUnavailable);
    assert.notEqual(await processOf(), first);
  });

  test('a commit whose wait for its standby is canceled is not acknowledged', async () => {
    const database = open(servers[0].url);
    const setStandby = async (name: string) => {
      await runSql(servers[0].url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await runSql(servers[0].url, 'SELECT pg_reload_conf()');
      await until(
        async () => (await runSql(servers[0].url, 'SHOW synchronous_standby_names')) === name,
        'the setting is read',
      );
    };
    await setStandby('absent');
    const committing = write(database, 'unknown');
    const refused = assert.rejects(committing, DatabaseUnavailable);
    await until(
      async () =>
        (await runSql(
          servers[0].url,
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
        )) === true,
      'the commit waits for the standby',
    );
    await refused;
    await setStandby('');
    await runSql(servers[0].url, `DELETE FROM words WHERE word = 'unknown'`);
  });

  test('a former primary that still accepts writes is left for the newer one, and a new node never chooses it', async () => {
    const database = open(listOf(servers[0], servers[1]));
    assert.deepEqual(await read(database), ['a']);
    await until(
      async () => (await runSql(servers[1].url, 'SELECT count(*) FROM words')) === '1',
      'the standby has the row',
    );
    await runSql(servers[1].url, 'SELECT pg_promote()');
    await runSql(servers[1].url, `INSERT INTO words VALUES ('b')`);
    // A busy machine can answer a look late, so a call during the move can fail.
    await until(async () => (await read(database).catch(() => [])).length === 2, 'the newer primary is used');
    await write(database, 'c');
    const { hasPrimary, moves, waiting } = database.poolUse!();
    assert.deepEqual([hasPrimary, moves, waiting], [true, 1, 0]);
    assert.deepEqual(await read(open(listOf(servers[0], servers[1]))), ['a', 'b', 'c']);
    assert.equal(await runSql(servers[0].url, 'SELECT count(*) FROM words'), '1');
  });

  test('without the newest primary, an older one is not used', async () => {
    const database = open(listOf(servers[0], servers[1]));
    await read(database);
    await servers[1].stop();
    for (let tries = 0; tries < 5; tries += 1, await pause(500))
      await assert.rejects(read(database), DatabaseUnavailable);
    assert.equal(database.poolUse!().busy, 0);
    await servers[1].start();
    await until(async () => (await read(database).catch(() => [])).length === 3, 'it is back');
  });

  test('a primary that falls silent delays nobody once another one is there', async () => {
    const database = open(listOf(servers[0], servers[1]));
    assert.equal((await read(database)).length, 3);
    const next = await startReplicaOf(servers[1]);
    const watching = open(`${listOf(servers[1], next)}`);
    assert.equal((await read(watching)).length, 3);
    const silent = processTree(servers[1].processId());
    for (const pid of silent) process.kill(pid, 'SIGSTOP');
    try {
      const hanging = assert.rejects(read(watching), DatabaseUnavailable);
      await runSql(next.url, 'SELECT pg_promote()');
      await hanging;
      await until(async () => (await read(watching).catch(() => [])).length === 3, 'the next primary is used');
    } finally {
      for (const pid of silent) process.kill(pid, 'SIGCONT');
      await watching.close();
      opened.splice(opened.indexOf(watching), 1);
      await next.stop();
    }
  });
});
