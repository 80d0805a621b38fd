// Migrations on both databases: forward only, whole or not at all, and safe for nodes that start at once.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { migrate, SchemaTooNew } from './migrate.ts';
import { type Migration, migrations } from './migrations/all-migrations.ts';

const first: Migration = {
  name: '0001-first',
  statements: ['CREATE TABLE first (a integer)', 'INSERT INTO first VALUES (1)'],
};
const second: Migration = { name: '0002-second', statements: ['CREATE TABLE second (a integer)'] };
const broken: Migration = { name: '0002-broken', statements: ['CREATE TABLE second (a integer)', 'CREATE NONSENSE'] };

onEachDatabase((kind) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
  });
  afterEach(() => opened.remove());

  const versions = async () => {
    const { rows } = await sql<{
      version: number;
      name: string;
    }>`SELECT version, name FROM schema_migrations ORDER BY version`.execute(opened.database.read);
    return rows.map(({ version, name }) => `${version} ${name}`);
  };
  const count = async (table: string) =>
    (await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(opened.database.read))
      .rows[0]?.count;

  test('each migration runs once, in order, and later ones are added', async () => {
    await migrate(opened.database, [first]);
    await migrate(opened.database, [first]);
    assert.deepEqual(await versions(), ['1 0001-first']);
    await migrate(opened.database, [first, second]);
    assert.deepEqual(await versions(), ['1 0001-first', '2 0002-second']);
    assert.equal(await count('first'), 1);
  });

  test('nodes that start at once do the work once', async () => {
    const nodes = [opened.database, ...Array.from({ length: 3 }, () => opened.openAgain())];
    await Promise.all(nodes.map((database) => migrate(database, [first, second])));
    assert.deepEqual(await versions(), ['1 0001-first', '2 0002-second']);
    assert.equal(await count('first'), 1);
  });

  test('a migration that fails leaves the schema as it was', async () => {
    await migrate(opened.database, [first]);
    await assert.rejects(migrate(opened.database, [first, broken]));
    assert.deepEqual(await versions(), ['1 0001-first']);
    await migrate(opened.database, [first, second]);
    assert.equal(await count('second'), 0);
  });

  test('a schema that is newer than the program is refused with a sentence', async () => {
    await migrate(opened.database, [first, second]);
    await assert.rejects(migrate(opened.database, [first]), (problem: Error) => {
      assert.ok(problem instanceof SchemaTooNew);
      assert.equal(
        problem.message,
        'The database has schema version 2, but this program knows only 1: start the newer program, or restore a backup.',
      );
      return true;
    });
  });

  test('the migrations of this program run on an empty database, and their names are numbered', async () => {
    await migrate(opened.database);
    assert.deepEqual(
      await versions(),
      migrations.map(({ name }, index) => `${index + 1} ${name}`),
    );
    for (const [index, { name }] of migrations.entries()) assert.equal(Number(name.slice(0, 4)), index + 1);
  });
});
