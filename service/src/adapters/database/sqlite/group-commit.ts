// One writer, many transactions: those that wait while the disk is busy share the next commit. Each runs inside its own
// savepoint, so that one failing leaves the others whole; nothing is acknowledged before the commit is on disk.
import { DatabaseUnavailable } from '../database.ts';
import type { Statement, StatementResult } from './statements.ts';
import type { Writer } from './writer.ts';

/** Runs one statement of the transaction at hand. */
export type RunStatement = (statement: Statement) => Promise<StatementResult>;

interface Waiting {
  readonly work: (run: RunStatement) => Promise<unknown>;
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

  transaction<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> {
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
    // Control statements travel with the next real one: no round trip of their own.
    let before: Statement[] = [begin];
    const run: RunStatement = (statement) => {
      const statements = [...before, statement];
      before = [];
      return this.#writer.run(statements);
    };
    try {
      while (this.#waiting.length > 0 && taken.length < mostTransactionsPerCommit) {
        if (taken.length > 0 && performance.now() - started > longestGroupMilliseconds) break;
        const transaction = this.#waiting.shift()!;
        taken.push(transaction);
        before.push(savepoint);
        try {
          const result = await runGuarded(transaction.work, run);
          before.push(release);
          finished.push(() => transaction.resolve(result));
        } catch (problem) {
          // A lock or the disk: SQLite may have ended the whole transaction, the neighbours' part included.
          if (problem instanceof DatabaseUnavailable) throw problem;
          before.push(rollBack, release);
          finished.push(() => transaction.reject(problem));
        }
      }
      await run(commit);
      for (const settle of finished) settle();
    } catch (problem) {
      await this.#writer.run([rollBackAll]).catch(() => undefined);
      for (const transaction of taken) transaction.reject(problem);
    }
  }
}

/** Gives the work a way to run statements that closes with it: a forgotten await cannot slip into the next transaction. */
async function runGuarded(work: Waiting['work'], run: RunStatement): Promise<unknown> {
  let open = true;
  const timer = new AbortController();
  try {
    return await Promise.race([
      work((statement) => (open ? run(statement) : Promise.reject(new Error('This transaction has ended.')))),
      tooLong(timer.signal),
    ]);
  } finally {
    open = false;
    timer.abort();
  }
}

function tooLong(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timeout = setTimeout(
      () => reject(new Error('The transaction took too long.')),
      longestTransactionMilliseconds,
    );
    signal.addEventListener('abort', () => clearTimeout(timeout), { once: true });
  });
}
