// One transaction of PostgreSQL on a connection of its own. Statements that are asked at once travel together, and those that nobody waits
// for with the next that somebody does, at the latest with the commit: telling of a verification takes two round trips, not ten.
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

interface Asked extends Statement {
  /** Where somebody waits for it. */
  readonly answer?: PromiseWithResolvers<StatementAnswer>;
}

class TransactionRunner implements StatementRunner {
  readonly #client: pg.PoolClient;
  #unsent: Asked[] = [];
  #isAwaited = false;
  /** Statements follow each other; after one that failed none is sent, and all fail as it did. */
  #last: Promise<unknown> = Promise.resolve();
  #isOpen = true;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.later('BEGIN');
  }

  readonly run = async (sql: string, parameters: readonly unknown[] = [], isHot = false): Promise<StatementAnswer> => {
    const answer = Promise.withResolvers<StatementAnswer>();
    this.#ask({ sql, parameters, isHot, answer });
    if (!this.#isAwaited) queueMicrotask(() => this.#send());
    this.#isAwaited = true;
    return answer.promise;
  };

  readonly later = (sql: string, parameters: readonly unknown[] = []): void => {
    this.#ask({ sql, parameters, isHot: true });
  };

  #ask(asked: Asked): void {
    // A forgotten await cannot slip into the next transaction of the connection.
    if (!this.#isOpen) throw new Error('This transaction has ended.');
    this.#unsent.push(asked);
  }

  #send(): void {
    const asked = this.#unsent;
    this.#unsent = [];
    this.#isAwaited = false;
    const answers = this.#last.then(() => {
      if (!this.#isOpen) throw new Error('This transaction has ended.');
      return answered(sendTogether(this.#client, asked));
    });
    this.#last = answers;
    answers.then(
      (each) => asked.forEach(({ answer }, place) => void answer?.resolve(each[place]!)),
      (problem: unknown) => asked.forEach(({ answer }) => void answer?.reject(problem)),
    );
  }

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
