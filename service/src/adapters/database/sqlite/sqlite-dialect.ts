// Kysely over "run this statement": the same driver serves the reading connection and a transaction of the writer.
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from '../../../database/schema.ts';
import { type NowOrLater, whenKnown } from '../../now-or-later.ts';
import type { Queries } from '../database.ts';
import type { Statement, StatementResult } from './statements.ts';

/** One for all: compiled queries are known by it (hot-query.ts). */
const adapter = new SqliteAdapter();

export function queriesOver(run: (statement: Statement) => NowOrLater<StatementResult>): Queries {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, changes } = await run({ sql, parameters });
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) } satisfies QueryResult<Row>;
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; large results are paged instead.
    async *streamQuery() {
      throw new Error('Streaming is not offered; read page by page.');
    },
  };
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createDriver: () => new SingleConnectionDriver(connection),
    },
  });
  return Object.assign(kysely, {
    run: <Row>(sql: string, parameters: readonly unknown[]) =>
      whenKnown(run({ sql, parameters }), ({ rows }) => rows as readonly Row[]),
  });
}

class SingleConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
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
