// A query that runs on every call is compiled once, and runs without the layers around it: building and carrying it costs
// several times what the database needs.
import type { CompiledQuery } from 'kysely';
import { type NowOrLater, whenKnown } from '../now-or-later.ts';
import type { Database, Queries } from './database.ts';

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** Stands for a parameter while the query is compiled. */
class Placeholder {
  readonly position: number;

  constructor(position: number) {
    this.position = position;
  }
}

/** `build` writes the query once, with its parameters as texts; what comes out runs it with real ones. */
export function hotQuery<Row, Parameters extends readonly string[]>(
  parameterCount: Parameters['length'],
  build: (queries: Queries, ...parameters: Parameters) => Compilable<Row>,
): (database: Database, ...parameters: Parameters) => NowOrLater<Row | undefined> {
  // By database: the same query reads differently on SQLite and PostgreSQL.
  const compiled = new WeakMap<Database, CompiledQuery<Row>>();
  const placeholders = Array.from({ length: parameterCount }, (_, position) => new Placeholder(position));
  return (database, ...parameters) => {
    let query = compiled.get(database);
    if (!query) {
      query = build(database.read, ...(placeholders as unknown as Parameters)).compile();
      compiled.set(database, query);
    }
    const values = query.parameters.map((value) => (value instanceof Placeholder ? parameters[value.position] : value));
    return whenKnown(database.run<Row>(query.sql, values), first);
  };
}

function first<Row>(rows: readonly Row[]): Row | undefined {
  return rows[0];
}
