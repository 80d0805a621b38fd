// One writer, many transactions: those that wait while the disk is busy share the next commit. Each runs inside its own
// savepoint, so that one failing leaves the others whole; nothing is acknowledged before the commit is on disk.
import { DatabaseUnavailable } from '../database.ts';
import type { StatementRunner } from '../queries-over.ts';
import type { Statement, StatementResult } from './statements.ts';
import type { Writer } from './writer.ts';

/** Runs the statements of the transaction at hand. */
export interface TransactionRunner extends StatementRunner {
  run(sql: string, parameters: readonly unknown[]): Promise<StatementResult>;
  later(sql: string, parameters: readonly unknown[]): void;
}

interface Waiting {
  readonly work: (runner: TransactionRunner) => Promise<unknown>;
  resolve(result: unknown): void;
  reject(problem: unknown): void;
}

const mostTransactionsPerCommit = 64;
const longestGroupMilliseconds = 25;
/** A transaction holds database calls only; one that takes this long has lost its way and is rolled back. */
const longestTransactionMilliseconds = 20_000;

const begin: Statement = { sql: 'BEGIN IMMEDIATE', parameters: [] };
const commit: Statement = { sql: 'COMMIT', parameters: [] };
const rollBackAll: Statement = { sql: 'ROLLBACK', parameters: [] };
const savepoint: Statement = { sql: 'SAVEPOINT one_transaction', parameters: [] };
const release: Statement = { sql: 'RELEASE one_transaction', parameters: [] };
const rollBack: Statement = { sql: 'ROLLBACK TO one_transaction', parameters: [] };

export class GroupCommit {
  readonly #writer: Writer;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  transaction<Result>(work: (runner: TransactionRunner) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
      this.#running ??= this.#runGroups();
    });
  }

  /** Resolves when every accepted transaction has been answered. */
  async drain(): Promise<void> {
    await this.#running;
  }

  async #runGroups(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runGroup();
    this.#running = undefined;
  }

  async #runGroup(): Promise<void> {
    const started = performance.now();
    const finished: (() => void)[] = [];
    const taken: Waiting[] = [];
    const sender = new Sender(this.#writer);
    try {
      while (this.#waiting.length > 0 && taken.length < mostTransactionsPerCommit) {
        if (taken.length > 0 && performance.now() - started > longestGroupMilliseconds) break;
        const transaction = this.#waiting.shift()!;
        taken.push(transaction);
        sender.control(savepoint);
        try {
          const result = await runGuarded(transaction.work, sender);
          // What waits could fail, and must then fail here. Alone in its group, it may fail with the commit.
          if (sender.hasWrites && (taken.length > 1 || this.#waiting.length > 0)) await sender.flush();
          sender.control(release);
          finished.push(() => transaction.resolve(result));
        } catch (problem) {
          // A lock or the disk: SQLite may have ended the whole transaction, the neighbours' part included.
          if (problem instanceof DatabaseUnavailable) throw problem;
          sender.forgetWrites();
          sender.control(rollBack);
          sender.control(release);
          finished.push(() => transaction.reject(problem));
        }
      }
      sender.control(commit);
      await sender.flush();
      for (const settle of finished) settle();
    } catch (problem) {
      await this.#writer.run([rollBackAll]).catch(() => undefined);
      for (const transaction of taken) transaction.reject(problem);
    }
  }
}

/** Sends to the writer. What nobody waits for travels with the next statement: no round trip of its own. */
class Sender {
  readonly #writer: Writer;
  #waiting: Statement[] = [begin];
  /** So many of those that wait open or close a transaction; the rest are writes of the one at hand. */
  #controls = 1;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  control(statement: Statement): void {
    this.#controls = this.#waiting.push(statement);
  }

  later(sql: string, parameters: readonly unknown[]): void {
    this.#waiting.push({ sql, parameters });
  }

  run(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    this.later(sql, parameters);
    return this.flush();
  }

  get hasWrites(): boolean {
    return this.#waiting.length > this.#controls;
  }

  forgetWrites(): void {
    this.#waiting.length = this.#controls;
  }

  flush(): Promise<StatementResult> {
    const statements = this.#waiting;
    this.#waiting = [];
    this.#controls = 0;
    return this.#writer.run(statements);
  }
}

/** Gives the work a way to run statements that closes with it: a forgotten await cannot slip into the next transaction. */
async function runGuarded(work: Waiting['work'], sender: Sender): Promise<unknown> {
  let open = true;
  const expectOpen = () => {
    if (!open) throw new Error('This transaction has ended.');
  };
  const runner: TransactionRunner = {
    async run(sql, parameters) {
      expectOpen();
      return sender.run(sql, parameters);
    },
    later(sql, parameters) {
      expectOpen();
      sender.later(sql, parameters);
    },
  };
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const end = () => reject(new Error('The transaction took too long.'));
    timer = setTimeout(end, longestTransactionMilliseconds);
  });
  try {
    return await Promise.race([work(runner), tooLong]);
  } finally {
    open = false;
    clearTimeout(timer);
  }
}
