// The main thread's side of the writer thread: sends statements and matches replies to promises.
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable, KeyTaken } from '../database.ts';
import type { Statement, StatementResult } from './statements.ts';
import type { WriterReply, WriterRequest } from './writer-thread.ts';

// SQLite result codes (sqlite.org/rescode.html) that are about the disk or a lock, not about the
// statement.
const unavailableCodes = new Set([
  5 /* BUSY */, 6 /* LOCKED */, 8 /* READONLY */, 10 /* IOERR */, 13 /* FULL */, 14 /* CANTOPEN */,
]);
/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const takenCodes = new Set([1555, 2067]);

interface Pending {
  resolve(result: StatementResult): void;
  reject(problem: Error): void;
}

export class Writer {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #nextId = 0;
  #stopped: Error | undefined;

  constructor(file: string) {
    this.#worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: { file } });
    this.#worker.on('message', (reply: WriterReply) => this.#settle(reply));
    this.#worker.on('error', (problem) => this.#stop(problem as Error));
    this.#worker.on('exit', () => this.#stop(new Error('The writer thread ended.')));
    this.#worker.unref();
  }

  /** Statements run in the order of these calls. */
  run(statement: Statement): Promise<StatementResult> {
    if (this.#stopped) return Promise.reject(new DatabaseUnavailable(this.#stopped));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      if (this.#pending.size === 0) this.#worker.ref();
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ id, statement: asMessage(statement) } satisfies WriterRequest);
    });
  }

  async close(): Promise<void> {
    if (this.#stopped) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.ref();
    this.#worker.postMessage('close');
    await ended;
  }

  #settle({ id, result, error }: WriterReply): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#worker.unref();
    if (result) pending?.resolve(result);
    else pending?.reject(asProblem(error!));
  }

  #stop(reason: Error): void {
    this.#stopped ??= reason;
    for (const pending of this.#pending.values()) pending.reject(new DatabaseUnavailable(reason));
    this.#pending.clear();
  }
}

/**
 * A small Buffer is a view of a shared pool, and a message would copy the whole pool. So it is sent
 * as a copy.
 */
function asMessage({ sql, parameters }: Statement): Statement {
  return { sql, parameters: parameters.map((value) => (value instanceof Buffer ? new Uint8Array(value) : value)) };
}

function asProblem({ message, errcode }: NonNullable<WriterReply['error']>): Error {
  const problem = Object.assign(new Error(message), { errcode });
  if (takenCodes.has(errcode ?? 0)) return new KeyTaken(problem);
  // The low byte is the primary code; the rest is details.
  return unavailableCodes.has((errcode ?? 0) & 0xff) ? new DatabaseUnavailable(problem) : problem;
}
