// Runs c2pa-rs in one separate thread, which is kept for the next file. A file that traps it or
// takes too much processor time ends the thread and cannot be read. A thread that has grown too
// large ends after its file. The thread runs JavaScript and WebAssembly only, which V8 can stop
// anywhere: terminating a thread that loads native modules could abort the whole process.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { BuildTask, BuiltFile } from './build-in-thread.ts';
import type { Answer, FromThread, ManifestReport, Problem, ReadTask, ToThread } from './c2pa-rs-thread.ts';

const mebibyte = 1024 * 1024;
const mostHeldBytes = 128 * mebibyte;
// Processor time of the thread itself, so that a busy machine does not fail a good file. Reading is
// mostly hashing: 50 ms per MiB is several times what a slow core needs.
const mostProcessorMilliseconds = (size: number) => 1_500 + (size / mebibyte) * 50;
const pollMilliseconds = 100;

let kept: Worker | undefined;
let line: Promise<unknown> = Promise.resolve();
let compiled: WebAssembly.Module | undefined;

type Sign = (claim: Uint8Array) => Promise<Uint8Array>;

/**
 * bytes: copied to the thread, not changed. anchors: certificates of trusted authorities in PEM.
 * limit: processor time in milliseconds.
 */
export function readWithC2paRs(
  type: string,
  bytes: Uint8Array,
  anchors: string | null = null,
  limit = mostProcessorMilliseconds(bytes.length),
): Promise<ManifestReport | Problem> {
  return takeTurn({ type, bytes, anchors }, limit) as Promise<ManifestReport | Problem>;
}

/**
 * sign: returns the COSE structure for a claim. Writing takes about four times as long as reading.
 */
export function buildWithC2paRs(task: BuildTask, sign: Sign): Promise<BuiltFile | Problem> {
  const limit = 4 * mostProcessorMilliseconds(task.bytes.length + (task.parent?.length ?? 0));
  return takeTurn(task, limit, sign) as Promise<BuiltFile | Problem>;
}

function takeTurn(task: ReadTask | BuildTask, limit: number, sign?: Sign): Promise<Answer['outcome']> {
  const turn = line.then(() => work(task, limit, sign));
  // A thread that cannot start fails one caller, not the callers that wait after it.
  line = turn.catch(() => {});
  return turn;
}

async function work(task: ReadTask | BuildTask, limit: number, sign?: Sign): Promise<Answer['outcome']> {
  const thread = kept ?? startThread();
  kept = undefined;
  thread.ref();
  const answer = await ask(thread, task, limit, sign).catch(async (problem) => {
    await thread.terminate();
    throw problem;
  });
  if (answer && answer.heldBytes <= mostHeldBytes) {
    thread.unref();
    kept = thread;
  } else {
    await thread.terminate();
  }
  return answer?.outcome ?? { problem: 'c2pa-rs gave up on this file.' };
}

function startThread(): Worker {
  compiled ??= new WebAssembly.Module(readFileSync(new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))));
  const thread = new Worker(new URL('./c2pa-rs-thread.ts', import.meta.url), { workerData: compiled });
  // A thread that dies while it is idle must not end the process.
  return thread.on('error', () => {});
}

// null: the thread died or took too much processor time.
async function ask(thread: Worker, task: ToThread, limit: number, sign?: Sign): Promise<Answer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | null>();
  const listen = (message: FromThread) => {
    if (!('claim' in message)) return resolve(message);
    sign!(message.claim).then((signature) => thread.postMessage({ signature } satisfies ToThread), reject);
  };
  const giveUp = () => resolve(null);
  const before = await processorMilliseconds(thread);
  const look = async () => {
    if ((await processorMilliseconds(thread)) - before > limit) giveUp();
  };
  const watch = setInterval(look, pollMilliseconds);
  thread.on('message', listen).on('exit', giveUp);
  thread.postMessage(task);
  void look();
  try {
    return await promise;
  } finally {
    thread.off('message', listen).off('exit', giveUp);
    clearInterval(watch);
  }
}

async function processorMilliseconds(thread: Worker): Promise<number> {
  // A thread that has not started or has ended has no figures.
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
