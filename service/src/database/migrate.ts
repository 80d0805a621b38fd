// Brings a database to the schema of this program, in one transaction. It is safe if two nodes
// start at once: the second waits for the first and finds the work done. It refuses a database that
// a newer program has changed.
import { sql } from 'kysely';
import type { Database, Queries } from '../adapters/database/database.ts';
import { migrations as allMigrations, type Migration } from './migrations/all-migrations.ts';

export class SchemaTooNew extends Error {
  constructor(found: number, known: number) {
    super(
      `The database has schema version ${found}, but this program supports only ${known}. Start the newer program, or restore a backup.`,
    );
  }
}

// Any fixed number. Every node of this service uses the same one.
const advisoryLock = 7_260_001;

export async function migrate(database: Database, migrations: readonly Migration[] = allMigrations): Promise<void> {
  await database.transaction(async (transaction) => {
    // On SQLite the transaction itself is exclusive.
    if (database.kind === 'postgres') {
      // A migration of many rows takes longer than any request.
      await run(transaction, 'SET LOCAL statement_timeout = 0');
      // So can the work between two of its statements.
      await run(transaction, 'SET LOCAL idle_in_transaction_session_timeout = 0');
      await sql`SELECT pg_advisory_xact_lock(${advisoryLock})`.execute(transaction);
    }
    await run(
      transaction,
      'CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)',
    );
    const done = await versionOf(transaction);
    if (done > migrations.length) throw new SchemaTooNew(done, migrations.length);
    for (const [index, migration] of migrations.entries()) {
      const version = index + 1;
      if (version <= done) continue;
      for (const statement of migration.statements) {
        const text = typeof statement === 'string' ? statement : statement[database.kind];
        if (text !== undefined) await run(transaction, text);
      }
      await migration.run?.(transaction, database.kind);
      await sql`INSERT INTO schema_migrations (version, name, applied_at)
        VALUES (${version}, ${migration.name}, ${Date.now()})`.execute(transaction);
    }
  });
}

async function versionOf(queries: Queries): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`SELECT max(version) AS version FROM schema_migrations`.execute(
    queries,
  );
  return rows[0]?.version ?? 0;
}

async function run(queries: Queries, statement: string): Promise<void> {
  await sql.raw(statement).execute(queries);
}
