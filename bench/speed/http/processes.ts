// Child processes that handle requests over IPC, one at a time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';

export interface AskedProcess {
  ask(question: unknown): Promise<unknown>;
  /** Resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface ServerProcess extends AskedProcess {
  readonly url: string;
}

/**
 * A server sends its address when it listens, and on `cpu` the microseconds of CPU time that it has
 * used so far.
 */
export async function startServer(
  program: string,
  settings: Readonly<Record<string, string>>,
  logFile: string,
): Promise<ServerProcess> {
  const server = startProcess(program, settings, logFile);
  return { ...server, url: (await server.ask('url')) as string };
}

export function startProcess(
  program: string,
  settings: Readonly<Record<string, string>> = {},
  logFile?: string,
): AskedProcess {
  const child: ChildProcess = fork(join(import.meta.dirname, program), {
    env: { PATH: process.env.PATH, ...settings },
    execArgv: process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [],
    stdio: ['ignore', logFile ? openSync(logFile, 'a') : 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const endedEarly = ended.then(() => {
    throw new Error(`${program} ended.`);
  });
  endedEarly.catch(() => undefined);
  return {
    async ask(question) {
      child.send(question as object);
      const [answer] = await Promise.race([once(child, 'message'), endedEarly]);
      return answer;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** The child's side: handles each request in turn. */
export function answerQuestions(answer: (question: unknown) => unknown): void {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (question) => process.send!((await answer(question)) as object));
}

export function answerAsServer(url: string): void {
  answerQuestions((question) => {
    if (question === 'url') return url;
    const { user, system } = process.cpuUsage();
    return user + system;
  });
}
