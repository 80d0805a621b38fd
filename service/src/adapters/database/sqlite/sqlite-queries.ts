// Kysely over anything that runs SQLite statements: the reading connection, or a transaction in the
// writer thread.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from '../../../database/schema.ts';
import type { Queries } from '../database.ts';
import type { Statement, StatementResult } from './statements.ts';

export type RunStatement = (statement: Statement) => Promise<StatementResult>;

export function sqliteQueries(run: RunStatement): Queries {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createDriver: () => new SingleConnectionDriver(run),
    },
  });
}

class SingleConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(run: RunStatement) {
    this.#connection = {
      async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
        const { rows, changes } = await run({ sql, parameters });
        return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
      },
      // biome-ignore lint/correctness/useYield: Kysely asks for a generator; large results are paged instead.
      async *streamQuery() {
        throw new Error('Streaming is not offered; read page by page.');
      },
    };
  }

  async init() {}
  async acquireConnection() {
    return this.#connection;
  }
  async releaseConnection() {}
  async beginTransaction() {
    throw new Error('Use Database.transaction.');
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async destroy() {}
}
