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

/** The answer to each of them. After one that fails none runs, and the failure is that of all. */
export function sendTogether(client: pg.PoolClient, statements: readonly Statement[]): Promise<StatementAnswer[]> {
  return new Promise((resolve, reject) => client.query(new StatementBatch(statements, resolve, reject)));
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** Of a statement that gives rows. */
type Columns = readonly Column[] | null;

/** The columns of each statement that a connection has prepared, by its name. */
const prepared = new WeakMap<pg.Connection, Map<string, Columns>>();

type Parameter = string | Buffer | null;

/** What is sent of a statement, and what came back so far. */
interface Sent {
  readonly sql: string;
  readonly name: string;
  readonly values: Parameter[];
  readonly rows: Record<string, unknown>[];
  columns: Columns;
  changes: number;
}

class StatementBatch implements pg.Submittable {
  readonly #sent: readonly Sent[];
  readonly #resolve: (answers: StatementAnswer[]) => void;
  readonly #reject: (problem: unknown) => void;
  #completed = 0;

  constructor(
    statements: readonly Statement[],
    resolve: (answers: StatementAnswer[]) => void,
    reject: (problem: unknown) => void,
  ) {
    // Before anything is sent: what cannot be a parameter must not leave half a message on its way.
    this.#sent = statements.map(({ sql, parameters, isHot }) => ({
      sql,
      // Not the name that `pg` gives it outside a transaction: it keeps its own account of what a connection has prepared.
      name: isHot && canBeRemembered(parameters) ? `batch-${nameOf(sql)}` : '',
      values: parameters.map(asParameter),
      rows: [],
      columns: null,
      changes: 0,
    }));
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    const known = preparedOn(connection);
    const parsed = new Set<string>();
    connection.stream.cork();
    for (const each of this.#sent) {
      const { sql, name, values } = each;
      const isKnown = known.has(name);
      if (!isKnown && !(name && parsed.has(name))) {
        // After a failure it may be there all the same; to close what is not there is no error.
        if (name) connection.close({ type: 'S', name }, true);
        connection.parse({ name, text: sql, types: [] }, true);
        parsed.add(name);
      }
      connection.bind({ statement: name, values }, true);
      if (isKnown) each.columns = known.get(name)!;
      else connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: getTypeParser(dataTypeID) }));
    this.#sent[this.#completed]!.columns = columns;
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns, rows } = this.#sent[this.#completed]!;
    const row: Record<string, unknown> = {};
    for (const [place, { name, parse }] of columns!.entries()) {
      const text = fields[place]!;
      row[name] = text === null ? null : parse(text);
    }
    rows.push(row);
  }

  /** `INSERT 0 3`, `UPDATE 3`, `BEGIN`. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#sent[this.#completed]!.changes = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0;
    this.#completed += 1;
  }

  handleError(problem: unknown): void {
    this.#reject(problem);
  }

  handleReadyForQuery(connection: pg.Connection): void {
    const known = preparedOn(connection);
    for (const { name, columns } of this.#sent) if (name) known.set(name, columns);
    this.#resolve(this.#sent.map(({ rows, changes }) => ({ rows, changes })));
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
