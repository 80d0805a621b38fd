// One writer for many transactions: those that wait while the disk is busy share the next commit.
// Each runs inside its own savepoint, so that a failure does not affect the others. Nothing is
// acknowledged before the commit is on disk.
import { DatabaseUnavailable } from '../database.ts';
import type { RunStatement } from './sqlite-queries.ts';
import type { Writer } from './writer.ts';

interface Waiting {
  readonly work: (run: RunStatement) => Promise<unknown>;
  resolve(result: unknown): void;
  reject(problem: unknown): void;
}

const mostTransactionsPerCommit = 64;
const longestGroupMilliseconds = 25;
/**
 * A transaction contains only database calls. One that takes this long is defective and is rolled
 * back.
 */
const longestTransactionMilliseconds = 20_000;

export class GroupCommit {
  readonly #writer: Writer;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  transaction<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      this.#running ??= this.#runGroups();
    });
  }

  /** Resolves when every accepted transaction has resolved or rejected. */
  async drain(): Promise<void> {
    await this.#running;
  }

  async #runGroups(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runGroup();
    this.#running = undefined;
  }

  async #runGroup(): Promise<void> {
    const end = performance.now() + longestGroupMilliseconds;
    const taken: Waiting[] = [];
    const answers: (() => void)[] = [];
    try {
      await this.#run('BEGIN IMMEDIATE');
      do {
        const transaction = this.#waiting.shift()!;
        taken.push(transaction);
        answers.push(await this.#runOne(transaction));
      } while (this.#waiting.length > 0 && taken.length < mostTransactionsPerCommit && performance.now() < end);
      await this.#run('COMMIT');
      for (const answer of answers) answer();
    } catch (problem) {
      await this.#run('ROLLBACK').catch(() => undefined);
      // If BEGIN itself failed, reject the first in line, so that no caller waits forever.
      if (taken.length === 0) taken.push(this.#waiting.shift()!);
      for (const transaction of taken) transaction.reject(problem);
    }
  }

  /** Returns the function that settles the transaction once its group is on disk. */
  async #runOne({ work, resolve, reject }: Waiting): Promise<() => void> {
    await this.#run('SAVEPOINT one_transaction');
    try {
      const result = await runGuarded(work, (statement) => this.#writer.run(statement));
      await this.#run('RELEASE one_transaction');
      return () => resolve(result);
    } catch (problem) {
      // A lock or the disk: SQLite can have ended the whole transaction, including the parts of the
      // other callers.
      if (problem instanceof DatabaseUnavailable) throw problem;
      await this.#run('ROLLBACK TO one_transaction');
      await this.#run('RELEASE one_transaction');
      return () => reject(problem);
    }
  }

  async #run(sql: string): Promise<void> {
    await this.#writer.run({ sql, parameters: [] });
  }
}

/**
 * The work can run statements only until it ends: a statement without an await must not run in the
 * next transaction.
 */
async function runGuarded(work: Waiting['work'], run: RunStatement): Promise<unknown> {
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const end = () => reject(new Error('The transaction took too long.'));
    timer = setTimeout(end, longestTransactionMilliseconds);
  });
  const runWhileOpen: RunStatement = async (statement) => {
    if (!isOpen) throw new Error('This transaction has ended.');
    return run(statement);
  };
  try {
    return await Promise.race([work(runWhileOpen), tooLong]);
  } finally {
    isOpen = false;
    clearTimeout(timer);
  }
}
