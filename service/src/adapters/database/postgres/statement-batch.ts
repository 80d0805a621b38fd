// Statements that travel to PostgreSQL together and are answered together: one round trip, and one waking on either side, where each
// would have its own. `pg` sends one at a time, but takes whatever can submit itself to a connection.
import type pg from 'pg';
import type { StatementAnswer } from '../queries-over.ts';
import { getTypeParser } from './pool.ts';
import { canBeRemembered, nameOf } from './prepared-query.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** One of few: PostgreSQL parses and plans it once for each connection. */
  readonly isHot: boolean;
}

/** The answer to the last of them. After one that fails none runs, and the failure is that of all. */
export function sendTogether(client: pg.PoolClient, statements: readonly Statement[]): Promise<StatementAnswer> {
  return new Promise((resolve, reject) => client.query(new StatementBatch(statements, resolve, reject)));
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** As far as anybody asked for them. */
type Columns = readonly Column[] | null;

/** The columns of each statement that a connection has prepared, by its name. */
const prepared = new WeakMap<pg.Connection, Map<string, Columns>>();

type Parameter = string | Buffer | null;

class StatementBatch implements pg.Submittable {
  readonly #statements: readonly { sql: string; name: string; values: Parameter[] }[];
  readonly #resolve: (answer: StatementAnswer) => void;
  readonly #reject: (problem: unknown) => void;
  readonly #rows: Record<string, unknown>[] = [];
  #columns: Columns = null;
  #completed = 0;
  #changes = 0;

  constructor(
    statements: readonly Statement[],
    resolve: (answer: StatementAnswer) => void,
    reject: (problem: unknown) => void,
  ) {
    // Before anything is sent: what cannot be a parameter must not leave half a message on its way.
    this.#statements = statements.map(({ sql, parameters, isHot }) => ({
      sql,
      // Not the name that `pg` gives it outside a transaction: it keeps its own account of what a connection has prepared.
      name: isHot && canBeRemembered(parameters) ? `batch-${nameOf(sql)}` : '',
      values: parameters.map(asParameter),
    }));
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    const known = preparedOn(connection);
    connection.stream.cork();
    for (const [place, { sql, name, values }] of this.#statements.entries()) {
      if (!known.has(name)) {
        // After a failure it may be there all the same; to close what is not there is no error.
        if (name) connection.close({ type: 'S', name }, true);
        connection.parse({ name, text: sql, types: [] }, true);
      }
      connection.bind({ statement: name, values }, true);
      if (this.#isLast(place)) {
        this.#columns = known.get(name) ?? null;
        if (!this.#columns) connection.describe({ type: 'P' }, true);
      }
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: getTypeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (!this.#isLast(this.#completed)) return;
    const row: Record<string, unknown> = {};
    for (const [place, { name, parse }] of this.#columns!.entries()) {
      const text = fields[place]!;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows.push(row);
  }

  /** `INSERT 0 3`, `UPDATE 3`, `BEGIN`. */
  handleCommandComplete({ text }: { text: string }): void {
    if (this.#isLast(this.#completed)) this.#changes = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    this.#completed += 1;
  }

  handleError(problem: unknown): void {
    this.#reject(problem);
  }

  handleReadyForQuery(connection: pg.Connection): void {
    const known = preparedOn(connection);
    for (const [place, { name }] of this.#statements.entries()) {
      if (name) known.set(name, this.#isLast(place) ? this.#columns : (known.get(name) ?? null));
    }
    this.#resolve({ rows: this.#rows, changes: this.#changes });
  }

  #isLast(place: number): boolean {
    return place === this.#statements.length - 1;
  }
}

function preparedOn(connection: pg.Connection): Map<string, Columns> {
  const known = prepared.get(connection) ?? new Map<string, Columns>();
  prepared.set(connection, known);
  return known;
}

function asParameter(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'object') throw new TypeError('An object cannot be a parameter; store its JSON.');
  return String(value);
}
