// The thread that owns the writing connection of one SQLite file. It runs statements in the order
// of their arrival. Waiting for the disk happens here, never on the event loop.
import { parentPort, workerData } from 'node:worker_threads';
import { openConnection, type Statement, type StatementResult } from './statements.ts';

export interface WriterRequest {
  readonly id: number;
  readonly statement: Statement;
}

export interface WriterReply {
  readonly id: number;
  readonly result?: StatementResult;
  readonly error?: { readonly message: string; readonly errcode?: number | undefined };
}

const connection = openConnection(workerData.file as string);

parentPort!.on('message', (request: WriterRequest | 'close') => {
  if (request === 'close') {
    connection.close();
    parentPort!.close();
    return;
  }
  parentPort!.postMessage(answer(request));
});

function answer({ id, statement }: WriterRequest): WriterReply {
  try {
    return { id, result: connection.run(statement) };
  } catch (problem) {
    const error = problem as Error & { errcode?: number };
    return { id, error: { message: error.message, errcode: error.errcode } };
  }
}
