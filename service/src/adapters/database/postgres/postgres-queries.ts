// Kysely over anything that runs PostgreSQL statements: a connection of a pool, or a replica.
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../../database/schema.ts';
import type { Queries } from '../database.ts';

export interface Connection {
  query(sql: string, parameters: readonly unknown[]): Promise<Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>>;
  release(isBroken?: boolean): void;
}

export function postgresQueries(connect: () => Promise<Connection>): Queries {
  const pool = {
    connect: connect as () => Promise<PostgresPoolClient>,
    // The owner of the connections closes them.
    end: async () => undefined,
    options: {},
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
