// The event loop's own connection, for reading. Reads that fall into the same turn of the loop share one read
// transaction: opening one costs as much as the lookup itself. It ends with the turn, and whenever the writer reports,
// so that a read always sees what was acknowledged before it.
import { DatabaseSync } from 'node:sqlite';
import {
  type PreparedStatement,
  prepareConnection,
  runStatement,
  type Statement,
  type StatementResult,
} from './statements.ts';

export class Reader {
  readonly #connection: DatabaseSync;
  readonly #prepared = new Map<string, PreparedStatement>();
  #isOpen = false;
  readonly #end = () => this.endTurn();

  constructor(file: string) {
    this.#connection = new DatabaseSync(file);
    prepareConnection(this.#connection);
    this.#connection.exec('PRAGMA query_only = ON');
  }

  run(statement: Statement): StatementResult {
    if (!this.#isOpen) {
      this.#run('BEGIN');
      this.#isOpen = true;
      setImmediate(this.#end);
    }
    return runStatement(this.#connection, this.#prepared, statement);
  }

  endTurn(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#run('COMMIT');
  }

  close(): void {
    this.endTurn();
    this.#connection.close();
  }

  #run(sql: string): void {
    runStatement(this.#connection, this.#prepared, { sql, parameters: [] });
  }
}
