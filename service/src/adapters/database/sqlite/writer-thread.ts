// The thread that owns the writing connection of one SQLite file. It runs statements in the order they arrive; waiting
// for the disk happens here, never on the event loop.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type PreparedStatement,
  prepareConnection,
  runStatement,
  type Statement,
  type StatementResult,
} from './statements.ts';

export interface WriterRequest {
  readonly id: number;
  readonly statements: readonly Statement[];
}

/** Holds the result of the last statement only; the ones before it open savepoints and transactions. */
export interface WriterReply {
  readonly id: number;
  readonly result?: StatementResult;
  readonly error?: { readonly message: string; readonly errcode?: number | undefined };
}

const database = new DatabaseSync(workerData.file as string);
prepareConnection(database);
const prepared = new Map<string, PreparedStatement>();

parentPort!.on('message', (request: WriterRequest | 'close') => {
  if (request === 'close') {
    database.close();
    parentPort!.close();
    return;
  }
  parentPort!.postMessage(answer(request));
});

function answer({ id, statements }: WriterRequest): WriterReply {
  try {
    let result: StatementResult = { rows: [], changes: 0 };
    for (const statement of statements) result = runStatement(database, prepared, statement);
    return { id, result };
  } catch (problem) {
    const error = problem as Error & { errcode?: number };
    return { id, error: { message: error.message, errcode: error.errcode } };
  }
}
