// The sealed texts of one column, page by page, and their replacement.
import { sql } from 'kysely';
import type { Queries } from '../adapters/database/database.ts';
import type { SealedColumn } from '../database/sealed-columns.ts';

export interface SealedValue {
  readonly key: readonly string[];
  readonly sealed: string;
}

/** In the order of the primary key, after the given key. */
export async function listSealedValues(
  queries: Queries,
  { table, column, key }: SealedColumn,
  after: readonly string[] | undefined,
  most: number,
): Promise<SealedValue[]> {
  const keyColumns = sql.join(key.map((name) => sql.ref(name)));
  const behind = after ? sql`AND (${keyColumns}) > (${sql.join(after)})` : sql``;
  const { rows } = await sql<Record<string, string>>`
    SELECT ${keyColumns}, ${sql.ref(column)} FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL ${behind}
    ORDER BY ${keyColumns} LIMIT ${most}`.execute(queries);
  return rows.map((row) => ({ key: key.map((name) => row[name]!), sealed: row[column]! }));
}

/** Replaces the text unless the service has changed it meanwhile. */
export async function replaceSealedValue(
  transaction: Queries,
  { table, column, key }: SealedColumn,
  { key: values, sealed }: SealedValue,
  newlySealed: string,
): Promise<void> {
  const keyColumns = sql.join(key.map((name) => sql.ref(name)));
  await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${newlySealed}
    WHERE (${keyColumns}) = (${sql.join(values)}) AND ${sql.ref(column)} = ${sealed}`.execute(transaction);
}
