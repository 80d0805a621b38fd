// Programs that tests run for themselves: found on this machine, given a free port and a folder, ended with the test
// process at the latest.
import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The first of the folders, then of PATH, that holds the program; undefined when none does. */
export function findProgram(name: string, folders: readonly string[] = []): string | undefined {
  return [...folders, ...(process.env.PATH ?? '').split(':')].map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function takeFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const programs = new Map<ChildProcess, string>();

/** When the test process ends, a program that still runs is killed, and its folder is removed. */
export function endWithThisProcess(child: ChildProcess, folder: string): void {
  if (programs.size === 0) {
    process.once('exit', removeAll);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
  }
  programs.set(child, folder);
  child.unref();
}

function removeAll(): void {
  for (const [child, folder] of programs) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks again until the answer comes or the time is up; then fails with the last problem. */
export async function untilItAnswers<Answer>(ask: () => Promise<Answer>, milliseconds = 15_000): Promise<Answer> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await ask();
    } catch (problem) {
      if (Date.now() > end) throw problem;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** Sends the signal and waits until the program is gone. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await ended;
}
