// One transaction of PostgreSQL on a connection of its own. Statements that nobody waits for are sent in their turn and
// answered for at the commit.
import type pg from 'pg';
import type { Queries } from '../database.ts';
import { postgresLanguage, queriesOver, type StatementAnswer, type StatementRunner } from '../queries-over.ts';
import { asQuery } from './prepared-query.ts';
import { answered } from './problems.ts';

export async function runTransaction<Result>(
  client: pg.PoolClient,
  work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
  const runner = new TransactionRunner(client);
  try {
    const result = await work(queriesOver(postgresLanguage, runner));
    await runner.commit();
    client.release();
    return result;
  } catch (problem) {
    // A connection that cannot even roll back is not given to anybody else.
    const broken = await runner.rollBack().then(
      () => undefined,
      (cause: Error) => cause,
    );
    client.release(broken);
    throw problem;
  }
}

class TransactionRunner implements StatementRunner {
  readonly #client: pg.PoolClient;
  /** Statements follow each other; after one that failed none is sent, and all fail as it did. */
  #last: Promise<pg.QueryResult>;
  #isOpen = true;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.#last = answered(client.query('BEGIN'));
  }

  readonly run = async (sql: string, parameters: readonly unknown[], isHot = false): Promise<StatementAnswer> => {
    const { rows, rowCount } = await this.#send(asQuery(sql, parameters, isHot));
    return { rows, changes: rowCount ?? 0 };
  };

  readonly later = (sql: string, parameters: readonly unknown[]): void => {
    this.#send(asQuery(sql, parameters, true));
  };

  async commit(): Promise<void> {
    await this.#send({ text: 'COMMIT' });
    this.#isOpen = false;
  }

  async rollBack(): Promise<void> {
    this.#isOpen = false;
    await this.#last.catch(() => undefined);
    await this.#client.query('ROLLBACK');
  }

  #send(query: pg.QueryConfig): Promise<pg.QueryResult> {
    // A forgotten await cannot slip into the next transaction of the connection.
    if (!this.#isOpen) throw new Error('This transaction has ended.');
    this.#last = this.#last.then(() => answered(this.#client.query(query)));
    // Heard by whoever waits for it, at the latest by the commit.
    this.#last.catch(() => undefined);
    return this.#last;
  }
}
