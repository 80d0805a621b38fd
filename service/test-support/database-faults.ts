// Makes the real database refuse to write, to prove that a failed transaction leaves nothing.
import { sql } from 'kysely';
import type { Database } from '../src/adapters/database/database.ts';
import type { Tables } from '../src/database/schema.ts';

/**
 * From now on, inserts into the table fail if the condition about NEW is true. Resolves with a
 * function that removes this.
 */
export function refuseInserts(
  database: Database,
  table: keyof Tables,
  condition = 'true',
): Promise<() => Promise<void>> {
  return refuse(database, 'INSERT', table, condition);
}

export function refuseUpdates(database: Database, table: keyof Tables): Promise<() => Promise<void>> {
  return refuse(database, 'UPDATE', table, 'true');
}

let count = 0;

async function refuse(
  database: Database,
  verb: string,
  table: string,
  condition: string,
): Promise<() => Promise<void>> {
  const name = `refused_by_test_${count++}`;
  const statements =
    database.kind === 'sqlite'
      ? [
          `CREATE TRIGGER ${name} BEFORE ${verb} ON ${table} WHEN ${condition}
           BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`,
        ]
      : [
          `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN IF ${condition} THEN RAISE 'refused by the test'; END IF; RETURN NEW; END $$`,
          `CREATE TRIGGER ${name} BEFORE ${verb} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
        ];
  const run = (all: readonly string[]) =>
    database.transaction(async (transaction) => {
      for (const statement of all) await sql.raw(statement).execute(transaction);
    });
  await run(statements);
  return () => run([`DROP TRIGGER ${name}${database.kind === 'postgres' ? ` ON ${table}` : ''}`]);
}
