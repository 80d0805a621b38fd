// The real program as a process of its own: for kill -9, signals and what a start says.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

export interface SpawnedService {
  readonly liveUrl: string;
  readonly sandboxUrl: string;
  readonly process: ChildProcess;
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Resolves when it listens; fails with its own words when it ends before. ownGroup: its process id
 * names its process group, too.
 */
export async function spawnService(
  settings: Readonly<Record<string, string>>,
  ownGroup = false,
): Promise<SpawnedService> {
  const child = spawnProgram(settings, ownGroup);
  const ended = once(child, 'exit');
  const words = text(child.stderr!);
  const { live, sandbox } = await Promise.race([
    listening(child),
    ended.then(async () => {
      throw new Error(`The service ended: ${await words}`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await ended)[0] as number | null;
  };
  return {
    liveUrl: live,
    sandboxUrl: sandbox,
    process: child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Runs the program until it ends by itself: what it wrote to standard error, and its exit code. */
export async function runToItsEnd(
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number; words: string }> {
  const child = spawnProgram(settings);
  child.stdout!.resume();
  const [words, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  return { code: code as number, words };
}

function spawnProgram(settings: Readonly<Record<string, string>>, detached = false): ChildProcess {
  return spawn(process.execPath, [program], {
    // Compiled code is kept as by `npm start`: a start then costs half.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
}

/**
 * Reads the log to the line that says where it listens, and on to its end: a full pipe would stop
 * the service.
 */
function listening(child: ChildProcess): Promise<{ live: string; sandbox: string }> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line) as { live: string; sandbox: string });
    });
  });
}
