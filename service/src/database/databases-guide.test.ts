// docs/run/databases.md says for every table of the schema, and for no other, by which column it is
// divided, and the column exists.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { migrate } from './migrate.ts';

let opened: TestDatabase;
before(async () => {
  opened = await openTestDatabase('sqlite');
  await migrate(opened.database);
});
after(() => opened.remove());

test('every table has a row, and its column exists', async () => {
  const guide = readFileSync(new URL('../../../docs/run/databases.md', import.meta.url), 'utf8');
  const division = guide.slice(guide.indexOf('| table | divided by |'));
  const rows = [...division.matchAll(/^\| ([a-z0-9_]+) \| ([a-z_]+)(?:: on every node)? \|/gm)];
  const columns = await sql<{ table: string; column: string }>`
    SELECT m.name AS "table", c.name AS "column" FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`.execute(opened.database.read);
  const tables = Map.groupBy(columns.rows, ({ table }) => table);
  // Stores which migrations have run. It is not a table of the service itself.
  for (const own of [...tables.keys()].filter((name) => name.includes('migration') || name.includes('schema')))
    tables.delete(own);
  assert.deepEqual(rows.map(([, table]) => table).sort(), [...tables.keys()].sort());
  for (const [, table, column] of rows)
    if (column !== 'none')
      assert.ok(
        tables.get(table!)!.some((each) => each.column === column),
        `${table}.${column}`,
      );
});
