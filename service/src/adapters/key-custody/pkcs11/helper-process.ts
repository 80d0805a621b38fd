// The helper process that talks to an HSM, as the service sees it: one JSON line for a request, one
// for its answer (docs/run/key-custody.md). The module of the vendor never loads into the service.
// A helper that ends, or that does not answer in time, is replaced at the next call.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CustodyUnavailable, KeyUnavailable } from '../custodian.ts';
import type { CustodianCalls } from '../remote-custodian.ts';

export interface HelperOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly limitMilliseconds?: number;
}

interface Waiting {
  resolve(answer: Readonly<Record<string, unknown>>): void;
  reject(problem: Error): void;
}

interface Helper {
  readonly child: ChildProcess;
  readonly waiting: Map<number, Waiting>;
}

/** A longer line ends the helper. */
const mostCharacters = 64 * 1024;

export function createHelperCalls({ command, environment, limitMilliseconds = 10_000 }: HelperOptions): CustodianCalls {
  let helper: Helper | undefined;
  let nextId = 1;

  function start(): Helper {
    const [program, ...words] = command;
    // Standard error is not kept, because a module can write a PIN to it.
    const child = spawn(program!, words, { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    const started: Helper = { child, waiting: new Map() };
    const lose = (reason: string) => end(started, new CustodyUnavailable(reason));
    child.on('error', (problem) => lose(`The PKCS#11 helper cannot be started: ${problem.message}.`));
    child.on('exit', (code, signal) => lose(`The PKCS#11 helper ended with ${signal ?? `exit code ${code}`}.`));
    // A helper that has ended takes no more input. The exit follows.
    child.stdin?.on('error', () => undefined);
    let unread = 0;
    child.stdout?.on('data', (chunk: Buffer) => {
      const lineEnd = chunk.lastIndexOf(10);
      unread = lineEnd < 0 ? unread + chunk.length : chunk.length - lineEnd;
      if (unread > mostCharacters) lose('The PKCS#11 helper wrote a line that is too long.');
    });
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => settle(started, line));
    child.unref();
    return started;
  }

  /** Ends the helper, if it still runs, and every call that waits for it. */
  function end(ended: Helper, problem: Error): void {
    if (helper === ended) helper = undefined;
    ended.child.kill('SIGKILL');
    for (const { reject } of ended.waiting.values()) reject(problem);
    ended.waiting.clear();
  }

  return {
    async call(operation, body) {
      helper ??= start();
      const current = helper;
      const id = nextId++;
      const { promise, resolve, reject } = Promise.withResolvers<Readonly<Record<string, unknown>>>();
      const timer = setTimeout(
        () => end(current, new CustodyUnavailable(`The PKCS#11 helper did not answer ${operation} in time.`)),
        limitMilliseconds,
      );
      current.waiting.set(id, { resolve, reject });
      current.child.stdin?.write(`${JSON.stringify({ id, operation, ...body })}\n`);
      return promise.finally(() => clearTimeout(timer));
    },
    close() {
      if (helper) end(helper, new CustodyUnavailable('The service stops.'));
    },
  };
}

function settle({ waiting }: Helper, line: string): void {
  const answer = readLine(line);
  const call = waiting.get(answer.id as number);
  if (!call) return;
  waiting.delete(answer.id as number);
  if (answer.error === undefined) call.resolve(answer);
  else call.reject(problemOf(answer.error));
}

function problemOf(error: unknown): CustodyUnavailable {
  const reason = `The PKCS#11 helper reports ${String(error).slice(0, 200)}.`;
  return error === 'key_unavailable' ? new KeyUnavailable(reason) : new CustodyUnavailable(reason);
}

function readLine(line: string): Readonly<Record<string, unknown>> {
  try {
    const answer: unknown = JSON.parse(line);
    if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>;
  } catch {}
  return {};
}
