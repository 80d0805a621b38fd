// Programs that tests run for themselves: found on this machine, with a free port and a folder,
// ended with the test process at the latest.
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { accessSync, constants, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The first of the folders, then of PATH, that contains the program. Undefined if none does. */
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

/**
 * Below the ports that systems use for outgoing connections, so that nothing takes it by chance
 * before the program does.
 */
export async function takeFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
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

/** Tries again until a response comes or the time is up. Then it fails with the last problem. */
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
  child.ref();
  child.kill(signal);
  await ended;
}
