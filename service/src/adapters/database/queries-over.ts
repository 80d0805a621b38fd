// Kysely over a connection that runs statements: the reading side of SQLite and a transaction of either database look
// alike to whoever writes queries.
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from '../../database/schema.ts';
import { type NowOrLater, whenKnown } from '../now-or-later.ts';
import type { Queries } from './database.ts';

export interface StatementAnswer {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

export interface StatementRunner {
  /** Hot: one of few, worth remembering. */
  run(sql: string, parameters: readonly unknown[], isHot?: boolean): NowOrLater<StatementAnswer>;
  /** Of a transaction: runs it before anything that follows; its failure is the transaction's. */
  later?(sql: string, parameters: readonly unknown[]): void;
}

interface Language {
  /** One for all: compiled queries are known by it (hot-query.ts). */
  readonly adapter: DialectAdapter;
  readonly compiler: QueryCompiler;
  readonly introspector: typeof SqliteIntrospector | typeof PostgresIntrospector;
}

export const sqliteLanguage: Language = {
  adapter: new SqliteAdapter(),
  compiler: new SqliteQueryCompiler(),
  introspector: SqliteIntrospector,
};

export const postgresLanguage: Language = {
  adapter: new PostgresAdapter(),
  compiler: new PostgresQueryCompiler(),
  introspector: PostgresIntrospector,
};

export function queriesOver({ adapter, compiler, introspector }: Language, runner: StatementRunner): Queries {
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, changes } = await runner.run(sql, parameters);
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
      createIntrospector: (database) => new introspector(database),
      createQueryCompiler: () => compiler,
      createDriver: () => new SingleConnectionDriver(connection),
    },
  });
  const direct = {
    run: <Row>(sql: string, parameters: readonly unknown[]) =>
      whenKnown(runner.run(sql, parameters, true), ({ rows }) => rows as readonly Row[]),
    ...(runner.later && { later: runner.later }),
  };
  return Object.assign(kysely, direct);
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
