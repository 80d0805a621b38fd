// c2pa-rs at a distance: one thread beside the caller's, kept for the next file while it behaves. A file that traps it, takes too
// much of its processor time or makes it large costs that thread, and cannot be read. The thread runs JavaScript and WebAssembly
// only, which V8 can stop anywhere: terminating a thread that loads native modules could abort the whole process.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ReadAnswer, ReadTask } from './c2pa-rs-thread.ts';

const mebibyte = 1024 * 1024;
const mostHeldBytes = 128 * mebibyte;
// Counted in the thread's own processor time, so that a busy machine condemns no good file. Reading is hashing for the most
// part: 50 ms a mebibyte is several times what a slow core needs.
const mostProcessorMilliseconds = (size: number) => 1_500 + (size / mebibyte) * 50;
const pollMilliseconds = 100;

let kept: Worker | undefined;
let line: Promise<unknown> = Promise.resolve();
let compiled: WebAssembly.Module | undefined;

/** bytes: copied to the thread, and left as they are. limit: of processor time. */
export function readWithC2paRs(
  type: string,
  bytes: Uint8Array,
  limit = mostProcessorMilliseconds(bytes.length),
): Promise<ReadAnswer['outcome']> {
  const turn = line.then(() => read({ type, bytes }, limit));
  // A thread that could not be started is the affair of one caller, not of all who come after.
  line = turn.catch(() => {});
  return turn;
}

async function read(task: ReadTask, limit: number): Promise<ReadAnswer['outcome']> {
  const thread = kept ?? startThread();
  kept = undefined;
  thread.ref();
  const answer = await ask(thread, task, limit);
  if (answer && answer.heldBytes <= mostHeldBytes) {
    thread.unref();
    kept = thread;
  } else {
    await thread.terminate();
  }
  return answer?.outcome ?? { problem: 'The reader of manifests gave up on this file.' };
}

function startThread(): Worker {
  compiled ??= new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))));
  const thread = new Worker(new URL('./c2pa-rs-thread.ts', import.meta.url), { workerData: compiled });
  // One that dies while nobody waits must not take the process with it.
  return thread.on('error', () => {});
}

// null when the thread died or took too much processor time.
async function ask(thread: Worker, task: ReadTask, limit: number): Promise<ReadAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<ReadAnswer | null>();
  const giveUp = () => resolve(null);
  const before = await processorMilliseconds(thread);
  const look = async () => {
    if ((await processorMilliseconds(thread)) - before > limit) giveUp();
  };
  const watch = setInterval(look, pollMilliseconds);
  thread.on('message', resolve).on('exit', giveUp);
  thread.postMessage(task);
  void look();
  const answer = await promise;
  thread.off('message', resolve).off('exit', giveUp);
  clearInterval(watch);
  return answer;
}

async function processorMilliseconds(thread: Worker): Promise<number> {
  // A thread that has not begun, or has ended, has no figures.
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
