// Group commit on a real file: transactions in a group do not harm each other, nothing is
// acknowledged before it is on disk, and a transaction that has ended runs no more statements.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../database.ts';
import { GroupCommit } from './group-commit.ts';
import type { RunStatement } from './sqlite-queries.ts';
import { Writer } from './writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-group-commit-'));
const file = join(folder, 'test.sqlite');
const insert = (run: RunStatement, name: string) =>
  run({ sql: 'INSERT INTO things (name) VALUES (?)', parameters: [name] });

let writer: Writer;
let groupCommit: GroupCommit;
/** For SQLite this is another process: it sees only what has been committed. */
let onlooker: DatabaseSync;
const committed = () =>
  onlooker
    .prepare('SELECT name FROM things ORDER BY name')
    .all()
    .map(({ name }) => name);

before(async () => {
  writer = new Writer(file);
  groupCommit = new GroupCommit(writer);
  await groupCommit.transaction((run) => run({ sql: 'CREATE TABLE things (name text PRIMARY KEY)', parameters: [] }));
  onlooker = new DatabaseSync(file);
});
after(async () => {
  onlooker.close();
  await groupCommit.drain();
  await writer.close();
  rmSync(folder, { recursive: true });
});
const startAfresh = () => groupCommit.transaction((run) => run({ sql: 'DELETE FROM things', parameters: [] }));

test('a transaction that fails in the middle of a group does not affect the others', async () => {
  await startAfresh();
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, place) =>
      groupCommit.transaction(async (runner) => {
        await insert(runner, `first ${place}`);
        if (place % 3 === 1) throw new Error('changed its mind');
        // A duplicate, which SQLite itself refuses.
        await insert(runner, place % 3 === 2 ? `first ${place}` : `second ${place}`);
      }),
    ),
  );
  for (const [place, { status }] of results.entries()) assert.equal(status, place % 3 === 0 ? 'fulfilled' : 'rejected');
  const expected = Array.from({ length: 20 }, (_, third) => [`first ${third * 3}`, `second ${third * 3}`])
    .flat()
    .sort();
  assert.deepEqual(committed(), expected);
});

test('an acknowledged transaction is committed, and none is committed before its group', async () => {
  await startAfresh();
  let acknowledged = 0;
  const transactions = Array.from({ length: 300 }, (_, place) =>
    groupCommit
      .transaction(async (runner) => {
        await insert(runner, `thing ${place}`);
      })
      .then(() => {
        acknowledged += 1;
        assert.ok(committed().length >= acknowledged);
      }),
  );
  assert.deepEqual(committed(), []);
  await Promise.all(transactions);
  assert.equal(committed().length, 300);
});

test('the writes of a transaction are not visible while another in its group is in progress', async () => {
  await startAfresh();
  let goOn = () => {};
  const slow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const first = groupCommit.transaction((runner) => insert(runner, 'first'));
  const second = groupCommit.transaction(async (runner) => {
    await insert(runner, 'second');
    await slow;
  });
  let acknowledged = false;
  void first.then(() => {
    acknowledged = true;
  });
  await pause(50);
  assert.deepEqual(committed(), []);
  assert.ok(!acknowledged);
  goOn();
  await Promise.all([first, second]);
  assert.deepEqual(committed(), ['first', 'second']);
});

test('a transaction that has ended refuses statements', async () => {
  await startAfresh();
  let kept: RunStatement | undefined;
  await groupCommit.transaction(async (runner) => {
    kept = runner;
    await insert(runner, 'in time');
  });
  await assert.rejects(insert(kept!, 'too late'), /This transaction has ended/);
  await assert.rejects(
    groupCommit.transaction(async (runner) => {
      kept = runner;
      throw new Error('failed');
    }),
    /failed/,
  );
  await assert.rejects(insert(kept!, 'too late'), /This transaction has ended/);
  await groupCommit.transaction((runner) => insert(runner, 'next'));
  assert.deepEqual(committed(), ['in time', 'next']);
});

test('a transaction without a statement succeeds with its result', async () => {
  assert.equal(await groupCommit.transaction(async () => 'nothing to do'), 'nothing to do');
});

test('a commit that cannot be made rejects the whole group', async () => {
  await startAfresh();
  // A constraint that is checked only when the group commits.
  await groupCommit.transaction((run) =>
    run({
      sql: 'CREATE TABLE IF NOT EXISTS parts (thing text REFERENCES things (name) DEFERRABLE INITIALLY DEFERRED)',
      parameters: [],
    }),
  );
  const results = await Promise.allSettled([
    groupCommit.transaction((runner) => insert(runner, 'good')),
    groupCommit.transaction((run) => run({ sql: "INSERT INTO parts VALUES ('nowhere')", parameters: [] })),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(committed(), []);
  await groupCommit.transaction((runner) => insert(runner, 'goes on'));
  assert.deepEqual(committed(), ['goes on']);
});

test('a full disk makes the whole group unavailable, and the next group works when there is room again', async () => {
  await startAfresh();
  const set = (limit: string) =>
    groupCommit.transaction((run) => run({ sql: `PRAGMA max_page_count = ${limit}`, parameters: [] }));
  await set('20');
  const results = await Promise.allSettled([
    groupCommit.transaction((runner) => insert(runner, 'small')),
    groupCommit.transaction((runner) => insert(runner, 'large '.repeat(100_000))),
    groupCommit.transaction((runner) => insert(runner, 'small, too')),
  ]);
  const [small, large] = results;
  assert.ok(large?.status === 'rejected' && large.reason instanceof DatabaseUnavailable);
  await set('1000000');
  await groupCommit.transaction((runner) => insert(runner, 'goes on'));
  // On a slow machine the first transaction has its own group, so it is acknowledged and stored.
  assert.equal(committed().includes('small'), small?.status === 'fulfilled');
  assert.ok(committed().includes('goes on'));
});

test('a closed writer reports that the database is not available', async () => {
  const other = new Writer(join(folder, 'other.sqlite'));
  await other.run({ sql: 'SELECT 1', parameters: [] });
  await other.close();
  await assert.rejects(other.run({ sql: 'SELECT 1', parameters: [] }), {
    name: 'Error',
    message: 'The database is not available.',
  });
});
