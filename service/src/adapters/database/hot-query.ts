// A query that runs on every call is compiled once, and runs without the layers around it: building and carrying it costs
// several times what the database needs. Its parameters may be values, lists (for `in`) and rows (for inserts); each
// length of a list is a query of its own.
import { CompiledQuery, type DialectAdapter } from 'kysely';
import { type NowOrLater, whenKnown } from '../now-or-later.ts';
import type { Queries } from './database.ts';

export interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

type Build<Row, Parameters extends readonly unknown[]> = (
  queries: Queries,
  ...parameters: Parameters
) => Compilable<Row>;

/** Stands for a parameter while the query is compiled. */
class Placeholder {
  readonly position: number;

  constructor(position: number) {
    this.position = position;
  }
}

type Run<Result> = (queries: Queries, sql: string, values: readonly unknown[]) => Result;

/** `build` writes the query; what comes out runs it and gives its rows. */
export function hotRows<Row, Parameters extends readonly unknown[]>(
  build: Build<Row, Parameters>,
): (queries: Queries, ...parameters: Parameters) => NowOrLater<readonly Row[]> {
  return compiledOnce(build, run<Row>);
}

/** A write of a transaction that nobody reads an answer of: it travels with the next statement or with the commit. */
export function hotCommand<Parameters extends readonly unknown[]>(
  build: Build<unknown, Parameters>,
): (transaction: Queries, ...parameters: Parameters) => NowOrLater<void> {
  return compiledOnce(build, command);
}

function compiledOnce<Row, Parameters extends readonly unknown[], Result>(
  build: Build<Row, Parameters>,
  execute: Run<Result>,
): (queries: Queries, ...parameters: Parameters) => Result {
  // By dialect: the same query reads differently on SQLite and PostgreSQL. Then by the lengths of its lists.
  const compiled = new WeakMap<DialectAdapter, Map<string, CompiledQuery<Row>>>();

  function compile(queries: Queries, adapter: DialectAdapter, shape: string, parameters: Parameters) {
    let position = 0;
    const placeholders: unknown = replaceValues(parameters, () => new Placeholder(position++));
    const result = build(queries, ...(placeholders as Parameters)).compile();
    const known = compiled.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    compiled.set(adapter, known.set(shape, result));
    return result;
  }

  return (queries, ...parameters) => {
    const { adapter } = queries.getExecutor();
    const shape = shapeOf(parameters);
    const query = compiled.get(adapter)?.get(shape) ?? compile(queries, adapter, shape, parameters);
    const given = shape === '' ? parameters : flatten(parameters);
    const values = query.parameters.map((value) => (value instanceof Placeholder ? given[value.position] : value));
    return execute(queries, query.sql, values);
  };
}

/** As `hotRows`, for a query that answers with one row or none. */
export function hotRow<Row, Parameters extends readonly unknown[]>(
  build: Build<Row, Parameters>,
): (queries: Queries, ...parameters: Parameters) => NowOrLater<Row | undefined> {
  const rows = hotRows(build);
  return (queries, ...parameters) => whenKnown(rows(queries, ...parameters), first);
}

function first<Row>(rows: readonly Row[]): Row | undefined {
  return rows[0];
}

function run<Row>(queries: Queries, sql: string, values: readonly unknown[]): NowOrLater<readonly Row[]> {
  if (queries.run) return queries.run<Row>(sql, values);
  return queries.executeQuery<Row>(CompiledQuery.raw(sql, [...values])).then((result) => result.rows);
}

function command(queries: Queries, sql: string, values: readonly unknown[]): NowOrLater<void> {
  if (queries.later) return queries.later(sql, values);
  return whenKnown(run(queries, sql, values), () => undefined);
}

/** The lengths of the lists among the parameters; nothing where all are single values. */
function shapeOf(parameters: readonly unknown[]): string {
  let shape = '';
  for (let place = 0; place < parameters.length; place += 1) {
    const parameter = parameters[place];
    if (Array.isArray(parameter)) shape += `${place}:${parameter.length},`;
  }
  return shape;
}

function flatten(parameters: readonly unknown[]): unknown[] {
  const values: unknown[] = [];
  replaceValues(parameters, (value) => values.push(value));
  return values;
}

/** The same structure with every value replaced, in a fixed order. */
function replaceValues(parameters: readonly unknown[], replace: (value: unknown) => unknown): unknown[] {
  return parameters.map((parameter) => {
    if (!Array.isArray(parameter)) return replace(parameter);
    return parameter.map((item) => (isRow(item) ? replaceInRow(item, replace) : replace(item)));
  });
}

function isRow(item: unknown): item is Record<string, unknown> {
  return typeof item === 'object' && item !== null && !(item instanceof Uint8Array);
}

function replaceInRow(row: Record<string, unknown>, replace: (value: unknown) => unknown): Record<string, unknown> {
  const replaced: Record<string, unknown> = {};
  for (const column in row) replaced[column] = replace(row[column]);
  return replaced;
}
