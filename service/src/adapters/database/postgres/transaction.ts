// One transaction of PostgreSQL on a connection of its own. Statements that nobody waits for travel with the next that somebody does,
// at the latest with the commit: telling of a verification takes three round trips, not ten.
import type pg from 'pg';
import type { Queries } from '../database.ts';
import { postgresLanguage, queriesOver, type StatementAnswer, type StatementRunner } from '../queries-over.ts';
import { answered } from './problems.ts';
import { type Statement, sendTogether } from './statement-batch.ts';

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
  #unsent: Statement[] = [];
  /** Statements follow each other; after one that failed none is sent, and all fail as it did. */
  #last: Promise<StatementAnswer | undefined> = Promise.resolve(undefined);
  #isOpen = true;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.later('BEGIN');
  }

  readonly run = async (sql: string, parameters: readonly unknown[] = [], isHot = false): Promise<StatementAnswer> => {
    // A forgotten await cannot slip into the next transaction of the connection.
    if (!this.#isOpen) throw new Error('This transaction has ended.');
    const statements = [...this.#unsent, { sql, parameters, isHot }];
    this.#unsent = [];
    const answer = this.#last.then(() => answered(sendTogether(this.#client, statements)));
    this.#last = answer;
    return answer;
  };

  readonly later = (sql: string, parameters: readonly unknown[] = []): void => {
    if (!this.#isOpen) throw new Error('This transaction has ended.');
    this.#unsent.push({ sql, parameters, isHot: true });
  };

  async commit(): Promise<void> {
    await this.run('COMMIT', [], true);
    this.#isOpen = false;
  }

  async rollBack(): Promise<void> {
    this.#isOpen = false;
    await this.#last.catch(() => undefined);
    await this.#client.query('ROLLBACK');
  }
}
